import { describe, expect, it } from "vitest";
import { TableServiceClient, type TableServiceClientOptions } from "../client/table-service-client.js";
import { orderRow } from "../test/order-rows.js";
import { errorResponse, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { Order } from "../test/shop/index.js";
import { changesetResponse } from "../test/transaction-response.js";

const found = (...rows: object[]): StubResponse => ({ status: 200, headers: [], body: { value: rows } });
const merged = (n: number) => `HTTP/1.1 204 No Content\r\nETag: W/"new ${n}"\r\n\r\n`;
const failed = (status: number, code: string, index: number) => {
  const error = { code, message: { lang: "en-US", value: `${index}:Refused.` } };
  return changesetResponse(`HTTP/1.1 ${status} Refused\r\n\r\n${JSON.stringify({ "odata.error": error })}\r\n`);
};

function ordersOver(responses: readonly StubResponse[], options: TableServiceClientOptions = {}) {
  const transport = recordingTransport((_, index) => responses[index] ?? expect.unreachable());
  const all = { transport, retry: false, ...options } as const;
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", all);
  const methods = () => transport.requests.map(({ method }) => method);
  return { transport, methods, service, orders: service.entities(Order) };
}

const partsOf = (body: unknown) => [...String(body).matchAll(/^(\w+) http\S+ HTTP\/1.1\r$/gm)].map(([, name]) => name);
const bodiesOf = (body: unknown) => [...String(body).matchAll(/^\{.*\}\r?$/gm)].map(([json]) => JSON.parse(json));

describe("updateWhere with changes", () => {
  it("reads keys alone and merges each row under the ETag that was read", async () => {
    const { transport, orders } = ordersOver([
      found(orderRow(1), orderRow(2)),
      changesetResponse(merged(1), merged(2)),
    ]);
    const counts = await orders.updateWhere(orders.query({ customerId: "C1" }), { paid: false, note: "n" }, { max: 5 });
    expect(counts).toEqual({ updated: 2, changed: 0 });
    const [query, batch] = transport.requests;
    expect(query?.url).toMatch(/\$select=PartitionKey%2CRowKey%2Ckind&\$top=6$/);
    expect(partsOf(batch?.body)).toEqual(["PATCH", "PATCH"]);
    const { PartitionKey, RowKey } = orderRow(1);
    expect(bodiesOf(batch?.body)[0]).toEqual({ PartitionKey, RowKey, paid: false, note: "n" });
    const conditions = [...String(batch?.body).matchAll(/^If-Match: (.*)\r$/gm)].map(([, condition]) => condition);
    expect(conditions).toEqual([1, 2].map((n) => orderRow(n)["odata.etag"]));
  });

  it.each([
    [412, "UpdateConditionNotSatisfied"],
    [404, "ResourceNotFound"],
  ])("leaves rows alone that were changed or deleted since: %i", async (status, code) => {
    const rows = found(orderRow(1), orderRow(2), orderRow(3));
    const { orders } = ordersOver([rows, failed(status, code, 1), changesetResponse(merged(1), merged(3))]);
    expect(await orders.updateWhere(orders.scan(), { paid: true }, { max: 5 })).toEqual({ updated: 2, changed: 1 });
  });

  it("writes nothing where there is more than it was told, or a row of another kind", async () => {
    const many = ordersOver([found(orderRow(1), orderRow(2))]);
    const tooMany = many.orders.updateWhere(many.orders.scan(), { paid: true }, { max: 1 });
    await expect(tooMany).rejects.toMatchObject({ code: "query.too-many-rows" });
    for (const changes of [{ paid: true }, () => ({ set: { paid: true } })]) {
      const others = [
        [{ ...orderRow(2), kind: "line" }, "entity.wrong-kind"],
        [{ ...orderRow(2), PartitionKey: "cust!C2", customerId: "C2" }, "decode.key-mismatch"],
      ] as const;
      for (const [other, code] of others) {
        const { orders, methods } = ordersOver([found(orderRow(1), other)], { onMismatch: () => undefined });
        const query = orders.query({ customerId: "C1" });
        await expect(orders.updateWhere(query, changes, { max: 5 })).rejects.toMatchObject({ code });
        // One read more may ask whether these are the keys of a later definition.
        expect([...new Set(methods())]).toEqual(["GET"]);
      }
    }
  });

  it("writes nothing where it may find no row, and there is none", async () => {
    const { orders, methods } = ordersOver([found()]);
    expect(await orders.updateWhere(orders.scan(), { paid: true }, { max: 0 })).toEqual({ updated: 0, changed: 0 });
    expect(methods()).toEqual(["GET"]);
  });

  it("refuses changes that no row can take before anything is sent", async () => {
    const { orders, methods } = ordersOver([]);
    const asking = (changes: unknown) => orders.updateWhere(orders.scan(), changes as never, { max: 5 });
    await expect(asking({})).rejects.toMatchObject({ code: "write.nothing" });
    await expect(asking({ note: undefined })).rejects.toMatchObject({ code: "write.nothing" });
    await expect(asking({ orderNo: 5 })).rejects.toMatchObject({
      code: "key.changed",
      message: "Order.orderNo is part of the key and cannot change; leave it out of the changes of updateWhere.",
    });
    await expect(asking({ total: "5" })).rejects.toMatchObject({ code: "value.wrong-type", property: "total" });
    await expect(asking({ totl: 5 })).rejects.toMatchObject({ code: "value.unknown-property" });
    await expect(asking({ set: { total: 5 } })).rejects.toMatchObject({ code: "value.unknown-property" });
    await expect(asking(5)).rejects.toMatchObject({ code: "value.wrong-type" });
    expect(methods()).toEqual([]);
  });

  it("rejects with any other refusal", async () => {
    const { orders } = ordersOver([found(orderRow(1)), errorResponse(403, "AuthorizationFailure")]);
    await expect(orders.updateWhere(orders.scan(), { paid: true }, { max: 5 })).rejects.toMatchObject({ status: 403 });
  });
});

describe("updateWhere with a function", () => {
  it("merges what it sets, replaces where it unsets, and leaves a row as it is", async () => {
    const rows = [orderRow(1), { ...orderRow(2), note: "n", newer: 7 }, orderRow(3), orderRow(4)];
    const { transport, orders } = ordersOver([found(...rows), changesetResponse(merged(1), merged(2))]);
    const seen: unknown[] = [];
    const counts = await orders.updateWhere(
      orders.query({ customerId: "C1" }),
      async (order) => {
        seen.push(order);
        if (order.orderNo === 1) return { set: { total: order.total + 1 } };
        if (order.orderNo === 2) return { unset: ["note"] };
        return order.orderNo === 3 ? {} : undefined;
      },
      { max: 5 },
    );
    expect(counts).toEqual({ updated: 2, changed: 0 });
    expect(seen).toHaveLength(4);
    expect(seen[0]).toBeInstanceOf(Order);
    const [query, batch] = transport.requests;
    expect(query?.url).not.toContain("$select");
    expect(partsOf(batch?.body)).toEqual(["PATCH", "PUT"]);
    const [merge, replace] = bodiesOf(batch?.body);
    expect(merge).toMatchObject({ total: 2.5 });
    expect(merge).not.toHaveProperty("currency");
    expect(replace).toMatchObject({ total: 1.5, currency: "EUR", newer: 7 });
    expect(replace).not.toHaveProperty("note");
  });

  it("writes nothing where the properties of a row do not give its keys, unless onMismatch accepts them", async () => {
    const other: Record<string, unknown> = { ...orderRow(2), orderNo: 9 };
    const change = () => ({ set: { paid: false } });
    const strict = ordersOver([found(orderRow(1), other)]);
    const refused = strict.orders.updateWhere(strict.orders.scan(), change, { max: 5 });
    await expect(refused).rejects.toMatchObject({ code: "decode.key-mismatch" });
    expect(strict.methods()).toEqual(["GET"]);
    const { orders, transport } = ordersOver([found(other), {}], { onMismatch: () => undefined });
    expect(await orders.updateWhere(orders.scan(), change, { max: 5 })).toEqual({ updated: 1, changed: 0 });
    expect(JSON.parse(String(transport.requests[1]?.body))).toMatchObject({ RowKey: other["RowKey"], paid: false });
  });

  it("writes nothing where it throws or returns what is no change", async () => {
    for (const [change, message] of [
      [(order: Order) => (order.orderNo === 2 ? Promise.reject(new Error("no")) : { set: { paid: false } }), "no"],
      [(order: Order) => order, "The callback of updateWhere returned an object with customerId for Order."],
      [() => ({ set: { note: "n" }, unset: ["note"] }), "in both set and unset of the change that updateWhere got"],
      [() => ({ set: { orderNo: 9 } }), "Order.orderNo is part of the key and cannot change to 9"],
    ] as const) {
      const { orders, methods } = ordersOver([found(orderRow(1), orderRow(2))]);
      await expect(orders.updateWhere(orders.scan(), change as never, { max: 5 })).rejects.toThrow(message);
      expect(methods()).toEqual(["GET"]);
    }
  });
});
