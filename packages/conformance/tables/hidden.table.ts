import { edm, entity } from "tablewright";

/** Document whose keys no client may see. */
export const HiddenDoc = entity({
  table: "HiddenDocs",
  kind: "doc",
  properties: {
    tenant: edm.string({ maxLength: 20, hidden: true }),
    secretNo: edm.int32({ min: 0, hidden: true }),
    title: edm.string({ maxLength: 100 }),
    owner: edm.string({ maxLength: 20, hidden: true }),
  },
  partitionKey: (k) => ["t", k.tenant],
  rowKey: (k) => ["doc", k.secretNo.pad(6)],
  indexes: { byOwner: { rowKey: (k) => ["owner", k.owner], include: "all" } },
});
