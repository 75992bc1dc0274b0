import { type ETag, type HttpRequest, TableServiceClient, type Transport } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { OrderLine } from "../../../runtime/src/test/shop/index.js";

const key = (lineNo: number) => ({ customerId: "C1", orderNo: 1, lineNo });
const line = (lineNo: number, sku: string) => ({ ...key(lineNo), sku, quantity: 1 });
const partition = OrderLine.partition({ customerId: "C1" });

/**
 * Creates a client one of whose writes can be held in transit: its connection is lost immediately, and the write arrives when `release` is
 * called.
 * @param rows existing rows with their ages in minutes, the oldest first, because the service's clock does not go back
 */
async function start(...rows: readonly (readonly [row: ReturnType<typeof line>, minutes: number])[]) {
  let lagMs = 7_200_000;
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
  for (const [row, minutes] of rows) {
    lagMs = minutes * 60_000;
    await other.insert(row);
  }
  lagMs = 0;
  return {
    service,
    lines: service.entities(OrderLine),
    other,
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
    const { service, lines, other, hold, release } = await start();
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

  it("is not applied where a bulk goes on without the item that was refused", async () => {
    const { lines, other, hold, release } = await start();
    const { $etag: ifMatch } = await lines.insert(line(1, "before"));
    await other.insert(line(2, "of another"));
    hold();
    const outcomes = [];
    for await (const { index, ok } of lines.bulk([
      { merge: key(1), changes: { sku: "mine" }, ifMatch },
      { insert: line(2, "mine") },
      { insert: line(3, "mine") },
    ]))
      outcomes.push({ index, ok });
    expect(outcomes.sort((a, b) => a.index - b.index)).toEqual([
      { index: 0, ok: true },
      { index: 1, ok: false },
      { index: 2, ok: true },
    ]);
    expect(await other.get(key(1))).toMatchObject({ sku: "mine" });
    await other.merge(key(1), { sku: "next" }, { ifMatch: "*" });
    await release();
    expect(await other.get(key(1))).toMatchObject({ sku: "next" });
    expect(await other.get(key(3))).toMatchObject({ sku: "mine" });
  });

  it("is not applied where a conditional merge was refused, as the row is old and has another ETag", async () => {
    const { lines, other, hold, release } = await start([line(1, "of another"), 20]);
    const ifMatch = "W/\"datetime'2020-01-01T00%3A00%3A00.0000000Z'\"" as ETag;
    hold();
    expect(await rejection(lines.merge(key(1), { sku: "mine" }, { ifMatch }))).toMatchObject({
      code: "entity.condition-not-met",
      outcome: undefined,
    });
    await release();
    expect(await other.get(key(1))).toMatchObject({ sku: "of another" });
  });

  it.each([14, 1, 0.05])("leaves an insert unknown where the row in its way is %d minutes old", async (minutes) => {
    const { lines, hold, release, other } = await start([line(1, "of another"), minutes]);
    await lines.insert(line(2, "earlier"));
    hold();
    expect(await rejection(lines.insert(line(1, "mine")))).toMatchObject({
      code: "write.outcome-unknown",
      outcome: "unknown",
    });
    await other.delete(key(1), { ifMatch: "*" });
    await release();
    expect(await other.get(key(1))).toMatchObject({ sku: "mine" });
  });

  it("leaves an insert refused where the row in its way is more than 15 minutes old", async () => {
    const { lines, hold, other } = await start([line(1, "of another"), 16]);
    hold();
    expect(await rejection(lines.insert(line(1, "mine")))).toMatchObject({
      code: "entity.already-exists",
      outcome: undefined,
    });
    expect(await other.get(key(1))).toMatchObject({ sku: "of another" });
  });
});
