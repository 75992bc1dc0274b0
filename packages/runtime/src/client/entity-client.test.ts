import { describe, expect, it } from "vitest";
import { errorResponse, recordedETag, recordingTransport } from "../test/recording-transport.js";
import { Order } from "../test/shop/index.js";
import { TableServiceClient, type TableServiceClientOptions } from "./table-service-client.js";

function ordersOver(transport: ReturnType<typeof recordingTransport>, options: TableServiceClientOptions = {}) {
  const text = "UseDevelopmentStorage=true";
  return TableServiceClient.fromConnectionString(text, { transport, retry: false, ...options }).entities(Order);
}

const key = { customerId: "C'1", placedAt: new Date("2024-05-06T07:08:09.123Z"), orderNo: 7 };
const init = { ...key, total: 5, sequence: 5n, currency: "EUR" } as const;
const id = Order.key(key);
const rowPath = `http://127.0.0.1:10002/devstoreaccount1/Shop(PartitionKey='cust!C''1',RowKey='${id.rowKey}')`;
const stored = {
  "odata.etag": recordedETag,
  PartitionKey: id.partitionKey,
  RowKey: id.rowKey,
  Timestamp: "2021-09-21T00:53:41.7166246Z",
  kind: "order",
  customerId: "C'1",
  "placedAt@odata.type": "Edm.DateTime",
  placedAt: "2024-05-06T07:08:09.123Z",
  orderNo: 7,
  total: 5,
  paid: false,
  "sequence@odata.type": "Edm.Int64",
  sequence: "5",
  currency: "EUR",
};

describe("writes", () => {
  const writes = {
    insert: (orders: ReturnType<typeof ordersOver>) => orders.insert(init),
    insertOrMerge: (orders: ReturnType<typeof ordersOver>) => orders.insertOrMerge(init),
    insertOrReplace: (orders: ReturnType<typeof ordersOver>) => orders.insertOrReplace(init),
    replace: (orders: ReturnType<typeof ordersOver>) => orders.replace(init, { ifMatch: recordedETag }),
    merge: (orders: ReturnType<typeof ordersOver>) => orders.merge(key, { paid: true }, { ifMatch: "*" }),
  };

  it.each(Object.entries(writes))(
    "%s sends both keys, equal to those of the address, and never a Timestamp",
    async (name, write) => {
      const transport = recordingTransport();
      expect(await write(ordersOver(transport))).toMatchObject({ $etag: recordedETag });
      const [request] = transport.requests;
      const body = JSON.parse(String(request?.body)) as Record<string, unknown>;
      expect(body).toMatchObject({ PartitionKey: id.partitionKey, RowKey: id.rowKey });
      expect(Object.keys(body)).not.toContain("Timestamp");
      expect(Object.values(body)).not.toContain(null);
      expect(request?.url).toBe(name === "insert" ? "http://127.0.0.1:10002/devstoreaccount1/Shop" : rowPath);
    },
  );

  it("a row that was read can be given back to replace", async () => {
    const transport = recordingTransport((request) => (request.method === "GET" ? { status: 200, body: stored } : {}));
    const orders = ordersOver(transport);
    const order = await orders.getOrThrow(key);
    await orders.replace(order, { ifMatch: order.$etag });
    const put = transport.requests[1];
    expect(put?.headers).toContain(recordedETag);
    const { "odata.etag": _etag, Timestamp: _timestamp, ...own } = stored;
    expect(JSON.parse(String(put?.body))).toEqual({ ...own, "total@odata.type": "Edm.Double" });
  });

  it("null and undefined from plain JavaScript are never sent: an optional is left out, a required property is missing", async () => {
    const transport = recordingTransport();
    const orders = ordersOver(transport);
    const given = { ...init, note: null, paymentId: undefined, paid: null } as never;
    await orders.insert(given);
    await orders.merge(key, { paid: true, note: null, total: undefined } as never, { ifMatch: "*" });
    for (const { body } of transport.requests) expect(String(body)).not.toMatch(/null|undefined|note|paymentId/);
    await expect(orders.insert({ ...init, total: null } as never)).rejects.toMatchObject({
      code: "value.missing",
      entity: "Order",
      property: "total",
    });
    expect(transport.requests).toHaveLength(2);
  });

  it("plain JavaScript cannot leave a condition out", async () => {
    const transport = recordingTransport();
    const orders = ordersOver(transport);
    const given: unknown[] = [
      undefined,
      {},
      { ifMatch: undefined },
      { ifMatch: "" },
      { ifMatch: 'W/"a"\r\nX-Evil: 1"' },
    ];
    for (const options of given as never[]) {
      await expect(orders.merge(key, { paid: true }, options)).rejects.toMatchObject({ code: "write.no-condition" });
      await expect(orders.replace(init, options)).rejects.toMatchObject({ code: "write.no-condition" });
      await expect(orders.delete(key, options)).rejects.toMatchObject({ code: "write.no-condition" });
    }
    expect(transport.requests).toHaveLength(0);
  });

  it("of a misspelt property is refused by name, in every form of a write", async () => {
    const transport = recordingTransport();
    const orders = ordersOver(transport);
    const misspelt = { ...init, notes: "n" };
    const misspeltKey = { ...key, notes: "n" };
    const any = { ifMatch: "*" } as const;
    for (const write of [
      () => orders.insert(misspelt),
      () => orders.insertOrMerge(misspelt),
      () => orders.insertOrReplace(misspelt),
      () => orders.replace(misspelt, any),
      () => orders.merge(key, { paid: true, notes: "n" } as never, any),
      () => orders.merge(misspeltKey, { paid: true }, any),
      () => orders.delete(misspeltKey, any),
      () => orders.get(misspeltKey),
      () => orders.getMany([misspeltKey]),
    ]) {
      await expect(write()).rejects.toMatchObject({
        code: "value.unknown-property",
        message: 'Order has no property "notes". Did you mean "note"?',
      });
    }
    expect(transport.requests).toHaveLength(0);
  });

  it("of nothing is not sent by merge: it would change the ETag alone", async () => {
    const transport = recordingTransport();
    const orders = ordersOver(transport);
    for (const changes of [{}, { note: undefined }]) {
      const merge = orders.merge(key, changes as never, { ifMatch: "*" });
      await expect(merge).rejects.toMatchObject({ code: "write.nothing", entity: "Order" });
    }
    expect(transport.requests).toHaveLength(0);
  });

  it("what is refused is refused before any byte is sent", async () => {
    const transport = recordingTransport();
    const orders = ordersOver(transport);
    await expect(orders.insert({ ...init, customerId: "x".repeat(65) })).rejects.toThrow(/Order\.customerId.*65.*64/s);
    await expect(orders.get({ ...key, customerId: "\ud800" })).rejects.toMatchObject({ code: "value.not-unicode" });
    await expect(orders.delete({ ...key, orderNo: -1 }, { ifMatch: "*" })).rejects.toMatchObject({ entity: "Order" });
    expect(transport.requests).toHaveLength(0);
  });

  it("what the service refuses names the entity and its keys", async () => {
    const orders = ordersOver(recordingTransport(() => errorResponse(412, "UpdateConditionNotSatisfied")));
    const { partitionKey, rowKey } = Order.key(key);
    const refused = await orders.merge(key, { paid: true }, { ifMatch: recordedETag }).catch((error: Error) => error);
    expect(refused).toMatchObject({ code: "entity.condition-not-met", entity: "Order", status: 412 });
    expect(String(refused)).toContain(`merge of Order (PartitionKey "${partitionKey}", RowKey "${rowKey}"): `);
    expect(String(refused)).toContain("read it again, or use modify");
  });

  it("merge is a PATCH on Storage and a tunnelled POST on Cosmos", async () => {
    const transport = recordingTransport();
    await ordersOver(transport).merge(key, { paid: true }, { ifMatch: "*" });
    await ordersOver(transport, { kind: "cosmos" }).merge(key, { paid: true }, { ifMatch: "*" });
    expect(transport.requests.map((request) => request.method)).toEqual(["PATCH", "POST"]);
    expect(transport.requests[1]?.headers).toEqual(expect.arrayContaining(["X-HTTP-Method", "MERGE"]));
  });
});

