import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limits } from "../rules/limits.js";
import type { Call } from "./call.js";
import { checkOptions, pageSizeOption, readToken, selectOption, writeToken } from "./query-options.js";

function callOf(query: Record<string, string>, kind: "storage" | "cosmos" = "storage"): Call {
  return { query: new Map(Object.entries(query)), environment: { limits: limits[kind] } } as unknown as Call;
}

const invalid = expect.objectContaining({ code: "InvalidInput" });

describe("a token of the strict service", () => {
  it("reads back as its text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const token = writeToken(text);
        expect(token).toMatch(/^1!\d+![A-Za-z0-9*_-]*$/);
        expect(readToken(token)).toBe(text);
      }),
    );
  });

  it.each(["", "abcd", "1!3!YQ--", "1!5!YQ--", "2!4!YQ--", "x1!4!YQ--", "1!4!YQ--x", "1!4!YQ==", "1!4!YQ--!", "1!!"])(
    "is not %j",
    (token) => {
      expect(() => readToken(token)).toThrow(invalid);
    },
  );
});

describe("query options of the strict service", () => {
  it.each<[string | undefined, number, number]>([
    [undefined, 1000, 1000],
    ["1", 1, 1],
    ["999", 999, 999],
    ["1000", 1000, 1000],
  ])("$top=%s takes %d rows of a page, %d of Cosmos DB", (text, storage, cosmos) => {
    const query: Record<string, string> = text === undefined ? {} : { $top: text };
    expect(pageSizeOption(callOf(query))).toBe(storage);
    expect(pageSizeOption(callOf(query, "cosmos"))).toBe(cosmos);
  });

  it("a page of Cosmos DB has at most 1000 rows, whatever $top is", () => {
    expect(pageSizeOption(callOf({ $top: "1001" }, "cosmos"))).toBe(1000);
    expect(() => pageSizeOption(callOf({ $top: "1001" }))).toThrow("'1001' is not a valid value for '$top'");
  });

  it.each(["0", "-1", "+1", "1.5", "1e2", "x1", "1x", "", " 1"])("$top=%j is refused", (text) => {
    expect(() => pageSizeOption(callOf({ $top: text }))).toThrow(invalid);
  });

  it.each<[string | undefined, string[] | undefined]>([
    [undefined, undefined],
    ["", []],
    [" ", []],
    [" * ", undefined],
    ["a", ["a"]],
    ["a,b", ["a", "b"]],
    [Array(255).fill("a").join(), Array(255).fill("a")],
  ])("$select=%j names %j", (text, names) => {
    expect(selectOption(callOf(text === undefined ? {} : { $select: text }))).toEqual(names);
  });

  it("$select of more names than a row can have is refused by Storage", () => {
    const $select = Array(256).fill("a").join();
    expect(() => selectOption(callOf({ $select }))).toThrow(invalid);
    expect(selectOption(callOf({ $select }, "cosmos"))).toHaveLength(256);
  });

  it("are $filter, $select, $top, $format, and what has no $", () => {
    expect(() =>
      checkOptions(callOf({ $filter: "", $select: "", $top: "", $format: "", timeout: "", a$: "" })),
    ).not.toThrow();
    for (const name of ["$orderby", "$skip", "$", "$Filter"]) {
      expect(() => checkOptions(callOf({ [name]: "1" })), name).toThrow(
        expect.objectContaining({ code: "NotImplemented" }),
      );
    }
  });
});
