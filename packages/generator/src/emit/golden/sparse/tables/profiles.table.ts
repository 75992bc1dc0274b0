import { edm, entity } from "tablewright";

/** With indexes of properties that it may lack. */
export const Profile = entity({
  table: "Profiles",
  kind: "profile",
  properties: {
    team: edm.string({ maxLength: 40 }),
    who: edm.string({ maxLength: 40 }),
    handle: edm.string({ maxLength: 40 }).optional(),
    seat: edm.int32({ min: 0 }).optional(),
    mood: edm.string({ maxLength: 40 }).optional(),
    since: edm.dateTime().optional(),
    note: edm.string({ maxLength: 100 }).optional(),
  },
  partitionKey: (k) => ["team", k.team],
  rowKey: (k) => ["profile", k.who],
  indexes: {
    /** One profile for each handle, in all teams. */
    byHandle: { partitionKey: (k) => ["handle", k.handle.lower], rowKey: () => ["profile"], unique: "global" },
    /** One profile for each seat of a team. */
    bySeat: { rowKey: (k) => ["seat", k.seat.pad(4)], unique: true },
    byMood: { rowKey: (k) => ["mood", k.mood, k.since.desc], include: ["note"] },
    byMoodAnywhere: { table: "Moods", partitionKey: (k) => ["mood", k.mood], rowKey: (k) => [k.team] },
  },
});
