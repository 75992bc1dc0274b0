import { describe, expect, it } from "vitest";
import { TableServiceClient } from "../client/table-service-client.js";
import type { HttpRequest } from "../http/http-message.js";
import { orderRow } from "../test/order-rows.js";
import { errorResponse, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { Order, type OrderTypes } from "../test/shop/index.js";
import { changesetResponse } from "../test/transaction-response.js";
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
      message:
        "The bulk was aborted by the caller's signal. It wrote 1 item before. The outcome of 2 items is unknown. The write may have been applied.",
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
      failures: [
        { index: 0, error: { code: "auth.forbidden" } },
        { index: 3, error: { code: "bulk.not-attempted", message: "Another row failed before this one was sent." } },
      ],
    });
    expect(client.transport.requests).toHaveLength(4);
  });
});

it("a row that a lost request may have written fails as that request did, where another row ends the call", async () => {
  const row = (customerId: string, orderNo: number) => {
    return { ...orderRow(orderNo), customerId, PartitionKey: `cust!${customerId}` };
  };
  const lost = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
  const client = orders(async (request) => {
    const isQuery = request.method === "GET" && request.url.includes("()");
    if (isQuery) return found(row("C1", 1), row("C1", 2), row("C2", 1));
    if (request.method === "GET" || request.url.endsWith("$batch")) throw lost;
    const isOther = customerOf(request) === "C2";
    await new Promise((resolve) => setTimeout(resolve, isOther ? 20 : 100));
    return isOther ? errorResponse(403, "AuthorizationFailure") : deleted;
  });
  const deletion = client.orders.deleteWhere(client.orders.scan(), { max: 5 });
  await expect(deletion).rejects.toMatchObject({
    code: "bulk.failed",
    written: 1,
    outcome: "unknown",
    failures: [
      { index: 2, error: { code: "auth.forbidden" } },
      { index: 1, error: { code: "request.failed", outcome: "unknown" } },
    ],
  });
});

it("a bulk whose iteration is left aborts what is in flight, and waits until its source has ended", async () => {
  const signals: (HttpRequest["signal"] | undefined)[] = [];
  const client = orders((request) => {
    signals.push(request.signal);
    return customerOf(request) === "C1" ? deleted : new Promise<never>(() => {});
  });
  let hasEnded = false;
  async function* source() {
    try {
      yield item("C2");
      yield item("C1");
      await new Promise((resolve) => setTimeout(resolve, 200));
      yield item("C1", 2);
    } finally {
      await new Promise((resolve) => setTimeout(resolve, 20));
      hasEnded = true;
    }
  }
  for await (const { ok } of client.orders.bulk(source())) if (ok) break;
  expect(hasEnded).toBe(true);
  expect(signals[0]?.aborted).toBe(true);
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
