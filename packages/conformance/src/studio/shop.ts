import { ExactDate, edm, type TableRow } from "@tablewright/runtime/edm";

/** Definitions with all Edm types, an index in the partition, an index elsewhere, and a time in a key. */
export const shopDefinitions = `import { edm, entity } from "tablewright";

/** A customer's order. */
export const Order = entity({
  table: "Shop",
  kind: "order",
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
    note: edm.string().optional(),
  },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: (k) => ["order", k.placedAt.desc, k.orderNo.pad(6)],
});

export const Customer = entity({
  table: "Shop",
  kind: "customer",
  properties: {
    customerId: edm.string({ maxLength: 64 }),
    name: edm.string({ maxLength: 64 }),
    email: edm.string({ maxLength: 128 }),
    country: edm.string({ maxLength: 2 }),
  },
  partitionKey: (k) => ["cust", k.customerId],
  rowKey: () => ["customer"],
  indexes: {
    byEmail: { rowKey: (k) => ["email", k.email.lower], unique: true },
    byCountry: { table: "ShopIndex", partitionKey: (k) => ["country", k.country], rowKey: (k) => [k.name] },
  },
});
`;

/** Time of the first order. Each later order is an hour younger than the one before. */
const firstOrder = Date.UTC(2026, 10, 1);
const lastTicks = 3_155_378_975_999_999_999n;

/**
 * Returns an order of a customer, as it is stored.
 * @param fraction the ticks beyond the hour, which Azurite does not store
 */
export function orderRow(customer: string, orderNo: number, fraction = 0n): TableRow {
  const placedAt = ExactDate.fromTicks(
    ExactDate.fromIso(new Date(firstOrder + orderNo * 3_600_000).toISOString()).ticks + fraction,
  );
  const rowKey = `order!${String(lastTicks - placedAt.ticks).padStart(19, "0")}!${String(orderNo).padStart(6, "0")}`;
  return {
    partitionKey: `cust!${customer}`,
    rowKey,
    properties: {
      kind: edm.string("order"),
      customerId: edm.string(customer),
      placedAt: edm.dateTime(placedAt),
      orderNo: edm.int32(orderNo),
      total: edm.double(orderNo * 12.5),
      paid: edm.boolean(orderNo % 3 === 0),
      sequence: edm.int64(9_007_199_254_740_993n + BigInt(orderNo)),
      currency: edm.string(orderNo % 2 === 0 ? "EUR" : "USD"),
      ...(orderNo % 4 === 0 && { note: edm.string(`Order ${orderNo} of <b>${customer}</b>`) }),
    },
  };
}

/** Returns a customer as `insert` takes it. */
export function customer(customerId: string, country: string) {
  return { customerId, name: `Customer ${customerId}`, email: `${customerId}@Example.org`, country };
}
