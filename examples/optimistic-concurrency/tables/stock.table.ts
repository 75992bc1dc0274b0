import { edm, entity } from "tablewright";

/** Stock of an article in a warehouse. */
export const Stock = entity({
  table: "Stock",
  properties: {
    warehouse: edm.string({ maxLength: 32 }),
    article: edm.string({ maxLength: 64 }),
    onHand: edm.int32({ min: 0 }),
    /** Who counted last. */
    countedBy: edm.string().optional(),
    /** A remark of whoever counted. */
    remark: edm.string().optional(),
  },
  partitionKey: (k) => ["warehouse", k.warehouse],
  rowKey: (k) => ["article", k.article],
});
