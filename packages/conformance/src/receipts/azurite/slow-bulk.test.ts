import { setTimeout as delay } from "node:timers/promises";
import {
  type BulkItem,
  type BulkOutcome,
  fetchTransport,
  TableServiceClient,
  type Transport,
} from "@tablewright/runtime";
import { expect, it } from "vitest";
import { OrderLine, type OrderLineTypes } from "../../../../runtime/src/test/shop/index.js";
import { startAzurite } from "../../azurite.js";
import { parseWrites } from "../../schedules/world/parse-writes.js";

type Item = BulkItem<OrderLineTypes>;

const count = process.env["TABLEWRIGHT_SOAK"] === undefined ? 600 : 6_000;
const customers = 6;

/**
 * Time that the server takes for each operation. The time limit of an attempt is shorter than the first request takes, and shorter than any
 * request of 100 operations.
 */
const operationMs = 20;
const attemptTimeoutMs = 1_000;

const items = Array.from({ length: count }, (_, n): Item => {
  const line = {
    customerId: `C${n % customers}`,
    orderNo: 1,
    lineNo: 1 + Math.floor(n / customers),
    sku: `s${n}`,
    quantity: 1,
  };
  return n % 4 === 0 ? { insertOrReplace: line } : { insert: line };
});

it(`a bulk of ${count} items with receipts behind a slow server leaves nothing unknown, and nothing lands late`, async () => {
  const azurite = await startAzurite();
  const direct = TableServiceClient.fromConnectionString(azurite.connectionString);
  await direct.createTables([OrderLine]);
  const send = fetchTransport();
  const pending = new Set<Promise<unknown>>();
  const applied: { readonly rows: readonly string[]; readonly isLate: boolean }[] = [];
  let isOver = false;
  let isFirst = true;
  let timeouts = 0;

  /** Applies a write after its time, whether or not the client still waits. */
  const slow: Transport = async (request) => {
    const writes = parseWrites(request);
    if (writes.length === 0) return send(request);
    const durationMs = isFirst ? 1.5 * attemptTimeoutMs : operationMs * writes.length;
    isFirst = false;
    const handled = delay(durationMs).then(async () => {
      const response = await send({ ...request, signal: undefined });
      const isApplied =
        response.status < 300 && !/^HTTP\/1\.1 [45]/m.test(Buffer.from(response.body).toString("latin1"));
      const rows = writes.map(({ row }) => row).filter((row) => !row.includes("/~r-"));
      if (isApplied) applied.push({ rows, isLate: isOver });
      return response;
    });
    const settled = handled.finally(() => pending.delete(settled)).catch(() => undefined);
    pending.add(settled);
    const aborted = new Promise<never>((_, reject) => {
      request.signal?.addEventListener("abort", () => {
        timeouts++;
        reject(new Error("aborted"));
      });
    });
    return Promise.race([handled, aborted]);
  };

  try {
    const retry = { maxAttempts: 2, baseDelayMs: 5, maxDelayMs: 5 };
    const service = TableServiceClient.fromConnectionString(azurite.connectionString, {
      transport: slow,
      attemptTimeoutMs,
      retry,
    });
    const outcomes: BulkOutcome<Item>[] = [];
    for await (const outcome of service.entities(OrderLine).bulk(items, { exactly: "once" })) outcomes.push(outcome);
    isOver = true;
    while (pending.size > 0) await Promise.all(pending);
    const failed = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]));
    const unknown = failed.filter((error) => (error as { readonly outcome?: unknown }).outcome === "unknown").length;
    const late = applied.filter(({ isLate }) => isLate).length;
    const rows = applied.flatMap((request) => request.rows);
    const report = { items: outcomes.length, failed: failed.length, unknown, late, timeouts, applied: rows.length };
    const codes = [...new Set(failed.map(({ code }) => code))];
    process.stdout.write(`slow bulk: ${JSON.stringify({ ...report, codes })}\n`);
    expect(timeouts).toBeGreaterThan(0);
    expect(report).toMatchObject({ items: count, unknown: 0, late: 0, applied: count - failed.length });
    expect(new Set(rows).size).toBe(rows.length);
    expect(await direct.entities(OrderLine).scan().count()).toBe(rows.length);
  } finally {
    await direct.close();
    await azurite.stop();
  }
});
