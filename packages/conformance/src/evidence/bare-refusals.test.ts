import { isTableError, type Policy, TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { OrderLine } from "../../../runtime/src/test/shop/index.js";

const key = { customerId: "C1", orderNo: 1, lineNo: 1 };
const line = { ...key, sku: "A", quantity: 1 };

/** Creates a client behind a proxy that refuses the first requests of one method itself, without a header or a body. */
async function start({
  status,
  method,
  times,
  isStored,
}: {
  status: number;
  method: string;
  times: number;
  isStored: boolean;
}) {
  const tables = createTableService({ tables: { Shop: [] } });
  let left = 0;
  const refuse: Policy = (next) => async (request) => {
    if (request.method !== method || left === 0) return next(request);
    left -= 1;
    return { status, headers: [], body: new Uint8Array() };
  };
  const service = TableServiceClient.fromConnectionString(tables.connectionString, {
    transport: tables,
    policies: [refuse],
    retry: { baseDelayMs: 1, maxDelayMs: 1, maxAttempts: 3 },
  });
  const lines = service.entities(OrderLine);
  if (isStored) await lines.insert(line);
  left = times;
  return { lines, rows: () => tables.dump()["Shop"] };
}

type Lines = Awaited<ReturnType<typeof start>>["lines"];

const writes: readonly (readonly [name: string, method: string, write: (lines: Lines) => Promise<unknown>])[] = [
  ["delete", "DELETE", (lines) => lines.delete(key, { ifMatch: "*" })],
  ["insert", "POST", (lines) => lines.insert(line)],
  ["insertOrReplace", "PUT", (lines) => lines.insertOrReplace(line)],
  ["replace", "PUT", (lines) => lines.replace(line, { ifMatch: "*" })],
  ["merge", "PATCH", (lines) => lines.merge(key, { quantity: 1 }, { ifMatch: "*" })],
];
const statuses = [400, 403, 404, 409];

describe("a refusal without the service's headers and without a body is not the service's", () => {
  const cases = statuses.flatMap((status) =>
    writes.flatMap(([name]) => [true, false].map((isStored) => [name, status, isStored] as const)),
  );

  it.each(cases)("%s, refused with %i each time, says so (row stored: %s)", async (name, status, isStored) => {
    const [, method = "", write] = writes.find(([other]) => other === name) ?? [];
    const { lines, rows } = await start({ status, method, times: 9, isStored });
    const before = rows();
    expect(before).toHaveLength(isStored ? 1 : 0);
    const error = await write?.(lines).then(
      (result) => ({ result }),
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: "response.malformed", outcome: "unknown" });
    expect(isTableError(error, "response.malformed")).toBe(true);
    expect(rows()).toEqual(before);
  });

  it.each(statuses)("so that a write that is refused with %i once is sent again", async (status) => {
    const stored = await start({ status, method: "DELETE", times: 1, isStored: true });
    expect(await stored.lines.delete(key, { ifMatch: "*" })).toBe(true);
    expect(stored.rows()).toEqual([]);
    const empty = await start({ status, method: "POST", times: 1, isStored: false });
    await empty.lines.insert(line);
    expect(empty.rows()).toHaveLength(1);
    const equal = await start({ status, method: "POST", times: 1, isStored: true });
    await expect(equal.lines.insert(line)).rejects.toMatchObject({ code: "entity.already-exists" });
  });

  it.each([
    [400, "service.rejected"],
    [403, "auth.forbidden"],
    [404, "response.malformed"],
    [409, "service.rejected"],
  ])("so that a read that is refused with %i finds the row, or fails with %s", async (status, code) => {
    const once = await start({ status, method: "GET", times: 1, isStored: true });
    expect(await once.lines.get(key)).toMatchObject(line);
    const always = await start({ status, method: "GET", times: 9, isStored: true });
    await expect(always.lines.get(key)).rejects.toMatchObject({ code });
  });
});
