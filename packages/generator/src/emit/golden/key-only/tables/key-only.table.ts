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
