import { describe, expect, it, onTestFinished, vi } from "vitest";
import { TableServiceClient } from "../client/table-service-client.js";
import { errorResponse, recordedETag, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { Order } from "../test/shop/index.js";

const key = { customerId: "C1", placedAt: new Date("2024-05-06T07:08:09.123Z"), orderNo: 7 };
const { partitionKey, rowKey } = Order.key(key);
const payload =
  `{"odata.etag":${JSON.stringify(recordedETag)},"PartitionKey":"${partitionKey}","RowKey":"${rowKey}","Timestamp":"2021-09-21T00:53:41.7166246Z",` +
  '"kind":"order","customerId":"C1","placedAt@odata.type":"Edm.DateTime","placedAt":"2024-05-06T07:08:09.123Z","orderNo":7,"total":5.0,"paid":false,' +
  '"sequence@odata.type":"Edm.Int64","sequence":"5","currency":"EUR","note":"n","newerDouble":7.0,"newerInt":7,"newerDate@odata.type":"Edm.DateTime","newerDate":"2024-01-01T00:00:00.1234567Z"}';
const overtaken = errorResponse(412, "UpdateConditionNotSatisfied");

function ordersOver(...writes: StubResponse[]) {
  let written = 0;
  const transport = recordingTransport((request) =>
    request.method === "GET" ? { status: 200, body: payload } : (writes[written++] ?? {}),
  );
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
  return { transport, orders: service.entities(Order) };
}

describe("modify", () => {
  it("waits before it reads again, and ends its wait with the caller's signal", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const controller = new AbortController();
    const { transport, orders } = ordersOver(overtaken);
    const call = orders.modify(key, () => ({ set: { paid: true } }), { signal: controller.signal });
    while (transport.requests.length < 2) await new Promise(setImmediate);
    controller.abort(new Error("enough"));
    await expect(call).rejects.toMatchObject({ code: "request.aborted", message: expect.stringContaining("wait") });
    expect(transport.requests).toHaveLength(2);
  });

  it("sends a merge of the changes alone, under the ETag that was read", async () => {
    const { transport, orders } = ordersOver();
    expect(await orders.modify(key, ({ total }) => ({ set: { total: total + 1 } }))).toMatchObject({
      $etag: recordedETag,
    });
    const [, merge] = transport.requests;
    expect(merge?.method).toBe("PATCH");
    expect(merge?.headers).toEqual(expect.arrayContaining(["If-Match", recordedETag]));
    expect(JSON.parse(String(merge?.body))).toEqual({
      PartitionKey: partitionKey,
      RowKey: rowKey,
      "total@odata.type": "Edm.Double",
      total: 6,
    });
  });

  it("replaces the payload as it was read where a property is unset, with what nothing declares", async () => {
    const { transport, orders } = ordersOver();
    await orders.modify(key, () => ({ set: { paid: true }, unset: ["note"] }));
    const [, put] = transport.requests;
    expect(put?.method).toBe("PUT");
    expect(put?.headers).toEqual(expect.arrayContaining(["If-Match", recordedETag]));
    const body = String(put?.body);
    expect(body).toContain('"newerDouble@odata.type":"Edm.Double","newerDouble":7.0');
    expect(body).toContain('"newerInt":7');
    expect(body).not.toContain("newerInt@");
    expect(body).toContain('"newerDate@odata.type":"Edm.DateTime","newerDate":"2024-01-01T00:00:00.1234567Z"');
    expect(JSON.parse(body)).toMatchObject({ paid: true, total: 5, kind: "order", sequence: "5" });
    for (const name of ["note", "Timestamp", "odata.etag"]) expect(JSON.parse(body)).not.toHaveProperty([name]);
  });

  it("refuses what is both set and unset, and what no change is", async () => {
    const { transport, orders } = ordersOver();
    const asking = (change: unknown) => orders.modify(key, () => change as never);
    await expect(asking({ set: { note: "n" }, unset: ["note"] })).rejects.toMatchObject({
      code: "modify.contradiction",
      property: "note",
    });
    await expect(asking({ set: { notes: undefined } })).rejects.toMatchObject({ code: "value.unknown-property" });
    await expect(asking({ set: { paid: true, notes: "n" } })).rejects.toThrow('Did you mean "note"?');
    await expect(asking({ unset: ["notes"] })).rejects.toThrow('Order has no property "notes". Did you mean "note"?');
    for (const change of [5, "x", [], { set: 5 }, { unset: "note" }, { set: {}, unset: [5] }]) {
      await expect(asking(change)).rejects.toMatchObject({ code: "value.wrong-type", entity: "Order" });
    }
    expect(transport.requests.map(({ method }) => method)).not.toContain("PATCH");
    expect(transport.requests.map(({ method }) => method)).not.toContain("PUT");
  });

  it("writes nothing for a change without a value, also where null stands for undefined", async () => {
    const { transport, orders } = ordersOver();
    for (const change of [{}, { set: {} }, { set: { note: undefined } }, { set: { note: null } }, { unset: [] }]) {
      expect(await orders.modify(key, () => change as never)).toMatchObject({ $etag: recordedETag });
    }
    await orders.modify(key, () => ({ set: { note: undefined }, unset: ["note"] }) as never);
    expect(transport.requests.map(({ method }) => method)).toEqual([...Array(6).fill("GET"), "PUT"]);
  });

  it("writes nothing for null, which plain JavaScript gives for undefined", async () => {
    const { transport, orders } = ordersOver();
    expect(await orders.modify(key, () => null as never)).toMatchObject({ $etag: recordedETag });
    expect(transport.requests).toHaveLength(1);
  });

  it("reads the primary, whatever other reads ask", async () => {
    const transport = recordingTransport(({ method }) => (method === "GET" ? { status: 200, body: payload } : {}));
    const options = { transport, readFrom: "secondary" } as const;
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", options);
    await service.entities(Order).modify(key, () => ({ set: { paid: true } }));
    expect(transport.requests.map(({ url }) => url.includes("-secondary"))).toEqual([false, false]);
  });

  it("refuses the row itself as what is to change, and what else is no change", async () => {
    const { transport, orders } = ordersOver();
    await expect(orders.modify(key, (row) => row as never)).rejects.toMatchObject({
      code: "value.wrong-type",
      entity: "Order",
      message:
        "The callback of modify returned an object with customerId for Order. Return the changes as { set, unset }.",
    });
    expect(transport.requests).toHaveLength(1);
  });

  it.each<[string, () => object | undefined]>([
    ["undefined", () => undefined],
    ["no change", () => ({})],
    ["only what is undefined", () => ({ set: { note: undefined }, unset: [] })],
  ])("writes nothing where the callback gives %s", async (_, change) => {
    const { transport, orders } = ordersOver();
    expect(await orders.modify(key, change as never)).toMatchObject({ $etag: recordedETag });
    expect(transport.requests).toHaveLength(1);
  });

  it("reads again where another writer was faster, and waits for a promise", async () => {
    const { transport, orders } = ordersOver(overtaken, overtaken);
    let calls = 0;
    await orders.modify(key, async () => {
      calls++;
      return { set: { paid: true } };
    });
    expect(calls).toBe(3);
    expect(transport.requests.map(({ method }) => method)).toEqual(["GET", "PATCH", "GET", "PATCH", "GET", "PATCH"]);
  });

  it("gives up after its attempts, and says how many there were", async () => {
    const { orders } = ordersOver(overtaken, overtaken, overtaken);
    await expect(orders.modify(key, () => ({ set: { paid: true } }), { attempts: 3 })).rejects.toMatchObject({
      code: "write.contended",
      message: expect.stringContaining("all 3 attempts"),
      cause: { code: "entity.condition-not-met", status: 412 },
    });
  });

  describe("with orInsert", () => {
    const init = { ...key, total: 1, sequence: 1n, currency: "EUR" } as const;
    const missing = errorResponse(404, "ResourceNotFound");
    const exists = errorResponse(409, "EntityAlreadyExists");
    const found: StubResponse = { status: 200, body: payload };
    const count = (order: Order) => ({ set: { total: order.total + 1 } });

    function ordersAnswering(...responses: StubResponse[]) {
      const transport = recordingTransport((_, index) => responses[index] ?? expect.unreachable());
      const options = { transport, retry: { baseDelayMs: 0 } } as const;
      const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", options);
      const methods = () => transport.requests.map(({ method }) => method);
      return { transport, methods, orders: service.entities(Order) };
    }

    it("inserts the row where there is none, with defaults filled in", async () => {
      const { transport, methods, orders } = ordersAnswering(missing, {});
      expect(await orders.modify(key, () => expect.unreachable(), { orInsert: init })).toMatchObject({
        $etag: recordedETag,
      });
      expect(methods()).toEqual(["GET", "POST"]);
      expect(JSON.parse(String(transport.requests[1]?.body))).toMatchObject({ RowKey: rowKey, total: 1, paid: false });
    });

    it("modifies the row that another client inserts first", async () => {
      const { methods, orders } = ordersAnswering(missing, exists, found, {});
      await orders.modify(key, count, { orInsert: init });
      expect(methods()).toEqual(["GET", "POST", "GET", "PATCH"]);
    });

    it("inserts the row that another client deletes before its change is written", async () => {
      const { methods, orders } = ordersAnswering(found, missing, missing, {});
      await orders.modify(key, count, { orInsert: init });
      expect(methods()).toEqual(["GET", "PATCH", "GET", "POST"]);
    });

    it("reads the row back where an attempt to insert got no usable response", async () => {
      const lost = { status: 500, body: "" };
      const before = ordersAnswering(missing, lost, missing, exists, found, found, {});
      await before.orders.modify(key, count, { orInsert: init });
      expect(before.methods()).toEqual(["GET", "POST", "GET", "POST", "GET", "GET", "PATCH"]);
      const body = payload.replace("2021-09-21T00:53:41.7166246Z", new Date().toISOString());
      const meanwhile = ordersAnswering(missing, lost, missing, exists, { status: 200, body });
      await expect(meanwhile.orders.modify(key, count, { orInsert: init })).rejects.toMatchObject({
        code: "write.outcome-unknown",
      });
    });

    it("gives up after its attempts", async () => {
      const { orders } = ordersAnswering(missing, exists, missing, exists);
      await expect(orders.modify(key, count, { orInsert: init, attempts: 2 })).rejects.toMatchObject({
        code: "write.contended",
        cause: { code: "entity.already-exists" },
      });
    });

    it("refuses another key, a value and a property of its own before anything is sent", async () => {
      const { methods, orders } = ordersAnswering();
      const asking = (orInsert: unknown) => orders.modify(key, count, { orInsert: orInsert as never });
      await expect(asking({ ...init, orderNo: 8 })).rejects.toMatchObject({
        code: "modify.contradiction",
        message: expect.stringMatching(/would insert the row .* Give orInsert the properties of that key/),
      });
      await expect(asking({ ...init, total: "1" })).rejects.toMatchObject({ code: "value.wrong-type" });
      await expect(asking({ ...init, totl: 1 })).rejects.toMatchObject({ code: "value.unknown-property" });
      expect(methods()).toEqual([]);
    });
  });

  it("ends with other errors at once", async () => {
    const { transport, orders } = ordersOver(errorResponse(404, "ResourceNotFound"));
    await expect(orders.modify(key, () => ({ set: { paid: true } }))).rejects.toMatchObject({
      code: "entity.not-found",
    });
    expect(transport.requests).toHaveLength(2);
    await expect(orders.modify(key, () => ({ unset: ["total"] as never }))).rejects.toThrow(/total.*required/);
    await expect(
      orders.modify(key, () => {
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
  });
});
