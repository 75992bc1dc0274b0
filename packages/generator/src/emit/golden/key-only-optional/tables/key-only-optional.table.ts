import { edm, entity } from "tablewright";

/** Nothing that every write must hold: `encode` needs no mode. */
export const Remark = entity({
  table: "Remarks",
  properties: {
    page: edm.string({ keyOnly: true, maxLength: 100 }),
    text: edm.string().optional(),
  },
  partitionKey: (k) => [k.page],
  rowKey: () => ["remark"],
});
