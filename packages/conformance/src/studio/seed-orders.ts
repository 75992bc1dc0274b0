import type { EntityId } from "@tablewright/runtime";
import type { SeedEntity, TableService } from "@tablewright/testing";

/** Orders of each customer. */
const ordersPerCustomer = 1_000;
const lastTicks = 3_155_378_975_999_999_999n;
/** Ticks from 0001-01-01 to 1970-01-01. */
const epochTicks = 621_355_968_000_000_000n;
const firstOrder = Date.UTC(2026, 0, 1);

/** Stores many orders of the shop, 1,000 for each customer. */
export function seedOrders(tables: TableService, count: number): void {
  const batch = 20_000;
  for (let from = 0; from < count; from += batch) {
    const length = Math.min(batch, count - from);
    tables.seed({ Shop: Array.from({ length }, (_, index) => seededOrder(from + index)) });
  }
}

/** Returns the keys of the order with this number, counted from 0 over all customers. */
export function seededKey(index: number): EntityId {
  const { customerId, placedAt, orderNo } = valuesOf(index);
  const ticks = epochTicks + BigInt(placedAt.getTime()) * 10_000n;
  const rowKey = `order!${String(lastTicks - ticks).padStart(19, "0")}!${String(orderNo).padStart(6, "0")}`;
  return { partitionKey: `cust!${customerId}`, rowKey };
}

function valuesOf(index: number) {
  const customerId = `C${String(Math.floor(index / ordersPerCustomer)).padStart(4, "0")}`;
  const orderNo = (index % ordersPerCustomer) + 1;
  return { customerId, orderNo, placedAt: new Date(firstOrder + orderNo * 3_600_000) };
}

function seededOrder(index: number): SeedEntity {
  const { partitionKey, rowKey } = seededKey(index);
  const { customerId, orderNo, placedAt } = valuesOf(index);
  return {
    PartitionKey: partitionKey,
    RowKey: rowKey,
    kind: "order",
    customerId,
    placedAt,
    orderNo,
    total: orderNo * 12.5,
    "total@odata.type": "Edm.Double",
    paid: orderNo % 3 === 0,
    sequence: 9_007_199_254_740_993n + BigInt(index),
    currency: orderNo % 2 === 0 ? "EUR" : "USD",
    ...(orderNo % 4 === 0 && { note: `Order ${orderNo} of ${customerId}, paid by invoice` }),
  };
}
