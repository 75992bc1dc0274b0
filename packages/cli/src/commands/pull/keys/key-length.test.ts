import { type EdmValue, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { buildColumns } from "../sample/columns.js";
import type { DraftPart, StoredPart, UnstoredPart } from "./draft-part.js";
import { findMaxLength, maxPartLength } from "./key-length.js";

const literal = (length: number): DraftPart => ({ kind: "literal", text: "x".repeat(length) });
const stored = (encoding: StoredPart["encoding"], more: Partial<StoredPart> = {}): DraftPart => ({
  kind: "stored",
  column: "name",
  encoding,
  ...more,
});
const unstored = (more: Partial<UnstoredPart> = {}): DraftPart => ({
  kind: "unstored",
  type: "string",
  encoding: "raw",
  ...more,
});

describe("strings in a key can have", () => {
  it.each<readonly [number | undefined, string, readonly DraftPart[]]>([
    [512, "the whole key", [stored("raw")]],
    [512, "the whole key, which only the key stores", [unstored()]],
    [128, "a key with escapes", [stored("text")]],
    [128, "a key with escapes, in lower case", [stored("lower", { isDerived: true })]],
    [128, "a key with escapes, in upper case", [stored(".upper", { isDerived: true })]],
    [256, "half of the key, after a constant and a separator", [literal(254), stored("raw")]],
    [128, "less than half of the key", [literal(255), stored("raw")]],
    [128, "the same length as another string", [literal(252), stored("raw"), unstored()]],
    [64, "a third of what a string without escapes has", [literal(252), stored("text"), unstored()]],
    [256, "what a number leaves", [stored("asc"), stored("raw")]],
    [256, "what a number and a constant leave", [literal(188), stored("asc"), stored("raw")]],
    [256, "what a guid in upper case leaves", [stored(".upper"), stored("raw")]],
    [256, "what a shard leaves", [stored("text", { shards: 4, isDerived: true }), stored("raw")]],
    [256, "what a hash leaves", [stored(".md5", { isDerived: true }), stored("raw")]],
    [256, "what an identifier leaves", [unstored({ pattern: "ulid" }), stored("raw")]],
    [256, "what a string of one length leaves", [unstored({ length: 32 }), stored("raw")]],
    [256, "what a guid that only the key stores leaves", [unstored({ type: "guid" }), stored("raw")]],
    [1, "one unit", [literal(509), stored("raw")]],
    [1, "one unit, although its escape is longer than the key", [literal(509), stored("text")]],
    [undefined, "nothing, because the constants take all", [literal(510), stored("raw")]],
    [undefined, "nothing, because there is none", [literal(5), stored("asc")]],
  ])("%s units: %s", (units, _, parts) => {
    expect(maxPartLength(parts, "::")).toBe(units);
  });
});

describe("the maximum length of a property in keys", () => {
  const columnOf = (...values: EdmValue[]) => {
    const rows = values.map((name) => ({ partitionKey: "", rowKey: "", properties: { name } }));
    const [column] = buildColumns([...rows, { partitionKey: "", rowKey: "", properties: {} }]);
    if (column === undefined) throw new Error("No row has the column.");
    return column;
  };
  const keys = (partitionKey: readonly DraftPart[], rowKey: readonly DraftPart[]) => ({
    separator: "!",
    partitionKey,
    rowKey,
  });
  const short = columnOf(edm.string("x"));

  it("is that of the key that leaves less", () => {
    expect(findMaxLength(short, keys([stored("text")], [stored("raw")]))).toBe(128);
    expect(findMaxLength(short, keys([stored("raw")], [literal(300), stored("raw")]))).toBe(128);
  });

  it("depends only on keys that contain it", () => {
    const other = stored("text", { column: "other" });
    expect(findMaxLength(short, keys([other], [stored("raw")]))).toBe(512);
    expect(findMaxLength(short, keys([other], [unstored()]))).toBeUndefined();
  });

  it("depends on the separator of its key", () => {
    const separator = { partitionKey: "!", rowKey: "::::" };
    const parts = [literal(254), stored("raw")];
    expect(findMaxLength(short, { separator, partitionKey: parts, rowKey: [] })).toBe(256);
    expect(findMaxLength(short, { separator, partitionKey: [], rowKey: parts })).toBe(128);
  });

  it("is none if a row exceeds it", () => {
    const text = keys([stored("text")], []);
    expect(findMaxLength(columnOf(edm.string("x".repeat(128))), text)).toBe(128);
    expect(findMaxLength(columnOf(edm.string("x"), edm.string("x".repeat(129))), text)).toBeUndefined();
    expect(findMaxLength(columnOf(edm.binary(new Uint8Array(200))), text)).toBe(128);
  });
});
