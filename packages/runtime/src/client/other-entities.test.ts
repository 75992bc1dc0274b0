import { describe, expect, it } from "vitest";
import { orderRow } from "../test/order-rows.js";
import { recordingTransport } from "../test/recording-transport.js";
import { Order } from "../test/shop/index.js";
import { TableServiceClient, type TableServiceClientOptions } from "./table-service-client.js";

const order = orderRow(1);
const invoice = { ...orderRow(2), kind: "invoice" };
const note = { ...orderRow(2), RowKey: "order!2521689983979999999!0000000002!note" };
const elsewhere = { ...orderRow(2), PartitionKey: "cust!C2", customerId: "C2" };

function clientOver(rows: readonly object[], options: TableServiceClientOptions = {}) {
  const transport = recordingTransport(() => ({ status: 200, headers: [], body: { value: rows } }));
  const all = { transport, retry: false, ...options } as const;
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", all);
  return { service, transport, orders: service.entities(Order) };
}

type Setup = ReturnType<typeof clientOver>;

/** Reads of orders that request only some properties. */
const partialReads: readonly [string, (setup: Setup) => Promise<unknown>][] = [
  ["count", ({ orders }) => orders.query({ customerId: "C1" }).count()],
  ["exists", ({ orders }) => orders.query({ customerId: "C1" }).exists()],
  ["select", ({ orders }) => orders.query({ customerId: "C1" }).select("total").toArray()],
  ["select of a part of a key", ({ orders }) => orders.query({ customerId: "C1" }).select("orderNo").toArray()],
  ["count of several kinds", ({ service }) => service.partition(partition).query(Order).count()],
];
const partition = Order.partition({ customerId: "C1" });

describe("a row within the range of an entity that is not of it", () => {
  it.each(partialReads)("of another kind is an error of %s, whatever onMismatch says", async (_, read) => {
    const error = { code: "entity.wrong-kind" };
    await expect(read(clientOver([invoice, order]))).rejects.toMatchObject(error);
    await expect(read(clientOver([invoice, order], { onMismatch: () => undefined }))).rejects.toMatchObject(error);
  });

  it.each(partialReads)(
    "with a key of another shape is an error of %s, unless onMismatch accepts it",
    async (_, read) => {
      await expect(read(clientOver([note, order]))).rejects.toMatchObject({ code: "key.malformed", entity: "Order" });
      const seen: unknown[] = [];
      await read(
        clientOver([note, order], { onMismatch: ({ rowKey, error }) => void seen.push([rowKey, error.code]) }),
      );
      expect(seen).toContainEqual([note.RowKey, "key.malformed"]);
    },
  );

  it.each(partialReads)("of another partition is an error of %s", async (_, read) => {
    await expect(read(clientOver([elsewhere, order]))).rejects.toMatchObject({ code: "decode.key-mismatch" });
  });

  it.each([invoice, note, elsewhere])("is never deleted, whatever onMismatch says", async (other) => {
    for (const onMismatch of [undefined, () => undefined]) {
      const { orders, transport } = clientOver([order, other], { onMismatch });
      const deletion = orders.deleteWhere(orders.query({ customerId: "C1" }), { max: 9 });
      await expect(deletion).rejects.toMatchObject({ code: expect.stringMatching(/wrong-kind|malformed|mismatch/) });
      expect(new Set(transport.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
    }
  });
});

describe("a row of a partition that was not asked for", () => {
  const error = { code: "decode.key-mismatch" };

  it("is an error of all reads of a table", async () => {
    const { service } = clientOver([elsewhere]);
    const table = service.table("Shop");
    for (const query of [
      table.query("cust!C1"),
      table.scan({ partitionKeyPrefix: "cust!C1" }),
      table.scan({ partitionKeyRange: { ge: "cust!C1", lt: "cust!C2" } }),
    ]) {
      await expect(query.toArray()).rejects.toMatchObject(error);
      await expect(query.count()).rejects.toMatchObject(error);
      await expect(query.exists()).rejects.toMatchObject(error);
    }
    expect(await table.scan({ partitionKeyPrefix: "cust!" }).count()).toBe(1);
  });

  it("is an error of a scan of a range of partitions", async () => {
    const scan = clientOver([elsewhere]).orders.scan({ partitionKeyRange: { lt: "cust!C2" } });
    for (const read of [scan.toArray(), scan.count(), scan.select("total").first()]) {
      await expect(read).rejects.toMatchObject(error);
    }
  });

  it("is not told by the order of characters that services may sort otherwise", async () => {
    const emoji = { ...elsewhere, PartitionKey: "\u{1f600}" };
    expect(
      await clientOver([emoji])
        .service.table("Shop")
        .scan({ partitionKeyRange: { ge: "\uff00" } })
        .count(),
    ).toBe(1);
    expect(
      await clientOver([emoji])
        .service.table("Shop")
        .scan({ partitionKeyRange: { lt: "z" } })
        .count(),
    ).toBe(1);
  });
});
