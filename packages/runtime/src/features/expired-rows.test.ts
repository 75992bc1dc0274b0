import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TableServiceClient } from "../client/table-service-client.js";
import { recordingTransport } from "../test/recording-transport.js";
import { Order } from "../test/shop/index.js";
import { ttl } from "./expiry.js";

const key = { customerId: "C1", placedAt: new Date("2026-01-10T00:00:00Z"), orderNo: 7 };
const { partitionKey, rowKey } = Order.key(key);
const body = {
  ...{ PartitionKey: partitionKey, RowKey: rowKey, Timestamp: "2026-01-01T00:00:00Z", "odata.etag": 'W/"x"' },
  ...{ kind: "order", customerId: "C1", orderNo: 7, total: 5.5, currency: "EUR" },
  ...{ "placedAt@odata.type": "Edm.DateTime", placedAt: "2026-01-10T00:00:00Z" },
  ...{ "sequence@odata.type": "Edm.Int64", sequence: "5" },
};

/** Creates a client of orders that expire when they are placed. The service returns the order of `key`. */
function expiringOrders() {
  const transport = recordingTransport(() => ({ status: 200, body }));
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
  const entity = { $schema: { ...Order.$schema, ttl: Order.$schema.properties["placedAt"], hooks: ttl } };
  return { transport, orders: service.entities(entity as typeof Order) };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe.each([
  ["a millisecond before its time", -1, true],
  ["at its time", 0, false],
])("%s, a row with a ttl", (_, afterMs, isThere) => {
  beforeEach(() => {
    vi.setSystemTime(key.placedAt.getTime() + afterMs);
  });

  it(`is ${isThere ? "" : "not "}read`, async () => {
    const { orders } = expiringOrders();
    const found = [
      await orders.get(key),
      ...(await orders.getMany([key])),
      await orders.get(key, { select: ["total"] }),
    ];
    expect(found.map((order) => order !== undefined)).toEqual(Array(3).fill(isThere));
    const missing = expect.objectContaining({ code: "entity.not-found" });
    if (!isThere) await expect(orders.getOrThrow(key)).rejects.toEqual(missing);
  });

  it("is read where expired rows are asked for", async () => {
    const { orders } = expiringOrders();
    const expired = true;
    const order = expect.objectContaining({ total: 5.5 });
    expect(await orders.get(key, { expired })).toEqual(order);
    expect(await orders.getOrThrow(key, { expired })).toEqual(order);
    expect(await orders.getMany([key], { expired })).toEqual([order]);
    expect(await orders.get(key, { expired, select: ["total"] })).toEqual({ total: 5.5, $etag: 'W/"x"' });
  });
});

it("a read of some properties asks for the keys and the time of expiry too", async () => {
  vi.setSystemTime(0);
  const { transport, orders } = expiringOrders();
  await orders.get(key, { select: ["total"] });
  const query = new URL(transport.requests[0]?.url ?? "").searchParams;
  expect(query.get("$select")?.split(",").sort()).toEqual(["PartitionKey", "RowKey", "kind", "placedAt", "total"]);
  await expect(orders.get(key, { select: [] })).rejects.toMatchObject({
    code: "query.invalid-option",
    message: "select needs a property of Order.",
    entity: "Order",
  });
});
