import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entityPath, percentEncode, queryString, tablePath } from "./request-url.js";

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

it("is empty where nothing is asked", () => {
  expect(queryString({})).toBe("");
  expect(queryString({ filter: "" })).toBe("");
});

it.each([
  ["PartitionKey eq 'a' and RowKey eq 'b'", "PartitionKey%20eq%20'a'%20and%20RowKey%20eq%20'b'"],
  ["A eq 1 or B eq 2 and C eq 3", "A%20eq%201%20or%20B%20eq%202%20and%20C%20eq%203"],
  ["Name eq 'a&b'", "Name%20eq%20'a%26b'"],
  ["Name eq '50%'", "Name%20eq%20'50%25'"],
  ["名前 eq '日本'", "%E5%90%8D%E5%89%8D%20eq%20'%E6%97%A5%E6%9C%AC'"],
  ["Timestamp ge datetime'2021-01-01T00:00:00Z'", "Timestamp%20ge%20datetime'2021-01-01T00%3A00%3A00Z'"],
])("percent-encodes a filter once: %s", (filter, encoded) => {
  expect(queryString({ filter })).toBe(`?$filter=${encoded}`);
});

it("refuses what UTF-8 cannot carry, by the parameter's name", () => {
  const refused = (name: string) =>
    expect.objectContaining({ code: "value.not-unicode", message: expect.stringContaining(`${name} contains`) });
  expect(() => queryString({ filter: "A eq '\ud800'" })).toThrow(refused("$filter"));
  expect(() => queryString({ select: ["\udc00"] })).toThrow(refused("$select"));
  expect(() => queryString({ nextRowKey: "\ud800a" })).toThrow(refused("NextRowKey"));
});

it("percent-encodes selected names once", () => {
  expect(queryString({ select: ["名前", "total"] })).toBe("?$select=%E5%90%8D%E5%89%8D%2Ctotal");
});

it("sends a continuation back byte for byte, an empty part too, and none that is missing", () => {
  expect(queryString({ top: 5, nextPartitionKey: "1!16!cGthZGNhMmUwZA--", nextRowKey: "p+=/'é%" })).toBe(
    "?$top=5&NextPartitionKey=1!16!cGthZGNhMmUwZA--&NextRowKey=p%2B%3D%2F'%C3%A9%25",
  );
  expect(queryString({ nextPartitionKey: "", nextRowKey: "" })).toBe("?NextPartitionKey=&NextRowKey=");
  expect(queryString({ nextPartitionKey: "a" })).toBe("?NextPartitionKey=a");
});

it("has its parameters in one order", () => {
  const all = { nextRowKey: "r", nextPartitionKey: "p", top: 0, select: ["a", "b"], filter: "c eq 1" };
  expect(queryString(all)).toBe("?$filter=c%20eq%201&$select=a%2Cb&$top=0&NextPartitionKey=p&NextRowKey=r");
  expect(() => percentEncode("$skip", "\udc00")).toThrow("The query parameter $skip contains a lone surrogate, U+DC00");
});
