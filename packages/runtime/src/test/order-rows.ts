import { Order } from "./shop/index.js";

const moment = Date.UTC(2024, 0, 1);

/** Returns order number `n` of customer C1 as the service returns it. */
export function orderRow(n: number): Record<string, unknown> {
  const placedAt = new Date(moment - n * 1000);
  const { partitionKey, rowKey } = Order.key({ customerId: "C1", placedAt, orderNo: n });
  return {
    "odata.etag": `W/"datetime'2024-01-02T00%3A00%3A00.${n}Z'"`,
    PartitionKey: partitionKey,
    RowKey: rowKey,
    Timestamp: "2024-01-02T00:00:00Z",
    kind: "order",
    customerId: "C1",
    "placedAt@odata.type": "Edm.DateTime",
    placedAt: placedAt.toISOString(),
    orderNo: n,
    total: 1.5,
    paid: true,
    "sequence@odata.type": "Edm.Int64",
    sequence: "5",
    currency: "EUR",
  };
}

export function orderRows(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, n) => orderRow(n));
}
