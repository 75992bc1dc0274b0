import { describe, expect, it } from "vitest";
import { TableServiceClient } from "../client/table-service-client.js";
import type { Transport } from "../http/http-message.js";
import type { RetryOptions } from "../http/retry-delay.js";
import { undiciTransport } from "../http/transport/undici-transport.js";
import { startServer } from "../test/account/loopback.js";
import { errorResponse, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { OrderLine, type OrderLineTypes } from "../test/shop/index.js";
import { refusedTransaction } from "../test/transaction-response.js";
import type { BulkItem, BulkOutcome } from "./bulk.js";

type Item = BulkItem<OrderLineTypes>;

const inserts = (count: number, customers = 1): Item[] =>
  Array.from({ length: count }, (_, index) => ({
    insert: { customerId: `C${index % customers}`, orderNo: 1, lineNo: index + 1, sku: "A", quantity: 1 },
  }));

const connect = (transport: Transport, retry: RetryOptions | false = false) =>
  TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry }).entities(OrderLine);

describe("a bulk that is aborted", () => {
  async function outcomesOf(bulk: AsyncIterable<BulkOutcome<Item>>): Promise<BulkOutcome<Item>[]> {
    const outcomes: BulkOutcome<Item>[] = [];
    const reading = (async () => {
      for await (const outcome of bulk) outcomes.push(outcome);
    })();
    await expect(reading).rejects.toMatchObject({ code: "request.aborted" });
    return outcomes.toSorted((a, b) => a.index - b.index);
  }

  it.each([1, 2])("says of %i items that wait to be sent again that they may have been written", async (count) => {
    const controller = new AbortController();
    const transport = recordingTransport(() => {
      setTimeout(() => controller.abort(), 5);
      return errorResponse(503, "ServerBusy");
    });
    const outcomes = await outcomesOf(connect(transport).bulk(inserts(count), { signal: controller.signal }));
    expect(outcomes).toHaveLength(count);
    const message = "The bulk was aborted before this item was sent again. The write may have been applied.";
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ ok: false, error: { outcome: "unknown", message } });
    expect(transport.requests).toHaveLength(1);
  });

  it("says of an item that never left that it was not sent", async () => {
    const controller = new AbortController();
    const arrived: unknown[] = [];
    const server = await startServer((request) => {
      arrived.push(request.url);
      setTimeout(() => controller.abort(), 20);
    });
    const transport = undiciTransport({ proxy: false, connections: 1 });
    const account = "DefaultEndpointsProtocol=http;AccountName=a;AccountKey=a2V5;TableEndpoint=";
    const service = TableServiceClient.fromConnectionString(`${account}${server.url}`, { transport });
    const bulk = service.entities(OrderLine).bulk(inserts(2, 2), { signal: controller.signal });
    const errors = (await outcomesOf(bulk)).map((outcome) => (outcome.ok ? undefined : outcome.error));
    await service.close();
    await server.stop();
    expect(arrived).toHaveLength(1);
    expect(errors[0]).toMatchObject({ code: "request.aborted", outcome: "unknown" });
    expect(errors[1]).toMatchObject({
      code: "bulk.not-attempted",
      message: "The bulk was aborted before this item was sent.",
    });
    expect(errors[1]).toHaveProperty("outcome", undefined);
  });
});

it("a bulk whose request may have been applied does not forget that when the next cannot be sent", async () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const transport = recordingTransport((_, index) => {
    if (index > 0) throw refused;
    return errorResponse(503, "ServerBusy");
  });
  for await (const outcome of connect(transport).bulk(inserts(3))) {
    expect(outcome).toMatchObject({ ok: false, error: { code: "request.failed", outcome: "unknown" } });
  }
  expect(transport.requests).toHaveLength(2);
});

it("a bulk sends smaller requests where no response can be used, and never takes one for a certain failure", async () => {
  const page: StubResponse = { status: 200, headers: ["Content-Type", "text/html"], body: "<html>Sign in</html>" };
  const transport = recordingTransport(() => page);
  for await (const outcome of connect(transport, { maxAttempts: 2, baseDelayMs: 0 }).bulk(inserts(100))) {
    expect(outcome).toMatchObject({ ok: false, error: { code: "response.malformed", outcome: "unknown" } });
  }
  const posts = transport.requests.filter(({ method }) => method === "POST");
  const sizes = posts.map(({ body }) => String(body).split(/^POST /m).length - 1 || 1);
  expect(sizes).toEqual([100, 50, 25, 13, 7, 4, 2, 1].flatMap((size) => [size, size]));
});

it("a bulk sends each item alone where the rows of a request do not show together what became of it", async () => {
  const lost = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
  const sizes: number[] = [];
  const transport = recordingTransport(({ method, body }) => {
    if (method === "GET") throw lost;
    sizes.push(String(body).split(/^POST /m).length - 1 || 1);
    if (sizes.length === 1) throw lost;
    return sizes.length === 2 ? refusedTransaction(409, "EntityAlreadyExists") : {};
  });
  const bulk = connect(transport, { maxAttempts: 2, baseDelayMs: 0 }).bulk(inserts(4));
  expect(await bulk).toEqual({ written: 4 });
  expect(sizes).toEqual([4, 4, 1, 1, 1, 1]);
});

describe("a bulk to a partition that does not respond", () => {
  const lost = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
  const merges = (count: number): Item[] =>
    Array.from({ length: count }, () => ({
      merge: { customerId: "C0", orderNo: 1, lineNo: 1 },
      changes: { quantity: 2 },
      ifMatch: "*",
    }));

  /** Returns the outcome of each item as text. @param isLost whether the n-th write, from 0, gets no response */
  async function outcomesOf(items: Item[], isLost: (write: number) => boolean) {
    let writes = 0;
    const sizes: number[] = [];
    const transport = recordingTransport(async ({ method, body }) => {
      if (method === "GET") throw lost;
      // The bulk reads all its items meanwhile.
      if (writes === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      sizes.push(String(body).split(/^POST /m).length - 1 || 1);
      if (isLost(writes++)) throw lost;
      return {};
    });
    const outcomes: string[] = [];
    for await (const outcome of connect(transport).bulk(items)) {
      const { code = "ok", message = "" } = outcome.ok ? {} : outcome.error;
      const isUnknown = !outcome.ok && (outcome.error as { readonly outcome?: string }).outcome === "unknown";
      outcomes[outcome.index] = code === "bulk.not-attempted" ? message : `${code}${isUnknown ? ", unknown" : ""}`;
    }
    return { outcomes, sizes };
  }
  const unknown = "request.failed, unknown";
  const unsent = (requests: number) =>
    `This item was not sent: ${requests} requests in a row to its partition got no usable response.`;

  it("gives up after three requests in a row, of which the last had one item", async () => {
    const { outcomes } = await outcomesOf(merges(5), () => true);
    expect(outcomes).toEqual([unknown, unknown, unknown, unsent(3), unsent(3)]);
  });

  it("goes on where it responds to every third request", async () => {
    const { outcomes } = await outcomesOf(merges(7), (write) => write % 3 < 2);
    expect(outcomes).toEqual([unknown, unknown, "ok", unknown, unknown, "ok", unknown]);
  });

  it("fails every item with what became of it", async () => {
    const { outcomes, sizes } = await outcomesOf(inserts(103), () => true);
    expect(sizes).toEqual([100, 50, 25, 13, 7, 4, 2, 1]);
    expect(outcomes).toEqual([...Array(100).fill(unknown), unsent(8), unsent(8), unsent(8)]);
  });
});
