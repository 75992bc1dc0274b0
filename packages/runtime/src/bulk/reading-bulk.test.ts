import { describe, expect, it } from "vitest";
import { TableServiceClient } from "../client/table-service-client.js";
import type { HttpRequest } from "../http/http-message.js";
import { Account } from "../test/company/index.js";
import { errorResponse, recordedETag, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { appliedTransaction, refusedTransaction } from "../test/transaction-response.js";
import { readAhead } from "./reading-bulk.js";

const key = (companyId: string) => ({ companyId, accountId: "a" });
const account = (companyId: string) => ({ ...key(companyId), email: "a@x.org", name: "a" });
const closes = (companyId: string) => ({ merge: key(companyId), changes: { status: "closed" }, ifMatch: "*" }) as const;
const companyOf = ({ url, body }: HttpRequest) => /company!(C\d+)/.exec(decodeURIComponent(url) + body)?.[1] ?? "";

function stored(companyId: string): StubResponse {
  const { partitionKey, rowKey } = Account.key(key(companyId));
  const keys = { PartitionKey: partitionKey, RowKey: rowKey, Timestamp: "2026-11-23T10:00:00Z", kind: "account" };
  return {
    status: 200,
    headers: [],
    body: { "odata.etag": recordedETag, ...keys, ...account(companyId), status: "open" },
  };
}

const missing = errorResponse(404, "ResourceNotFound");

const overtaken = refusedTransaction(412, "UpdateConditionNotSatisfied");

/** @param respond returns the response to a transaction; undefined for one that is applied */
function accountsOver(respond: (request: HttpRequest, n: number) => StubResponse | Promise<StubResponse> | undefined) {
  let transactions = 0;
  const transport = recordingTransport((request) => {
    const isIndexRow = decodeURIComponent(request.url).includes("accountEmail!");
    if (request.method === "GET") return isIndexRow ? missing : stored(companyOf(request));
    return respond(request, transactions++) ?? appliedTransaction(request);
  });
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
  return { transport, accounts: service.entities(Account) };
}

describe("a bulk that reads each row before it writes it", () => {
  it("writes an item again, alone, where another writer was faster", async () => {
    const { accounts, transport } = accountsOver((_, n) => (n === 0 ? overtaken : undefined));
    const item = closes("C1");
    const outcomes = [];
    for await (const outcome of accounts.bulk([item])) outcomes.push(outcome);
    expect(outcomes).toEqual([{ ok: true, index: 0, item, $etag: recordedETag, existed: undefined }]);
    expect(transport.requests.map(({ method }) => method)).toEqual(["GET", "POST", "GET", "POST"]);
  });

  it("tells of a deletion that was sent again whether the row existed", async () => {
    const { accounts } = accountsOver((_, n) => (n === 0 ? overtaken : undefined));
    for await (const outcome of accounts.bulk([{ delete: key("C1"), ifMatch: "*" }])) {
      expect(outcome).toMatchObject({ ok: true, existed: true, $etag: undefined });
    }
  });

  it("tells of an item that failed when it was sent again", async () => {
    const { accounts } = accountsOver((_, n) => (n === 0 ? overtaken : errorResponse(403, "AuthorizationFailure")));
    const outcomes = [];
    for await (const outcome of accounts.bulk([closes("C1")])) outcomes.push(outcome);
    expect(outcomes).toMatchObject([{ ok: false, index: 0, item: closes("C1"), error: { code: "auth.forbidden" } }]);
  });

  it("does not send an item again whose ETag was given", async () => {
    const { accounts, transport } = accountsOver(() => overtaken);
    const item = { ...closes("C1"), ifMatch: recordedETag } as never;
    const outcomes = [];
    for await (const outcome of accounts.bulk([item])) outcomes.push(outcome);
    expect(outcomes).toMatchObject([{ ok: false, error: { code: "entity.condition-not-met" } }]);
    expect(transport.requests).toHaveLength(2);
  });

  it("writes the items of one row one after the other", async () => {
    const { accounts, transport } = accountsOver(() => undefined);
    expect(await accounts.bulk([closes("C1"), closes("C1"), closes("C1")])).toEqual({ written: 3 });
    expect(transport.requests.map(({ method }) => method).join(" ")).toBe("GET POST GET POST GET POST");
  });

  it("reads 32 rows ahead", async () => {
    const started: (() => void)[] = [];
    const transport = recordingTransport(async (request) => {
      if (request.method !== "GET") return appliedTransaction(request);
      await new Promise<void>((resolve) => started.push(resolve));
      return stored(companyOf(request));
    });
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
    const written = Promise.resolve(
      service.entities(Account).bulk(Array.from({ length: 40 }, (_, n) => closes(`C${n}`))),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(started).toHaveLength(32);
    const releasing = setInterval(() => {
      for (const release of started.splice(0)) release();
    }, 1);
    expect(await written).toEqual({ written: 40 });
    clearInterval(releasing);
  });

  it("fails with the error of its source after the outcomes of what that gave", async () => {
    const { accounts } = accountsOver(() => undefined);
    async function* source() {
      yield closes("C1");
      throw new Error("no more");
    }
    const outcomes: boolean[] = [];
    const reading = async () => {
      for await (const { ok } of accounts.bulk(source())) outcomes.push(ok);
    };
    await expect(reading()).rejects.toThrow("no more");
    expect(outcomes).toEqual([true]);
  });

  it("counts what it wrote before an abort, also what was sent again", async () => {
    const controller = new AbortController();
    const { accounts } = accountsOver((request, n) => {
      if (companyOf(request) === "C1") return n === 0 ? overtaken : undefined;
      return new Promise<never>(() => {});
    });
    const reading = async () => {
      for await (const { ok } of accounts.bulk([closes("C1"), closes("C2")], { signal: controller.signal })) {
        if (ok) controller.abort(new Error("enough"));
      }
    };
    await expect(reading()).rejects.toMatchObject({
      code: "request.aborted",
      message:
        "The bulk was aborted by the caller's signal. It wrote 1 item before. The outcome of 1 item is unknown. The write may have been applied.",
      cause: new Error("enough"),
    });
  });
});

/** Creates a source of the numbers from 1 that records what is called. */
function numbers(count: number, error?: Error) {
  const calls: string[] = [];
  let last = 0;
  const items: AsyncIterable<number> = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        calls.push("next");
        if (last < count) return { done: false, value: ++last };
        if (error !== undefined) throw error;
        return { done: true, value: undefined };
      },
      async return() {
        await undefined;
        calls.push("return");
        return { done: true, value: undefined };
      },
    }),
  };
  return { items, calls };
}

