import { edm, entity } from "tablewright";

/** Entity whose keys both are its id. */
export const Session = entity({
  table: "sessions",
  properties: { id: edm.string({ maxLength: 64, name: "sessionId" }), user: edm.string() },
  partitionKey: (k) => [k.id],
  rowKey: (k) => [k.id],
});

/**
 * One of two kinds that their PartitionKeys distinguish. Here it is the constant `user`, with which the literal of the other kind begins.
 */
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

/** One of three kinds that only the combination of both keys distinguishes. */
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

/** Entity whose separator has two characters. */
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

/** Entity with a lower-case PartitionKey, so that an e-mail address in any case finds it. */
export const Subscriber = entity({
  table: "subscribers",
  properties: { email: edm.string({ maxLength: 100 }), name: edm.string() },
  partitionKey: (k) => [k.email.lower],
  rowKey: () => ["profile"],
});

/** Readings of one month in each partition, newest first. */
export const Reading = entity({
  table: "readings",
  properties: { device: edm.string({ maxLength: 32 }), at: edm.dateTime(), value: edm.int32() },
  partitionKey: (k) => [k.device, k.at.month],
  rowKey: (k) => [k.at.desc],
});

/** Tickets in 16 partitions. */
export const Ticket = entity({
  table: "tickets",
  properties: { number: edm.int32({ min: 0 }), open: edm.boolean() },
  partitionKey: (k) => ["ticket", k.number.pad(8).shard(16)],
  rowKey: (k) => [k.number.pad(8)],
});

/** Entity with years and shards in the PartitionKey. Queries pass a range of a date that is not in the RowKey. */
export const Signal = entity({
  table: "signals",
  properties: { source: edm.string({ maxLength: 32 }), at: edm.dateTime({ as: "ticks" }), value: edm.int32() },
  partitionKey: (k) => [k.at.year, k.source.shard(16)],
  rowKey: (k) => [k.source, k.value.asc],
});
