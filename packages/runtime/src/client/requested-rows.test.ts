import { describe, expect, it } from "vitest";
import { orderRow } from "../test/order-rows.js";
import { errorResponse, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { Order } from "../test/shop/index.js";
import { changesetResponse } from "../test/transaction-response.js";
import { TableServiceClient, type TableServiceClientOptions } from "./table-service-client.js";

const first = orderRow(1);
const requested = { customerId: "C1", placedAt: new Date(String(first["placedAt"])), orderNo: 1 };
const second = orderRow(2);
const elsewhere = { ...orderRow(1), PartitionKey: "cust!C2", customerId: "C2" };
const mismatch = { code: "decode.key-mismatch", entity: "Order" };
const lenient = { onMismatch: () => undefined };

function clientOver(responses: readonly StubResponse[], options: TableServiceClientOptions = {}) {
  const transport = recordingTransport((_, index) => responses[index] ?? {});
  const all = { transport, retry: false, ...options } as const;
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", all);
  return { service, transport, orders: service.entities(Order) };
}

const ok = (body: object): StubResponse => ({ status: 200, headers: [], body });
const rows = (...value: object[]): StubResponse => ok({ value });

describe("an answer with a row that was not asked for", () => {
  it.each([
    ["another RowKey", second],
    ["another PartitionKey", elsewhere],
  ])("is an error of get, getMany and getOrThrow: %s", async (_, other) => {
    const { orders } = clientOver([ok(other), ok(other), ok(other)]);
    await expect(orders.get(requested)).rejects.toMatchObject(mismatch);
    await expect(orders.getMany([requested])).rejects.toMatchObject(mismatch);
    await expect(orders.getOrThrow(requested)).rejects.toThrow(/asked for \("cust!C1".*returned the row/);
  });

  it("is an error of a query of one partition, of a range of RowKeys and of several kinds", async () => {
    const { orders, service } = clientOver(
      Array.from({ length: 5 }, (_, n) => rows(first, n < 4 ? elsewhere : second)),
    );
    const query = orders.query({ customerId: "C1" });
    await expect(query.toArray()).rejects.toMatchObject(mismatch);
    await expect(query.select("customerId").toArray()).rejects.toMatchObject(mismatch);
    const kinds = service.partition(Order.partition({ customerId: "C1" })).query(Order);
    await expect(kinds.toArray()).rejects.toMatchObject(mismatch);
    await expect(service.table("Shop").query("cust!C1").toArray()).rejects.toMatchObject({ code: mismatch.code });
    const { placedAt } = requested;
    await expect(query.rowKey.startsWith({ placedAt }).toArray()).rejects.toMatchObject(mismatch);
  });

  it("can be read where onMismatch accepts it, and no write takes it", async () => {
    for (const response of [ok(elsewhere), rows(elsewhere)]) {
      const { orders, service, transport } = clientOver([response], lenient);
      const read = "value" in (response.body as object) ? orders.query(requested).first() : orders.get(requested);
      const other = (await read) ?? expect.unreachable();
      expect(other.customerId).toBe("C2");
      const refused = expect.objectContaining({ ...mismatch, message: expect.stringContaining("for reading only") });
      await expect(orders.replace(other, { ifMatch: other.$etag })).rejects.toEqual(refused);
      await expect(orders.insertOrReplace(other)).rejects.toEqual(refused);
      await expect(orders.delete(other, { ifMatch: "*" })).rejects.toEqual(refused);
      await expect(orders.merge(other, { paid: true }, { ifMatch: "*" })).rejects.toEqual(refused);
      await expect(orders.modify(other, () => ({ set: { paid: true } }))).rejects.toEqual(refused);
      expect(() => Order.partition(other)).toThrow(refused);
      const { partition } = service.partition(Order.partition({ customerId: "C2" }));
      const transaction = service.transaction(partition, (tx) => tx.insertOrReplace(Order, other));
      await expect(transaction).rejects.toMatchObject({ code: mismatch.code });
      expect(transport.requests).toHaveLength(1);
      await orders.replace({ ...other }, { ifMatch: other.$etag });
      expect(transport.requests[1]?.url).toContain("cust!C2");
    }
  });

  it("is never modified or deleted, whatever onMismatch says", async () => {
    for (const other of [second, elsewhere]) {
      const { orders, transport } = clientOver([ok(other), rows(first, other)], lenient);
      await expect(orders.modify(requested, () => ({ set: { paid: false } }))).rejects.toMatchObject(mismatch);
      const { placedAt } = requested;
      const query = orders.query({ customerId: "C1" }).rowKey.startsWith({ placedAt });
      await expect(orders.deleteWhere(query, { max: 9 })).rejects.toMatchObject(mismatch);
      expect(transport.requests.map(({ method }) => method)).toEqual(["GET", "GET"]);
    }
  });

  it("tells nothing of a write that got no answer", async () => {
    const answers = [
      errorResponse(500, "InternalError"),
      ok(second),
      errorResponse(409, "EntityAlreadyExists"),
      ok(second),
      ok(second),
    ];
    const { orders } = clientOver(answers, { retry: { maxAttempts: 2, baseDelayMs: 0 } });
    const init = { ...requested, total: 1.5, sequence: 5n, currency: "EUR" } as const;
    await expect(orders.insert(init)).rejects.toMatchObject({
      code: "write.outcome-unknown",
      cause: { code: mismatch.code },
    });
  });
});

describe("counts of what was deleted", () => {
  const gone = errorResponse(404, "ResourceNotFound");
  const goneInSet = changesetResponse(
    `HTTP/1.1 404 Not Found\r\n\r\n${JSON.stringify({ "odata.error": { code: "ResourceNotFound", message: { lang: "en-US", value: "0:Gone." } } })}\r\n`,
  );
  const partition = Order.partition({ customerId: "C1" });

  it("leave out rows that were not there any more", async () => {
    const one = clientOver([rows(first), gone]);
    expect(await one.orders.deleteWhere(one.orders.query(requested), { max: 9 })).toEqual({ deleted: 0, changed: 1 });
    const two = clientOver([rows(first, second), goneInSet]);
    expect(await two.orders.deleteWhere(two.orders.query(requested), { max: 9 })).toEqual({ deleted: 1, changed: 1 });
    expect(await clientOver([rows(first), gone]).service.deletePartition(partition)).toBe(0);
    expect(await clientOver([rows(first, second), goneInSet]).service.deletePartition(partition)).toBe(1);
  });

  it("are told item by item of a bulk", async () => {
    const { orders } = clientOver([goneInSet]);
    const other = { ...requested, orderNo: 2 };
    const outcomes = [];
    const items = [requested, other].map((key) => ({ delete: key, ifMatch: "*" as const }));
    for await (const { index, ...outcome } of orders.bulk(items)) outcomes.push([index, outcome]);
    expect(outcomes).toEqual([
      [0, { ok: true, item: items[0], $etag: undefined, existed: false }],
      [1, { ok: true, item: items[1], $etag: undefined, existed: true }],
    ]);
  });

  it("ask for the kind and the keys alone, as they are stored", async () => {
    const { orders, transport } = clientOver([rows({ ...first, customerId: 5 })]);
    await orders.deleteWhere(orders.query({ customerId: "C1" }).metadata("none") as never, { max: 9 });
    const [query, deletion] = transport.requests;
    expect(new URL(query?.url ?? "").searchParams.get("$select")).toBe("PartitionKey,RowKey,kind");
    expect(deletion?.url).toContain(String(first["RowKey"]));
    expect(deletion?.headers).toContain(first["odata.etag"]);
  });
});