async function readAll<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("reading ahead", () => {
  it.each([1, 2, 5, 100])("yields results in the order of the items, at most %d at once", async (max) => {
    const open = new Set<number>();
    let most = 0;
    const prepare = async (item: number) => {
      open.add(item);
      most = Math.max(most, open.size);
      for (let turn = 0; turn < (item * 7) % 5; turn++) await undefined;
      open.delete(item);
      return `#${item}`;
    };
    const { items, calls } = numbers(20);
    expect(await readAll(readAhead(items, max, prepare))).toEqual(Array.from({ length: 20 }, (_, at) => `#${at + 1}`));
    expect(most).toBeLessThanOrEqual(max);
    expect(calls).toEqual(Array.from({ length: 21 }, () => "next"));
  });

  it("reads an array, and nothing of an empty one", async () => {
    const prepare = async (item: string) => item.toUpperCase();
    expect(await readAll(readAhead(["a", "b"], 2, prepare))).toEqual(["A", "B"]);
    expect(await readAll(readAhead([], 2, prepare))).toEqual([]);
  });

  it("reads at most `max` items ahead of the results", async () => {
    const { items, calls } = numbers(20);
    const results = readAhead(items, 3, async (item) => item);
    await results.next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls.length).toBeLessThanOrEqual(4);
    await results.return();
  });

  it("closes the source when the reader stops, before the reader goes on", async () => {
    const { items, calls } = numbers(20);
    for await (const item of readAhead(items, 2, async (item) => item)) if (item === 3) break;
    expect(calls.at(-1)).toBe("return");
    expect(calls.filter((call) => call === "return")).toHaveLength(1);
  });

  it("closes the source when an item cannot be prepared", async () => {
    const { items, calls } = numbers(20);
    const prepare = (item: number) => (item === 2 ? Promise.reject(new Error("item 2")) : Promise.resolve(item));
    await expect(readAll(readAhead(items, 1, prepare))).rejects.toThrow("item 2");
    expect(calls.at(-1)).toBe("return");
  });

  it("throws the source's error after the results before it, and does not close a source that failed", async () => {
    const failure = new Error("source");
    const { items, calls } = numbers(3, failure);
    const found: number[] = [];
    const reading = (async () => {
      for await (const item of readAhead(items, 10, async (one) => one)) found.push(item);
    })();
    await expect(reading).rejects.toBe(failure);
    expect([found, calls]).toEqual([
      [1, 2, 3],
      ["next", "next", "next", "next"],
    ]);
  });
});
