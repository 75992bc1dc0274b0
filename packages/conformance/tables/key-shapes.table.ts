import { edm, entity } from "tablewright";

/** Both keys are the id. */
export const Session = entity({
  table: "sessions",
  properties: { id: edm.string({ maxLength: 64, name: "sessionId" }), user: edm.string() },
  partitionKey: (k) => [k.id],
  rowKey: (k) => [k.id],
});

/** Kinds that their PartitionKeys tell apart: one is constant, and the other one's literal starts with it. */
export const User = entity({
  table: "accounts",
  kind: "user",
  kindProperty: false,
  properties: { name: edm.string({ maxLength: 64 }), age: edm.int32() },
  partitionKey: () => ["user"],
  rowKey: (k) => [k.name],
});

export const UserClaim = entity({
  table: "accounts",
  kind: "claim",
  kindProperty: false,
  properties: { user: edm.string({ maxLength: 64 }), claim: edm.string({ maxLength: 64 }), value: edm.string() },
  partitionKey: (k) => ["userClaim", k.user],
  rowKey: (k) => [k.claim],
});

/** Kinds that only both keys together tell apart from those above and from each other. */
export const UserLogin = entity({
  table: "accounts",
  kind: "login",
  kindProperty: false,
  properties: { user: edm.string({ maxLength: 64 }), provider: edm.string({ maxLength: 64 }) },
  partitionKey: (k) => ["userLogin", k.user],
  rowKey: (k) => ["by", k.provider],
});

export const UserToken = entity({
  table: "accounts",
  kind: "token",
  kindProperty: false,
  properties: { user: edm.string({ maxLength: 64 }), token: edm.string({ maxLength: 64 }) },
  partitionKey: (k) => ["userLogin", k.user],
  rowKey: (k) => ["token", k.token],
});

export const LoginToken = entity({
  table: "accounts",
  kind: "loginToken",
  kindProperty: false,
  properties: { id: edm.guid({ name: "loginId" }), token: edm.string({ maxLength: 64 }) },
  partitionKey: (k) => ["login", k.id],
  rowKey: (k) => ["token", k.token],
});

/** A separator of two characters. */
export const Login = entity({
  table: "logins",
  separator: "::",
  properties: {
    tenant: edm.string({ maxLength: 64 }),
    user: edm.string({ maxLength: 64 }),
    provider: edm.string({ maxLength: 64 }),
  },
  partitionKey: (k) => [k.tenant, k.user],
  rowKey: (k) => ["login", k.provider.raw],
});

/** Found by an e-mail address in any case. */
export const Subscriber = entity({
  table: "subscribers",
  properties: { email: edm.string({ maxLength: 100 }), name: edm.string() },
  partitionKey: (k) => [k.email.lower],
  rowKey: () => ["profile"],
});

/** A month in each partition, newest first. */
export const Reading = entity({
  table: "readings",
  properties: { device: edm.string({ maxLength: 32 }), at: edm.dateTime(), value: edm.int32() },
  partitionKey: (k) => [k.device, k.at.month],
  rowKey: (k) => [k.at.desc],
});

/** Spread over 16 partitions. */
export const Ticket = entity({
  table: "tickets",
  properties: { number: edm.int32({ min: 0 }), open: edm.boolean() },
  partitionKey: (k) => ["ticket", k.number.pad(8).shard(16)],
  rowKey: (k) => [k.number.pad(8)],
});

/** Years and shards in the PartitionKey; nothing of the range in the RowKey. */
export const Signal = entity({
  table: "signals",
  properties: { source: edm.string({ maxLength: 32 }), at: edm.dateTime({ as: "ticks" }), value: edm.int32() },
  partitionKey: (k) => [k.at.year, k.source.shard(16)],
  rowKey: (k) => [k.source, k.value.asc],
});
