import { type HttpRequest, TableServiceClient, type Transport } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { OrderLine } from "../../../runtime/src/test/shop/index.js";

const key = (lineNo: number) => ({ customerId: "C1", orderNo: 1, lineNo });
const line = (lineNo: number, sku: string) => ({ ...key(lineNo), sku, quantity: 1 });
const partition = OrderLine.partition({ customerId: "C1" });

/**
 * A client one of whose writes can be held on the way: its connection is lost at once, and the write arrives when `release` is
 * called. The service's clock can be set back for rows that are to be old.
 */
function start() {
  let lagMs = 0;
  let isHolding = false;
  let held: HttpRequest | undefined;
  const tables = createTableService({ tables: { Shop: [] }, now: () => Date.now() - lagMs });
  const transport: Transport = async (request) => {
    if (!isHolding || request.method === "GET") return tables(request);
    isHolding = false;
    held = { ...request, signal: undefined };
    throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
  };
  const retry = { baseDelayMs: 1, maxDelayMs: 1 };
  const connect = (transport: Transport) =>
    TableServiceClient.fromConnectionString(tables.connectionString, { transport, retry });
  const service = connect(transport);
  const other = connect(tables).entities(OrderLine);
  return {
    service,
    lines: service.entities(OrderLine),
    other,
    async insertEarlier(row: ReturnType<typeof line>, ageMs: number) {
      lagMs = ageMs;
      await other.insert(row);
      lagMs = 0;
    },
    hold() {
      isHolding = true;
    },
    async release() {
      if (held === undefined) throw new Error("No write was held.");
      await tables(held);
    },
  };
}

const rejection = (call: Promise<unknown>): Promise<{ readonly code?: string; readonly outcome?: string }> =>
  call.then(
    () => Promise.reject(new Error("The call succeeded.")),
    (error) => error,
  );

describe("a write whose first attempt arrives after the call has ended", () => {
  it("is not applied where a transaction with a row under its ETag was refused", async () => {
    const { service, lines, other, hold, release } = start();
    const { $etag: ifMatch } = await lines.insert(line(1, "before"));
    await other.insert(line(2, "of another"));
    hold();
    const error = await rejection(
      service.transaction(partition, (tx) => {
        tx.merge(OrderLine, { orderNo: 1, lineNo: 1 }, { sku: "mine" }, { ifMatch });
        tx.insert(OrderLine, { orderNo: 1, lineNo: 2, sku: "mine", quantity: 1 });
      }),
    );
    expect(error).toMatchObject({ code: "entity.already-exists", outcome: undefined });
    await other.delete(key(2), { ifMatch: "*" });
    await release();
    expect(await other.get(key(1))).toMatchObject({ sku: "before" });
    expect(await other.get(key(2))).toBeUndefined();
  });

  it("is not applied where a conditional merge was refused, as its row is old and was written by another", async () => {
    const { lines, other, hold, release, insertEarlier } = start();
    await insertEarlier(line(1, "before"), 40 * 60_000);
    const { $etag: ifMatch } = await other.getOrThrow(key(1));
    hold();
    const called = rejection(
      (async () => {
        await other.delete(key(1), { ifMatch });
        await insertEarlier(line(1, "of another"), 20 * 60_000);
        return lines.merge(key(1), { sku: "mine" }, { ifMatch });
      })(),
    );
    expect(await called).toMatchObject({ code: "entity.condition-not-met", outcome: undefined });
    await release();
    expect(await other.get(key(1))).toMatchObject({ sku: "of another" });
  });

  it("leaves an insert unknown where the row that is in the way is younger than 15 minutes", async () => {
    const { lines, hold, release, other, insertEarlier } = start();
    for (const [lineNo, ageMs] of [3_500, 60_000, 14 * 60_000].entries()) {
      await insertEarlier(line(lineNo, "of another"), ageMs);
      await lines.insert(line(lineNo + 10, "earlier"));
      hold();
      expect(await rejection(lines.insert(line(lineNo, "mine")))).toMatchObject({
        code: "write.outcome-unknown",
        outcome: "unknown",
      });
      await other.delete(key(lineNo), { ifMatch: "*" });
      await release();
      expect(await other.get(key(lineNo))).toMatchObject({ sku: "mine" });
    }
  });

  it("leaves an insert refused where the row that is in the way is older than 15 minutes", async () => {
    const { lines, hold, insertEarlier, other } = start();
    await insertEarlier(line(1, "of another"), 16 * 60_000);
    hold();
    expect(await rejection(lines.insert(line(1, "mine")))).toMatchObject({
      code: "entity.already-exists",
      outcome: undefined,
    });
    expect(await other.get(key(1))).toMatchObject({ sku: "of another" });
  });
});
