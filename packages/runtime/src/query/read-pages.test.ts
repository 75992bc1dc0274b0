import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signText } from "../auth/shared-key.js";
import { stubConnection } from "../test/stub-connection.js";
import { comparison } from "./filter/filter.js";
import { planQuery } from "./plan-query.js";
import type { QueryState } from "./query-state.js";
import { buildBinding, type CursorBinding, cursorAfter, readCursor, writeCursor } from "./read-pages.js";

const binding: CursorBinding = { query: '["Shop",["a eq 1"]]', key: undefined };
const signed: CursorBinding = { ...binding, key: "secret" };
const refused = expect.objectContaining({ code: "query.invalid-cursor" });

/** Forges a cursor. Without a key anyone can. */
function forged(content: string): string {
  const text = Buffer.from(content).toString("base64url");
  return `${text}.${signText("", `${text}\n${binding.query}`)}`;
}

describe("cursor", () => {
  it("gives back the position that it was made of, as URL-safe text", () => {
    const text = fc.option(fc.string({ unit: "grapheme" }), { nil: undefined });
    const count = fc.nat();
    const position = fc.record({
      filter: count,
      remaining: fc.option(count, { nil: undefined }),
      nextPartitionKey: text,
      nextRowKey: text,
    });
    fc.assert(
      fc.property(position, fc.constantFrom(binding, signed), (at, by) => {
        const cursor = writeCursor(at, by);
        expect(cursor).toMatch(/^[\w-]+\.[\w-]+$/);
        expect(encodeURIComponent(cursor)).toBe(cursor);
        expect(readCursor(cursor, by)).toEqual(at);
      }),
    );
  });

  it("keeps the tokens of both services, and empty ones", () => {
    const tokens = [
      "1!16!cGthZGNhMmUwZA--",
      '[{"token":"VGAIAILwze8EAAAAAAAAAA==","range":{"min":"","max":"FF"}}]',
      "",
    ];
    for (const nextPartitionKey of tokens) {
      const at = { filter: 0, remaining: undefined, nextPartitionKey, nextRowKey: undefined };
      expect(readCursor(writeCursor(at, binding), binding)).toEqual(at);
    }
  });

  it("is refused with another query or another key", () => {
    const at = { filter: 0 };
    expect(() => readCursor(writeCursor(at, binding), { ...binding, query: "x" })).toThrow(refused);
    expect(() => readCursor(writeCursor(at, signed), { ...signed, key: "other" })).toThrow(refused);
    expect(() => readCursor(writeCursor(at, signed), binding)).toThrow(refused);
    expect(() => readCursor(writeCursor(at, binding), signed)).toThrow(refused);
  });

  it.each([
    "",
    "x",
    "[]",
    "[0]",
    "[-1,null,null,null]",
    "[0.5,null,null,null]",
    "[0,null,1,null]",
    "{}",
    "[0,-1,null,null]",
  ])("is refused where it was made up: %s", (content) => {
    expect(() => readCursor(forged(content), binding)).toThrow(refused);
  });

  it("takes no other text for a cursor", () => {
    for (const text of ["", ".", "a.b.c", undefined, 5]) {
      expect(() => readCursor(text as string, binding)).toThrow(refused);
    }
    expect(readCursor(forged("[0,null,null,null]"), binding)).toMatchObject({ filter: 0 });
  });
});

describe("the query that a cursor belongs to", () => {
  const scope = { connection: stubConnection(() => ({ body: {} })), options: {}, partitionKey: {}, rowKey: {} };
  const stateOf = (changes: object = {}) => {
    const reader = { table: "Shop", select: undefined, ...changes };
    return { ...scope, reader, filter: true, ...changes } as unknown as QueryState<object>;
  };
  const queryOf = (state: QueryState<object>) => buildBinding(state, planQuery(state)).query;

  it("is not another one at another time, although its filter excludes what has expired", () => {
    let time = 0;
    const unexpired = () => comparison("until", "gt", String(time++));
    const state = stateOf({ expiry: { unexpired } });
    expect(planQuery(state).filters).not.toEqual(planQuery(state).filters);
    expect(queryOf(state)).toBe(queryOf(state));
    expect(queryOf(state)).toBe(queryOf(stateOf()));
  });

  it("is another one if it has another table, filter, selection or total", () => {
    const changes = [{ table: "Other" }, { filter: comparison("a", "eq", "1") }, { select: ["a"] }, { limit: 5 }];
    const queries = [{}, ...changes].map((change) => queryOf(stateOf(change)));
    expect(new Set(queries).size).toBe(5);
  });

  it("has no empty key", () => {
    for (const cursorKey of ["", new Uint8Array()]) {
      const state = stateOf({ options: { cursorKey } });
      expect(() => buildBinding(state, planQuery(state))).toThrow(
        "cursorKey is empty. Pass a secret, or leave it out for unsigned cursors.",
      );
    }
    const state = stateOf({ options: { cursorKey: "x" } });
    expect(buildBinding(state, planQuery(state)).key).toBe("x");
  });

  it("needs no cursor after its last page or its last row", () => {
    expect(cursorAfter(undefined, 5, binding)).toBeUndefined();
    expect(cursorAfter({ filter: 0 }, 0, binding)).toBeUndefined();
    const remainingOf = (remaining: number) =>
      readCursor(cursorAfter({ filter: 0 }, remaining, binding) ?? "", binding).remaining;
    expect([remainingOf(1), remainingOf(Number.POSITIVE_INFINITY)]).toEqual([1, undefined]);
  });
});
