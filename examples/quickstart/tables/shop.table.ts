import { edm, entity } from "tablewright";

/** A customer's order. */
export const Order = entity({
  table: "Shop",
  kind: "order", // tells it from other entities in the same table
  properties: {
    customerId: edm.string({ maxLength: 64 }),
    placedAt: edm.dateTime(),
    orderNo: edm.int32({ min: 0 }),
    total: edm.double(),
    paid: edm.boolean({ default: false }),
    sequence: edm.int64(),
    currency: edm.string({ oneOf: ["EUR", "USD"] }),
    paymentId: edm.guid().optional(),
    signature: edm.binary().optional(),
    /** Free text. */
    note: edm.string().optional(),
  },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["order", k.placedAt.desc, k.orderNo.pad(10)], // newest first
});

export const OrderLine = entity({
  table: "Shop",
  kind: "line",
  properties: {
    customerId: edm.string({ maxLength: 64 }),
    orderNo: edm.int32({ min: 0 }),
    lineNo: edm.int32({ min: 1 }),
    sku: edm.string(),
    quantity: edm.int32(),
  },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["line", k.orderNo.pad(10), k.lineNo.pad(4)],
});
