import { edm, entity } from "tablewright";

/** Both keys are the id. */
export const Session = entity({
  table: "Sessions",
  properties: { id: edm.guid(), user: edm.string({ maxLength: 64 }) },
  partitionKey: (k) => [k.id],
  rowKey: (k) => [k.id],
});

export const Member = entity({
  table: "Members",
  properties: {
    tenant: edm.string({ maxLength: 32, keyOnly: true }),
    number: edm.int32({ min: 0 }),
    joinedAt: edm.dateTime(),
  },
  partitionKey: (k) => [k.tenant, k.number.pad(10)],
  rowKey: (k) => ["member", k.joinedAt.desc, k.tenant, k.number.desc],
});
