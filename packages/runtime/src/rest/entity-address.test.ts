import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entityPath, tablePath } from "./entity-address.js";

/** Keys as @azure/data-tables 13.3.2 and Azurite 3.35.0 accept them in a URL. */
const literals = [
  ["plain", "plain"],
  ["o'brien", "o''brien"],
  ["''", "''''"],
  ["", ""],
  ["sp ace", "sp%20ace"],
  ["100%", "100%25"],
  ["%2F", "%252F"],
  ["%27", "%2527"],
  ["a&b=c", "a%26b%3Dc"],
  ["a+b", "a%2Bb"],
  ["(x)", "(x)"],
  ["a,b", "a%2Cb"],
  ["!*~-_.", "!*~-_."],
  ['"q"', "%22q%22"],
  ["a:b@c;d$", "a%3Ab%40c%3Bd%24"],
  ["[]{}|^`", "%5B%5D%7B%7D%7C%5E%60"],
  ["é", "%C3%A9"],
  ["日本", "%E6%97%A5%E6%9C%AC"],
  ["😀", "%F0%9F%98%80"],
  ["a\u00a0b", "a%C2%A0b"],
  ["\ufeffx", "%EF%BB%BFx"],
] as const;

describe("entityPath", () => {
  it.each(literals)("writes the key %j as '%s'", (key, literal) => {
    expect(entityPath("mytable", key, key)).toBe(`/mytable(PartitionKey='${literal}',RowKey='${literal}')`);
  });

  it("loses nothing of any key", () => {
    const key = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(key, key, (partitionKey, rowKey) => {
        const path = entityPath("t", partitionKey, rowKey);
        const [, p = "", r = ""] = /^\/t\(PartitionKey='((?:[^']|'')*)',RowKey='((?:[^']|'')*)'\)$/.exec(path) ?? [];
        expect(decodeURIComponent(p).replaceAll("''", "'")).toBe(partitionKey);
        expect(decodeURIComponent(r).replaceAll("''", "'")).toBe(rowKey);
      }),
    );
  });
});

it("tablePath addresses one item of the table list", () => {
  expect(tablePath("Shop")).toBe("/Tables('Shop')");
});
