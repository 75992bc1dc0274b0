import { edm, entity } from "tablewright";

/** A session that ends at a time of its own. */
export const Session = entity({
  table: "Sessions",
  kind: "session",
  properties: {
    user: edm.string({ maxLength: 20 }),
    id: edm.string({ maxLength: 40 }),
    expiresAt: edm.dateTime(),
    device: edm.string({ default: "?" }),
  },
  partitionKey: (k) => [k.user],
  rowKey: (k) => ["session", k.id],
  ttl: (k) => k.expiresAt,
  indexes: {
    byDevice: { rowKey: (k) => ["device", k.device] },
    byId: { table: "SessionIds", partitionKey: (k) => [k.id], rowKey: () => ["session"] },
  },
});

/** An entry of a cache, which may stay for ever. */
export const CacheEntry = entity({
  table: "Cache",
  properties: {
    key: edm.string({ keyOnly: true }),
    value: edm.json<unknown>(),
    until: edm.dateTime({ as: "ticks", name: "expires" }).optional(),
  },
  partitionKey: () => ["cache"],
  rowKey: (k) => [k.key],
  ttl: (k) => k["until"],
});
