import { setTimeout as delay } from "node:timers/promises";
import {
  type BulkItem,
  type BulkOptions,
  type BulkOutcome,
  TableServiceClient,
  type Transport,
} from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { OrderLine, type OrderLineTypes } from "../../../runtime/src/test/shop/index.js";

type Item = BulkItem<OrderLineTypes>;

/** A new service for each test: requests of a test may be applied after its end. */
let tables = createTableService();
const retry = { maxAttempts: 2, baseDelayMs: 5, maxDelayMs: 5 };
const lost = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });

const key = (lineNo: number, customerId = "C0") => ({ customerId, orderNo: 1, lineNo });
const line = (lineNo: number, customerId = "C0") => ({ ...key(lineNo, customerId), sku: `sku${lineNo}`, quantity: 1 });
const inserts = (count: number, customers = 1): Item[] =>
  Array.from({ length: count }, (_, n) => ({ insert: line(Math.floor(n / customers) + 1, `C${n % customers}`) }));

type Request = Parameters<Transport>[0];
type Response = Awaited<ReturnType<Transport>>;

const operationsOf = ({ url, body }: Request) =>
  url.includes("$batch") ? [...String(body).matchAll(/^(POST|PUT|PATCH|DELETE) /gm)].length : 1;

/** Number of operations in each request of a bulk that writes. */
let sizes: number[] = [];
/** Number of the next reads that get no response. */
let lostReads = 0;

async function run(
  write: (request: Request, apply: () => Promise<Response>) => Promise<Response>,
  items: Iterable<Item> | AsyncIterable<Item>,
  client: { readonly attemptTimeoutMs?: number } = {},
  options?: BulkOptions,
): Promise<BulkOutcome<Item>[]> {
  const service = tables;
  const transport: Transport = async (request) => {
    if (request.method === "GET") {
      if (lostReads > 0 && lostReads--) throw lost;
      return service(request);
    }
    sizes.push(operationsOf(request));
    return write(request, () => service({ ...request, signal: undefined }));
  };
  const connected = TableServiceClient.fromConnectionString(tables.connectionString, { transport, retry, ...client });
  const outcomes: BulkOutcome<Item>[] = [];
  for await (const outcome of connected.entities(OrderLine).bulk(items, options)) outcomes.push(outcome);
  return outcomes.toSorted((a, b) => a.index - b.index);
}

const failuresOf = (outcomes: readonly BulkOutcome<Item>[]) =>
  outcomes.flatMap((outcome) => (outcome.ok ? [] : [[outcome.index, outcome.error.code, outcomeOf(outcome.error)]]));
const outcomeOf = (error: object) => (error as { readonly outcome?: unknown }).outcome;
const countRows = () => tables.dump()["Shop"]?.length ?? 0;

beforeEach(() => {
  tables = createTableService({ tables: { Shop: [] } });
  sizes = [];
  lostReads = 0;
});

