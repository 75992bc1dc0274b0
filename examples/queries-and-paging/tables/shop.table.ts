import { edm, entity } from "tablewright";

/** One row for each customer, in the partition of its orders. */
export const Customer = entity({
  table: "Shop",
  kind: "customer",
  properties: {
    customerId: edm.string({ maxLength: 64 }),
    名前: edm.string(),
    since: edm.dateTime(),
  },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: () => ["customer"],
});

export const Order = entity({
  table: "Shop",
  kind: "order",
  properties: {
    customerId: edm.string({ maxLength: 64 }),
    placedAt: edm.dateTime(),
    orderNo: edm.int32({ min: 0 }),
    total: edm.double(),
    paid: edm.boolean({ default: false }),
    currency: edm.string({ oneOf: ["EUR", "USD"] }),
    note: edm.string().optional(),
  },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["order", k.placedAt.desc, k.orderNo.pad(10)],
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
