import { edm, entity } from "tablewright";

const properties = {
  clubId: edm.string({ maxLength: 40 }),
  memberId: edm.string({ maxLength: 40 }),
  email: edm.string({ maxLength: 100 }),
  name: edm.string({ maxLength: 100 }),
  joinedAt: edm.dateTime(),
  points: edm.int32({ min: 0 }),
};

/** A member with one index. */
export const Member = entity({
  table: "Members",
  kind: "member",
  properties,
  partitionKey: (k) => ["club", k.clubId],
  rowKey: (k) => ["member", k.memberId],
  indexes: { byEmail: { rowKey: (k) => ["email", k.email], unique: true } },
});

/** The same rows without an index, which a program writes itself. */
export const PlainMember = entity({
  table: "PlainMembers",
  kind: "member",
  properties,
  partitionKey: (k) => ["club", k.clubId],
  rowKey: (k) => ["member", k.memberId],
});

export const EmailOfMember = entity({
  table: "PlainMembers",
  kind: "member.byEmail",
  properties: { clubId: properties.clubId, email: properties.email, memberId: properties.memberId },
  partitionKey: (k) => ["club", k.clubId],
  rowKey: (k) => ["email", k.email],
});
