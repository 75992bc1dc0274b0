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
import { OrderLine } from "../../../runtime/src/test/shop/index.js";
import type { OrderLineTypes } from "../../../runtime/src/test/shop/order-line.gen.js";

type Item = BulkItem<OrderLineTypes>;

const tables = createTableService({ tables: { Shop: [] } });
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

/** Every request of a bulk that writes, by its number of operations. */
let sizes: number[] = [];

async function run(
  write: (request: Request, apply: () => Promise<Response>) => Promise<Response>,
  items: readonly Item[],
  client: { readonly attemptTimeoutMs?: number } = {},
  options?: BulkOptions,
): Promise<BulkOutcome<Item>[]> {
  const transport: Transport = (request) => {
    if (request.method === "GET") return tables(request);
    sizes.push(operationsOf(request));
    return write(request, () => tables({ ...request, signal: undefined }));
  };
  const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport, retry, ...client });
  const outcomes: BulkOutcome<Item>[] = [];
  for await (const outcome of service.entities(OrderLine).bulk(items, options)) outcomes.push(outcome);
  return outcomes.toSorted((a, b) => a.index - b.index);
}

const failuresOf = (outcomes: readonly BulkOutcome<Item>[]) =>
  outcomes.flatMap((outcome) => (outcome.ok ? [] : [[outcome.index, outcome.error.code, outcomeOf(outcome.error)]]));
const outcomeOf = (error: object) => (error as { readonly outcome?: unknown }).outcome;
const countRows = () => tables.dump()["Shop"]?.length ?? 0;

beforeEach(() => {
  tables.reset();
  sizes = [];
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
  }, 60_000);

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
});
