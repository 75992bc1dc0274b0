import { edm, entity } from "tablewright";

/** The keys do not determine all values, as examples of the error reference need. */
export const Badge = entity({
  table: "Badges",
  properties: {
    code: edm.string({ maxLength: 20, keyOnly: true }),
    holder: edm.string({ maxLength: 64 }),
    rights: edm.json<readonly string[]>(),
  },
  partitionKey: (k) => [k.holder.lower],
  rowKey: (k) => [k.code],
});

/** Its e-mail address is unique in its club. */
export const Member = entity({
  table: "Members",
  kind: "member",
  properties: {
    club: edm.string({ maxLength: 64 }),
    memberNo: edm.int32({ min: 1 }),
    email: edm.string({ maxLength: 100 }),
  },
  partitionKey: (k) => [k.club],
  rowKey: (k) => ["member", k.memberNo.pad(6)],
  indexes: {
    byEmail: { rowKey: (k) => ["email", k.email.lower], unique: true },
  },
});