describe("reads", () => {
  it("get gives an instance with its ETag, or undefined; a missing table is an error", async () => {
    const order = await ordersOver(recordingTransport(() => ({ status: 200, body: stored }))).get(key);
    expect(order).toBeInstanceOf(Order);
    expect(order).toMatchObject({ ...init, paid: false, $etag: recordedETag, $kind: "order" });
    expect(await ordersOver(recordingTransport(() => errorResponse(404, "ResourceNotFound"))).get(key)).toBeUndefined();
    await expect(
      ordersOver(recordingTransport(() => errorResponse(404, "TableNotFound"))).get(key),
    ).rejects.toMatchObject({
      code: "table.not-found",
    });
  });

  it("getOrThrow names the entity and its keys", async () => {
    const missing = ordersOver(recordingTransport(() => errorResponse(404, "ResourceNotFound")));
    await expect(missing.getOrThrow(key)).rejects.toThrow(`There is no Order with PartitionKey "cust!C'1"`);
  });

  it("a row of another kind is an error", async () => {
    const orders = ordersOver(recordingTransport(() => ({ status: 200, body: { ...stored, kind: "line" } })));
    await expect(orders.get(key)).rejects.toMatchObject({ code: "entity.wrong-kind", entity: "Order" });
  });

  it.each([
    [4, 4],
    [undefined, 32],
  ])(
    "getMany gives a result for each key, in order, with the concurrency %s: %d requests at once",
    async (concurrency, bound) => {
      let underWay = 0;
      let most = 0;
      const transport = recordingTransport(async (request) => {
        most = Math.max(most, ++underWay);
        await new Promise((resolve) => setImmediate(resolve));
        underWay--;
        const rowKey = /RowKey='(.*)'/.exec(request.url)?.[1] ?? "";
        const body = { ...stored, RowKey: rowKey, orderNo: Number(rowKey.slice(-10)) };
        return rowKey.endsWith("!0000000003") ? errorResponse(404, "ResourceNotFound") : { status: 200, body };
      });
      const keys = Array.from({ length: 40 }, (_, orderNo) => ({ ...key, orderNo }));
      const found = await ordersOver(transport).getMany(keys, { concurrency });
      expect(found.map((order) => order === undefined)).toEqual(keys.map(({ orderNo }) => orderNo === 3));
      expect(most).toBe(bound);
    },
  );

  it.each([0, -1, 1.5, Number.NaN])("getMany, modify and bulk refuse %d as a count", async (count) => {
    const orders = ordersOver(recordingTransport());
    const refused = { code: "config.invalid-option" };
    await expect(orders.getMany([key], { concurrency: count })).rejects.toMatchObject(refused);
    await expect(orders.modify(key, () => undefined, { attempts: count })).rejects.toMatchObject(refused);
    expect(() => orders.bulk([], { concurrency: count })).toThrow(expect.objectContaining(refused));
  });

  it("delete tells whether the row existed", async () => {
    expect(await ordersOver(recordingTransport()).delete(key, { ifMatch: "*" })).toBe(true);
    const missing = ordersOver(recordingTransport(() => errorResponse(404, "ResourceNotFound")));
    expect(await missing.delete(key, { ifMatch: "*" })).toBe(false);
  });
});
