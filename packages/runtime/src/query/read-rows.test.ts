import { describe, expect, it } from "vitest";
import { orAborted } from "../http/cancellation.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { QueryState } from "./query-state.js";
import { readRowGroups } from "./read-payloads.js";
import type { QueryRequest, QueryResponse } from "./read-responses.js";
import { iterateGroups, iterateRows } from "./read-rows.js";

describe("rows one by one", () => {
  it("reads no further than its limit, and ends the reading", async () => {
    const log: string[] = [];
    const rows = iterator([["a", "b"], ["c"]], log, 2);
    expect([await rows.next(), await rows.next(), await rows.next()].map(({ value }) => value)).toEqual([
      "a",
      "b",
      undefined,
    ]);
    expect(log).toEqual(["answer 0", "end"]);
  });

  it("aborts what is under way when it is told to end, and whoever waits for it gets nothing", async () => {
    const rows = over(async function* ({ call }) {
      yield* [];
      await orAborted(new Promise(() => undefined), call.signal);
    });
    const waiting = rows.next();
    const ended = { done: true, value: undefined };
    expect(await rows.return()).toEqual(ended);
    expect(await waiting).toEqual(ended);
  });

  it("reads nothing before the first row is asked for, nor after it was told to end", async () => {
    const log: string[] = [];
    const rows = iterator([["a"]], log);
    expect(await rows.return()).toEqual({ done: true, value: undefined });
    expect(await rows.next()).toEqual({ done: true, value: undefined });
    expect(log).toEqual([]);
  });
});

describe("rows in groups", () => {
  it("are those of the responses that have any, up to the limit", async () => {
    const log: string[] = [];
    const groups: (readonly string[])[] = [];
    for await (const group of iterateGroups(stateOf(responses([["a", "b"], [], ["c", "d"], ["e"]], log), 3)))
      groups.push(group);
    expect(groups).toEqual([["a", "b"], ["c"]]);
    expect(log).toEqual(["answer 0", "answer 1", "answer 2", "end"]);
  });

  it("abort what is under way when they are told to end", async () => {
    const groups = iterateGroups(
      stateOf(async function* ({ call }) {
        yield* [];
        await orAborted(new Promise(() => undefined), call.signal);
      }),
    );
    const waiting = groups.next();
    const ended = { done: true, value: undefined };
    expect(await groups.return()).toEqual(ended);
    expect(await waiting).toEqual(ended);
  });

  it("are checked against the query, unless they are entities that its index rows lead to", async () => {
    const read = responses([["a"]], []);
    const state = { ...stateOf(read), partitionKey: { in: ["other"] } };
    const reader = { ...state.reader, table: "Shop", nameOf: () => "Shop" };
    const next = (changes: object) => iterateGroups({ ...state, reader: { ...reader, ...changes } } as never).next();
    await expect(next({})).rejects.toMatchObject({ code: "decode.key-mismatch" });
    const second = { decode: (row: object) => row, readRows: async (rows: object[]) => rows };
    expect(await next({ second })).toEqual({ done: false, value: ["a"] });
  });

  it("are refused of anything but a query", () => {
    expect(() => readRowGroups({} as never)).toThrow(expect.objectContaining({ code: "query.invalid-option" }));
  });
});

type Read = (request: QueryRequest) => AsyncGenerator<QueryResponse, void>;

/** Iterates over the rows of these responses. */
function iterator(given: readonly string[][], log: string[] = [], limit?: number) {
  return over(responses(given, log), limit);
}

/** Returns a reader of responses with these RowKeys. */
function responses(given: readonly string[][], log: string[]): Read {
  return async function* () {
    try {
      for (const [index, keys] of given.entries()) {
        log.push(`answer ${index}`);
        yield { rows: keys.map((RowKey) => ({ PartitionKey: "p", RowKey }) as EntityPayload), next: undefined };
      }
    } finally {
      log.push("end");
    }
  };
}

function over(read: Read, limit?: number) {
  return iterateRows(stateOf(read, limit));
}

/** Returns the state of a query whose responses come from `read`. The row `refused` cannot be decoded. */
function stateOf(read: Read, limit?: number) {
  return {
    connection: { limits: { comparisons: 15, pageSize: 1000 } },
    options: {},
    partitionKey: {},
    rowKey: {},
    filter: true,
    limit,
    reader: {
      decode: ({ RowKey }: EntityPayload) => {
        if (RowKey === "refused") throw new Error("refused");
        return RowKey;
      },
    },
    readInParallel: read,
  } as unknown as QueryState<string>;
}
