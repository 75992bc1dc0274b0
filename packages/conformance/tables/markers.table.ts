import { edm, entity } from "tablewright";

/** Account whose row remembers one write alone. */
export const ForgetfulAccount = entity({
  table: "Bank",
  kind: "account",
  marker: { property: "_w", facts: 1 },
  properties: {
    bank: edm.string({ maxLength: 64 }),
    account: edm.int32({ min: 0 }),
    balance: edm.double({ default: 0 }),
    owner: edm.string().optional(),
  },
  partitionKey: (k) => [k.bank],
  rowKey: (k) => ["account", k.account.pad(10)],
});

/** Counter with fewer facts than writers. */
export const CrowdedCounter = entity({
  table: "Counters",
  marker: { property: "writes", facts: 2, exclusive: true },
  properties: { name: edm.string({ maxLength: 64 }), count: edm.int64({ default: 0n }) },
  partitionKey: (k) => [k.name],
  rowKey: () => ["counter"],
});

/** Line of an order, as in the fault run, with a marker. */
export const MarkedLine = entity({
  table: "MarkedShop",
  kind: "line",
  marker: "_w",
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
