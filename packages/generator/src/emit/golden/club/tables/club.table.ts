import { edm, entity } from "tablewright";

/** A balance that many clients change. */
export const Account = entity({
  table: "Bank",
  kind: "account",
  properties: {
    bank: edm.string({ maxLength: 64 }),
    account: edm.int32({ min: 0 }),
    balance: edm.double({ default: 0 }),
    owner: edm.string().optional(),
  },
  partitionKey: (k) => [k.bank],
  rowKey: (k) => ["account", k.account.pad(10)],
});

/** A counter. */
export const Counter = entity({
  table: "Counters",
  unknownProperties: "keep",
  properties: {
    name: edm.string({ maxLength: 64 }),
    count: edm.int64({ default: 0n }),
  },
  partitionKey: (k) => [k.name],
  rowKey: () => ["counter"],
});

/** A member, found by email and by town. */
export const Member = entity({
  table: "Club",
  kind: "member",
  properties: {
    club: edm.string({ maxLength: 64 }),
    member: edm.int32({ min: 0 }),
    email: edm.string({ maxLength: 64 }),
    town: edm.string({ maxLength: 64 }),
    visits: edm.int32({ min: 0, default: 0 }),
  },
  partitionKey: (k) => [k.club],
  rowKey: (k) => ["member", k.member.pad(10)],
  indexes: {
    byEmail: { rowKey: (k) => ["email", k.email], unique: true },
    byTown: { table: "Towns", partitionKey: (k) => [k.town], rowKey: () => ["member"] },
  },
});
