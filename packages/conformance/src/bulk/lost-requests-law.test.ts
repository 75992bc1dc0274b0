import { type BulkItem, type ETag, TableServiceClient, type Transport } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { OrderLine, type OrderLineTypes } from "../../../runtime/src/test/shop/index.js";

type Item = BulkItem<OrderLineTypes>;

const lost = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
const lateMs = 15;

// Most of a run is waiting, so its timers are skipped.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Fault of a request that writes. */
const fault = fc.constantFrom("none", "none", "none", "lost before", "lost after", "late", "time-out", "busy");
const names = ["insert", "insertOrReplace", "insertOrMerge", "replace", "merge", "delete"] as const;
const drawnItem = fc.record({
  name: fc.constantFrom(...names),
  exists: fc.boolean(),
  condition: fc.constantFrom("current", "stale", "*"),
});

interface Drawn {
  readonly name: (typeof names)[number];
  readonly exists: boolean;
  readonly condition: "current" | "stale" | "*";
}

const stale = `W/"datetime'2020-01-01T00%3A00%3A00.0000000Z'"` as ETag;
const keyOf = (index: number) => ({ customerId: `C${index % 2}`, orderNo: 1, lineNo: index + 1 });

function itemOf({ name, condition }: Drawn, index: number, current: ETag | undefined): Item {
  const key = keyOf(index);
  const row = { ...key, sku: "after", quantity: 1 };
  const ifMatch = condition === "*" ? "*" : condition === "current" ? (current ?? stale) : stale;
  if (name === "replace") return { replace: row, ifMatch };
  if (name === "merge") return { merge: key, changes: { sku: "after" }, ifMatch };
  if (name === "delete") return { delete: key, ifMatch };
  return { [name]: row } as unknown as Item;
}

async function check(drawn: readonly Drawn[], faults: readonly string[]): Promise<void> {
  const tables = createTableService({ tables: { Shop: [] } });
  const direct = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
  const lines = direct.entities(OrderLine);
  const items: Item[] = [];
  for (const [index, each] of drawn.entries()) {
    const row = { ...keyOf(index), sku: "before", quantity: 1 };
    items.push(itemOf(each, index, each.exists ? (await lines.insert(row)).$etag : undefined));
  }

  let requests = 0;
  const underWay: Promise<unknown>[] = [];
  const transport: Transport = async (request) => {
    const apply = () => tables({ ...request, signal: undefined });
    const what = request.method === "GET" ? "none" : (faults[requests++ % faults.length] ?? "none");
    if (what === "lost before") throw lost;
    if (what === "busy") return { status: 503, headers: [], body: new Uint8Array(0) };
    if (what === "late") {
      underWay.push(new Promise((resolve) => setTimeout(resolve, lateMs)).then(apply));
      throw lost;
    }
    const response = await apply();
    if (what === "lost after") throw lost;
    if (what === "time-out") return new Promise(() => {});
    return response;
  };
  const service = TableServiceClient.fromConnectionString(tables.connectionString, {
    transport,
    retry: { maxAttempts: 2, baseDelayMs: 4 },
    attemptTimeoutMs: 10,
    random: () => 0.5,
  });
  const told = new Map<number, "ok" | "unknown" | "not written">();
  const run = async () => {
    for await (const outcome of service.entities(OrderLine).bulk(items)) {
      expect(told.has(outcome.index)).toBe(false);
      const isUnknown = !outcome.ok && (outcome.error as { readonly outcome?: unknown }).outcome === "unknown";
      told.set(outcome.index, outcome.ok ? "ok" : isUnknown ? "unknown" : "not written");
    }
    expect(told.size).toBe(items.length);
    await Promise.all(underWay);
  };
  await skipTimers(run());

  for (const [index, { name, exists }] of drawn.entries()) {
    const stored = (await lines.get(keyOf(index)))?.sku;
    const after = name === "delete" ? undefined : "after";
    const before = exists ? "before" : undefined;
    const possible = { ok: [after], "not written": [before], unknown: [before, after] }[told.get(index) ?? "ok"];
    expect(possible, `${name} of item ${index} was told ${told.get(index)}`).toContain(stored);
  }
}

/** Fires the next timer as soon as the call waits for it, until the call ends. */
async function skipTimers(call: Promise<void>): Promise<void> {
  let isEnded = false;
  const ended = call.finally(() => {
    isEnded = true;
  });
  while (!isEnded) await vi.advanceTimersToNextTimerAsync();
  await ended;
}

it("whatever becomes of its requests, a bulk tells of each item what is stored, or that it does not know", async () => {
  const law = fc.asyncProperty(
    fc.array(drawnItem, { minLength: 1, maxLength: 24 }),
    fc.array(fault, { minLength: 1, maxLength: 12 }).filter((all) => new Set(all).has("none")),
    check,
  );
  await fc.assert(law, { numRuns: 300 });
});