describe("a bulk whose requests time out", () => {
  it("writes every item of a service that takes its time for each, and applies what timed out", async () => {
    const slow = async (request: Request, apply: () => Promise<Response>) => {
      await delay(5 * operationsOf(request));
      return apply();
    };
    const outcomes = await run(slow, inserts(6000, 6), { attemptTimeoutMs: 100 });
    expect(failuresOf(outcomes)).toEqual([]);
    expect(outcomes).toHaveLength(6000);
    expect(countRows()).toBe(6000);
  });

  it("halves them until they are small enough for a service that never applies large ones", async () => {
    const small = async (request: Request, apply: () => Promise<Response>) => {
      if (operationsOf(request) > 10) throw lost;
      return apply();
    };
    const outcomes = await run(small, inserts(300));
    expect(failuresOf(outcomes)).toEqual([]);
    expect(countRows()).toBe(300);
    expect(sizes.filter((_, n) => n % 2 === 0).slice(0, 5)).toEqual([100, 50, 25, 13, 7]);
  });

  it("learns from smaller ones what became of them where the response is always lost", async () => {
    const silent = async (request: Request, apply: () => Promise<Response>) => {
      const response = await apply();
      if (operationsOf(request) > 10) throw lost;
      return response;
    };
    expect(failuresOf(await run(silent, inserts(300)))).toEqual([]);
    expect(countRows()).toBe(300);
  });

  it("tells of each item on its own where another client wrote some of their rows meanwhile", async () => {
    const shop = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
    const lines = shop.entities(OrderLine);
    const former = await Promise.all([1, 2, 3, 4, 5].map((lineNo) => lines.insert(line(lineNo))));
    const etag = (lineNo: number) => former[lineNo - 1]?.$etag ?? expect.unreachable();
    const items: Item[] = [
      { merge: key(1), changes: { quantity: 2 }, ifMatch: etag(1) },
      { delete: key(2), ifMatch: etag(2) },
      { replace: { ...line(3), quantity: 3 }, ifMatch: etag(3) },
      { merge: key(4), changes: { quantity: 4 }, ifMatch: etag(4) },
      { delete: key(5), ifMatch: etag(5) },
      { insert: line(6) },
      { insert: line(7) },
      { insertOrMerge: line(8) },
      { insertOrReplace: line(9) },
      { merge: key(9), changes: { quantity: 9 }, ifMatch: "*" },
      { delete: key(10), ifMatch: "*" },
    ];
    let isFirst = true;
    const silent = async (_: Request, apply: () => Promise<Response>) => {
      const response = await apply();
      if (!isFirst) return response;
      isFirst = false;
      await lines.merge(key(4), { sku: "another's" }, { ifMatch: "*" });
      await lines.merge(key(6), { sku: "another's" }, { ifMatch: "*" });
      lostReads = 1;
      throw lost;
    };
    const outcomes = await run(silent, items);
    expect(failuresOf(outcomes)).toEqual([[6 - 1, "write.outcome-unknown", "unknown"]]);
    expect(await lines.get(key(4))).toMatchObject({ quantity: 4, sku: "another's" });
    expect(await lines.get(key(9))).toMatchObject({ quantity: 9 });
    for (const lineNo of [2, 5, 10]) expect(await lines.get(key(lineNo))).toBeUndefined();
  });
});

describe("a bulk whose service does not respond any more", () => {
  it("fails what waits for a partition after a few requests, and never says that it was not written if it may have been", async () => {
    let isDead = false;
    const dying = async (_: Request, apply: () => Promise<Response>) => {
      if (isDead) throw lost;
      isDead = sizes.length === 2;
      return apply();
    };
    const outcomes = await run(dying, inserts(2000), {}, { concurrency: 4 });
    const codes = new Map<string, number>();
    for (const outcome of outcomes) {
      const code = outcome.ok ? "ok" : `${outcome.error.code} ${outcomeOf(outcome.error)}`;
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect(codes.get("ok")).toBe(countRows());
    expect([...codes.keys()].sort()).toEqual(["bulk.not-attempted undefined", "ok", "request.failed unknown"]);

    // The bulk halves the lost request of 100 items down to one item, and retries each part once. Then it sends items that it had read
    // before, one by one.
    const lostSizes = sizes.slice(2).filter((_, n) => n % 2 === 0);
    expect(lostSizes.slice(0, 8)).toEqual([100, 50, 25, 13, 7, 4, 2, 1]);
    expect(new Set(lostSizes.slice(8))).toEqual(new Set([1]));
    expect(lostSizes.length).toBeLessThanOrEqual(8 + 18);
    expect(codes.get("request.failed unknown")).toBe(100 + lostSizes.length - 8);
  });

  it("writes what is read after it responds again", async () => {
    let isDead = true;
    const recovering = async (_: Request, apply: () => Promise<Response>) => {
      if (isDead) throw lost;
      return apply();
    };
    async function* source() {
      yield* inserts(10);
      while (sizes.length < 8) await delay(5);
      await delay(50);
      isDead = false;
      yield* inserts(500).slice(10);
    }
    const outcomes = await run(recovering, source());
    expect(outcomes.filter(({ ok }) => ok).map(({ index }) => index)).toEqual(
      Array.from({ length: 490 }, (_, n) => n + 10),
    );
    expect(Math.max(...sizes.slice(-3))).toBeGreaterThan(20);
  });
});
