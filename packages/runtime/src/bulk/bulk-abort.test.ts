import { describe, expect, it } from "vitest";
import { TableServiceClient } from "../client/table-service-client.js";
import type { HttpRequest } from "../http/http-message.js";
import { changesetResponse } from "../test/changeset-response.js";
import { orderRow } from "../test/order-rows.js";
import { errorResponse, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { Order, type OrderTypes } from "../test/shop/index.js";
import type { BulkItem } from "./bulk.js";

const item = (customerId: string, orderNo = 1): BulkItem<OrderTypes> => ({
  delete: { customerId, placedAt: new Date(0), orderNo },
  ifMatch: "*",
});
const deleted: StubResponse = { status: 204 };
const found = (...rows: object[]): StubResponse => ({ status: 200, headers: [], body: { value: rows } });
const customerOf = ({ url, body }: HttpRequest) => /cust!(C\d)/.exec(decodeURIComponent(url) + body)?.[1];

/** Returns orders of a service that responds until `respond` lets a request hang. The signal aborts once a request hangs. */
function orders(respond: (request: HttpRequest) => StubResponse | Promise<StubResponse> | undefined) {
  const controller = new AbortController();
  const transport = recordingTransport((request) => {
    const response = respond(request);
    if (response !== undefined) return response;
    setTimeout(() => controller.abort(new Error("enough")), 20);
    return new Promise<never>(() => {});
  });
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
  return { service, orders: service.entities(Order), signal: controller.signal, transport };
}

async function iterate(bulk: AsyncIterable<{ readonly ok: boolean }>): Promise<never> {
  for await (const _ of bulk);
  return expect.unreachable();
}

describe("a bulk that is aborted", () => {
  const hangsForC2 = (request: HttpRequest) => (customerOf(request) === "C2" ? undefined : deleted);

  it("says at the end of its iteration that items may have been written", async () => {
    const client = orders(hangsForC2);
    const bulk = client.orders.bulk([item("C1"), item("C2"), item("C2", 2)], { signal: client.signal });
    await expect(iterate(bulk)).rejects.toMatchObject({
      code: "request.aborted",
      outcome: "unknown",
      ambiguousAttempts: [{}],
      cause: new Error("enough"),
      message: "The bulk was aborted by the caller's signal. It wrote 1 item before. 2 items may have been written.",
    });
  });

  it("has no unknown outcome where nothing was under way", async () => {
    const client = orders(hangsForC2);
    const bulk = client.orders.bulk([item("C1")], { signal: AbortSignal.abort() });
    await expect(iterate(bulk)).rejects.toMatchObject({ code: "request.aborted", outcome: undefined });
    expect(client.transport.requests).toEqual([]);
  });

  it("tells what was under way also where the same signal aborts its source", async () => {
    const client = orders((request) => (request.method === "GET" ? found(orderRow(1)) : undefined));
    async function* source() {
      yield item("C1");
      await new Promise((resolve) => client.signal.addEventListener("abort", resolve));
      for (const { customerId } of await client.orders.scan().toArray({ signal: client.signal }))
        yield item(customerId);
    }
    const bulk = client.orders.bulk(source(), { signal: client.signal });
    await expect(iterate(bulk)).rejects.toMatchObject({ code: "request.aborted", outcome: "unknown" });
  });

  it("counts what was written where it is awaited", async () => {
    const controller = new AbortController();
    const client = orders(() => deleted);
    function* source() {
      yield item("C1");
      yield item("C2");
    }
    const onProgress = () => controller.abort();
    const bulk = client.orders.bulk(source(), { signal: controller.signal, concurrency: 1, onProgress });
    await expect(Promise.resolve(bulk)).rejects.toMatchObject({
      code: "bulk.failed",
      written: 1,
      failed: 1,
      outcome: undefined,
      cause: { code: "request.aborted" },
    });
  });
});

describe("rows of a query that are written until the call is aborted", () => {
  const row = (customerId: string) => ({ ...orderRow(1), customerId, PartitionKey: `cust!${customerId}` });
  const hangs = (request: HttpRequest) => {
    if (request.method === "GET") return found(row("C1"), row("C2"));
    return customerOf(request) === "C2" ? undefined : {};
  };
  const calls = {
    deleteWhere: ({ orders, signal }) => orders.deleteWhere(orders.scan(), { max: 5, signal }),
    updateWhere: ({ orders, signal }) => orders.updateWhere(orders.scan(), { paid: true }, { max: 5, signal }),
  } satisfies Record<string, (client: ReturnType<typeof orders>) => Promise<unknown>>;

  it.each(Object.entries(calls))("%s counts them, and says that more may have been written", async (_, call) => {
    await expect(call(orders(hangs))).rejects.toMatchObject({
      code: "bulk.failed",
      written: 1,
      failed: 1,
      outcome: "unknown",
      cause: { code: "request.aborted" },
    });
  });

  it.each(Object.entries(calls))("%s fails as the only one under way does", async (_, call) => {
    const client = orders((request) => (request.method === "GET" ? found(row("C2")) : undefined));
    await expect(call(client)).rejects.toMatchObject({ code: "request.aborted", outcome: "unknown" });
  });

  it("deletePartition says that more may have been deleted", async () => {
    const { service, signal } = orders((request) => (request.method === "GET" ? found(row("C2")) : undefined));
    const deletion = service.deletePartition(Order.partition({ customerId: "C2" }), { signal });
    await expect(deletion).rejects.toMatchObject({ code: "request.aborted", outcome: "unknown" });
  });

  it("are counted where another row fails, and none is sent after that", async () => {
    const rows = ["C1", "C2", "C3", "C4"].map(row);
    const client = orders((request) => {
      if (request.method === "GET") return found(...rows);
      if (customerOf(request) === "C1") return errorResponse(403, "AuthorizationFailure");
      return new Promise((resolve) => setTimeout(resolve, 20, deleted));
    });
    const deletion = client.orders.deleteWhere(client.orders.scan(), { max: 5, concurrency: 2 });
    await expect(deletion).rejects.toMatchObject({
      code: "bulk.failed",
      written: 2,
      failed: 2,
      outcome: undefined,
      cause: { code: "auth.forbidden" },
    });
    expect(client.transport.requests).toHaveLength(4);
  });
});

it("deletePartition counts the rows that it deleted before it could read no further", async () => {
  const next = ["x-ms-continuation-NextPartitionKey", "1!8!Y3VzdA--"];
  const deletion = "HTTP/1.1 204 No Content\r\n\r\n";
  const responses = [{ ...found(orderRow(1), orderRow(2)), headers: next }, changesetResponse(deletion, deletion)];
  const transport = recordingTransport(async ({ method }) => {
    if (method === "GET" && responses.length < 2) await new Promise((resolve) => setTimeout(resolve, 100));
    return (
      (method === "GET" && responses.length < 2 ? undefined : responses.shift()) ??
      errorResponse(403, "AuthorizationFailure")
    );
  });
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
  await expect(service.deletePartition(Order.partition({ customerId: "C1" }))).rejects.toMatchObject({
    code: "bulk.failed",
    written: 2,
    failed: 0,
    outcome: undefined,
    message: expect.stringMatching(/^The bulk ended after it had written 2 items: .*queryEntities/),
    cause: { code: "auth.forbidden" },
  });
});
