import { describe, expect, it } from "vitest";
import { orAborted } from "../http/cancellation.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { QueryState } from "./query-state.js";
import type { QueryRequest, QueryResponse } from "./read-responses.js";
import { iterateRows } from "./read-rows.js";

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

/** Iterates over the rows of these responses. */
function iterator(responses: readonly string[][], log: string[] = [], limit?: number) {
  async function* read(): AsyncGenerator<QueryResponse, void> {
    try {
      for (const [index, keys] of responses.entries()) {
        log.push(`answer ${index}`);
        yield { rows: keys.map((RowKey) => ({ PartitionKey: "p", RowKey }) as EntityPayload), next: undefined };
      }
    } finally {
      log.push("end");
    }
  }
  return over(read, limit);
}

/** Iterates over the rows that are read. The row `refused` cannot be decoded. */
function over(read: (request: QueryRequest) => AsyncGenerator<QueryResponse, void>, limit?: number) {
  const state = {
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
  return iterateRows(state);
}
