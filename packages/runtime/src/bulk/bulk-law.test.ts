import fc from "fast-check";
import { expect, it } from "vitest";
import { TableServiceClient } from "../client/table-service-client.js";
import type { HttpRequest } from "../http/http-message.js";
import { errorResponse, recordedETag, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { OrderLine, type OrderLineTypes } from "../test/shop/index.js";
import { changesetResponse } from "../test/transaction-response.js";
import type { BulkItem } from "./bulk.js";

type Item = BulkItem<OrderLineTypes>;
type Rows = Map<string, string>;

interface Write {
  readonly method: string;
  readonly id: string;
  readonly sku: string;
}

/** Parses the writes of a request, alone or in a change set. */
function writesOf({ method, url, body }: HttpRequest): Write[] {
  const parts = url.endsWith("/$batch")
    ? String(body).split("Content-Transfer-Encoding: binary\r\n\r\n").slice(1)
    : [`${method} ${url}\r\n${body}`];
  return parts.map((part) => {
    const keys = /PartitionKey(?:":"|=')([^"']*).*?RowKey(?:":"|=')([^"']*)/.exec(part) ?? [];
    return {
      method: part.slice(0, part.indexOf(" ")),
      id: `${keys[1]}/${keys[2]}`,
      sku: /"sku":"([^"]*)"/.exec(part)?.[1] ?? "",
    };
  });
}

/** Applies one write. Returns the rejection if it cannot be applied. */
function apply(rows: Rows, { method, id, sku }: Write): [status: number, code: string] | undefined {
  if (method === "POST" && rows.has(id)) return [409, "EntityAlreadyExists"];
  if ((method === "DELETE" || method === "PATCH") && !rows.has(id)) return [404, "ResourceNotFound"];
  if (method === "DELETE") rows.delete(id);
  else rows.set(id, sku);
  return undefined;
}

/** Simulates a service that stores rows, applies a change set completely or not at all, and is too busy for some requests. */
function memoryService(rows: Rows, isBusy: (request: number) => boolean) {
  return recordingTransport((request, index): StubResponse => {
    if (isBusy(index)) return errorResponse(429, "TooManyRequests");
    const writes = writesOf(request);
    const after = new Map(rows);
    for (const [position, write] of writes.entries()) {
      const isTwice = writes.findIndex(({ id }) => id === write.id) < position;
      const [status, code] = isTwice ? [400, "InvalidDuplicateRow"] : (apply(after, write) ?? []);
      if (status === undefined || code === undefined) continue;
      if (!request.url.endsWith("/$batch")) return errorResponse(status, code);
      const message = { lang: "en-US", value: `${position}:Refused.` };
      return changesetResponse(
        `HTTP/1.1 ${status} Refused\r\n\r\n${JSON.stringify({ "odata.error": { code, message } })}\r\n`,
      );
    }
    rows.clear();
    for (const [id, sku] of after) rows.set(id, sku);
    if (!request.url.endsWith("/$batch")) return {};
    return changesetResponse(...writes.map(() => `HTTP/1.1 204 No Content\r\nETag: ${recordedETag}\r\n\r\n`));
  });
}

const methods = { insert: "POST", insertOrReplace: "PUT", merge: "PATCH", delete: "DELETE" } as const;
const name = fc.constantFrom("insert", "insertOrReplace", "merge", "delete");
const place = fc.record({ customerId: fc.constantFrom("A", "B", "C"), lineNo: fc.integer({ min: 1, max: 12 }) });
const drawn = fc.array(fc.tuple(name, place), { maxLength: 120 });

/** Returns an item and the write that it results in. */
function itemOf(
  write: keyof typeof methods,
  { customerId, lineNo }: { customerId: string; lineNo: number },
  sku: string,
) {
  const key = { customerId, orderNo: 1, lineNo };
  const row = { ...key, sku, quantity: 1 };
  const items: Record<keyof typeof methods, Item> = {
    insert: { insert: row },
    insertOrReplace: { insertOrReplace: row },
    merge: { merge: key, changes: { sku }, ifMatch: "*" },
    delete: { delete: key, ifMatch: "*" },
  };
  const { partitionKey, rowKey } = OrderLine.key(key);
  return { item: items[write], write: { method: methods[write], id: `${partitionKey}/${rowKey}`, sku } };
}

async function* oneByOne(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

it("any bulk leaves what its items do one after the other, and tells of each what came of it", async () => {
  const law = fc.asyncProperty(drawn, fc.integer({ min: 1, max: 4 }), fc.nat({ max: 9 }), fc.boolean(), check);
  await fc.assert(law, { numRuns: 300 });
});

async function check(
  given: [keyof typeof methods, { customerId: string; lineNo: number }][],
  concurrency: number,
  busy: number,
  isAsync: boolean,
): Promise<void> {
  const planned = given.map(([write, place], index) => itemOf(write, place, `sku${index}`));
  const items = planned.map(({ item }) => item);
  const expected: Rows = new Map();
  // The deletion of a missing row succeeds.
  const isDone = planned.map(({ write }) => apply(expected, write) === undefined || write.method === "DELETE");

  const rows: Rows = new Map();
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", {
    transport: memoryService(rows, (request) => busy > 0 && request % 10 === busy && request < 20),
    retry: { maxAttempts: 3, baseDelayMs: 0 },
  });
  const outcomes = new Map<number, boolean>();
  const bulk = service.entities(OrderLine).bulk(isAsync ? oneByOne(items) : items, { concurrency });
  for await (const { index, item, ok } of bulk) {
    expect(outcomes.has(index)).toBe(false);
    expect(item).toBe(items[index]);
    outcomes.set(index, ok);
  }
  expect(items.map((_, index) => outcomes.get(index))).toEqual(isDone);
  expect([...rows].sort()).toEqual([...expected].sort());
}
