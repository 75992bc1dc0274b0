import { edm, entity } from "tablewright";

/** Buckets of time, newest first in each. */
export const Reading = entity({
  table: "Readings",
  properties: {
    deviceId: edm.string({ maxLength: 64 }),
    at: edm.dateTime(),
    celsius: edm.double(),
  },
  partitionKey: (k) => [k.deviceId, k.at.month],
  rowKey: (k) => [k.at.desc],
});

/** Properties that no key tells. */
export const Account = entity({
  table: "Accounts",
  properties: {
    email: edm.string({ maxLength: 64 }),
    plan: edm.string({ oneOf: ["Free", "Paid"] }),
    region: edm.string({ maxLength: 8, keyOnly: true }),
    openedAt: edm.dateTime({ as: "iso" }),
    closedAt: edm.dateTime({ as: "ticks" }),
  },
  partitionKey: (k) => ["account", k.email.lower],
  rowKey: (k) => [k.region, k.plan.lower, k.openedAt.year, k.closedAt.hour, k.openedAt.day],
});

/** Shards of every kind of part. */
export const Job = entity({
  table: "Jobs",
  separator: "::",
  properties: {
    id: edm.guid(),
    number: edm.int32({ min: 0 }),
    sequence: edm.int64(),
    name: edm.string({ maxLength: 64 }),
    at: edm.dateTime(),
    urgent: edm.boolean(),
  },
  partitionKey: (k) => [k.id.shard(16), k.name.shard(3), k.name.lower.shard(1000)],
  rowKey: (k) => [k.id, k.number.pad(10).shard(10), k.sequence.desc.shard(11), k.at.asc.shard(7), k.urgent.shard(2), k.number.asc],
});
