import { edm, entity } from "tablewright";

export const Visit = entity({
  table: "Visits",
  properties: {
    page: edm.string({ keyOnly: true, maxLength: 100 }),
    at: edm.dateTime({ keyOnly: true }),
    visitor: edm.guid(),
    seconds: edm.double(),
  },
  partitionKey: (k) => [k.page],
  rowKey: (k) => [k.at.desc, k.visitor],
});

/** Nothing but its keys. */
export const Follow = entity({
  table: "Follows",
  kind: "follow",
  properties: {
    follower: edm.string({ keyOnly: true, maxLength: 100 }),
    followed: edm.string({ keyOnly: true, maxLength: 100 }),
  },
  partitionKey: (k) => [k.follower],
  rowKey: (k) => [k.followed],
});

export const Mute = entity({
  table: "Mutes",
  properties: {
    by: edm.string({ keyOnly: true, maxLength: 100 }),
    muted: edm.string({ keyOnly: true, maxLength: 100 }),
  },
  partitionKey: (k) => [k.by],
  rowKey: (k) => [k.muted],
});

/** Nothing is required but its keys. */
export const Bookmark = entity({
  table: "Bookmarks",
  properties: {
    by: edm.string({ keyOnly: true, maxLength: 100 }),
    page: edm.string({ keyOnly: true, maxLength: 100 }),
    title: edm.string().optional(),
  },
  partitionKey: (k) => [k.by],
  rowKey: (k) => [k.page],
});

/** As above, without a limit of the service. */
export const Reminder = entity({
  table: "Reminders",
  properties: {
    by: edm.string({ keyOnly: true, maxLength: 100 }),
    at: edm.dateTime({ keyOnly: true }),
    snoozed: edm.int32().optional(),
  },
  partitionKey: (k) => [k.by],
  rowKey: (k) => [k.at.asc],
});
