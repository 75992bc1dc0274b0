import { type EdmValue, ExactDate, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import type { StoredPart } from "../keys/draft-part.js";
import { buildColumns, type Column } from "../sample/columns.js";
import { explainConflict, findNotes, formatExample } from "./find-notes.js";

function columnOf(...values: readonly (EdmValue | undefined)[]): Column {
  const [column] = buildColumns(
    values.map((x) => ({ partitionKey: "", rowKey: "", properties: x === undefined ? {} : { x } })),
  );
  if (column === undefined) throw new Error("No row has the column.");
  return column;
}

const strings = (...texts: readonly string[]) => columnOf(...texts.map((text) => edm.string(text)));
const repeated = (count: number, ...texts: readonly string[]) =>
  strings(...Array.from({ length: count }, (_, index) => texts[index % texts.length] ?? ""));
const part = (more: Partial<StoredPart> = {}): StoredPart => ({
  kind: "stored",
  column: "x",
  encoding: "text",
  ...more,
});

describe("notes on a column", () => {
  it("say in how many rows it is, and with which types", () => {
    expect(findNotes(columnOf(edm.int32(1), undefined), [], false)).toEqual(["in 1 of 2 rows"]);
    expect(findNotes(columnOf(edm.int32(1), edm.int32(2), edm.double(1.5)), [], false)).toEqual([
      "Edm.Int32 in 2 rows, Edm.Double in 1 row; a write stores Edm.Double",
    ]);
    expect(findNotes(columnOf(edm.int32(1), edm.boolean(true)), [], false)).toEqual([
      "Edm.Int32 in 1 row, Edm.Boolean in 1 row",
    ]);
    expect(explainConflict(columnOf(edm.int32(1), edm.boolean(true), edm.boolean(true)))).toBe(
      "x is not declared, since no type reads all of its values: Edm.Boolean in 2 rows, Edm.Int32 in 1 row. It is kept under $extra.",
    );
  });

  it.each<readonly [string[], Column]>([
    [["every value is JSON: edm.json<T>() parses it"], strings('{"a":1}', " [1]")],
    [[], strings('{"a":1}', "5")],
    [[], strings('{"a":1}', "{")],
    [[], strings('"[1]"', '"{}"')],
    [[], strings('{"a":1}', 'x {"a":1}')],
    [["every value is a date as text"], strings("2026-11-22T10:00", "2026-11-22T10:00:00Z")],
    [[], strings("2026-11-22T10:00", "2026-11-22")],
    [[], strings("2026-11-22T10:00", "x2026-11-22T10:00")],
    [['only "a", "b"'], repeated(10, "b", "a")],
    [['only "a", "b", "c", "d", "e"'], repeated(10, "a", "b", "c", "d", "e")],
    [[], repeated(12, "a", "b", "c", "d", "e", "f")],
    [[], repeated(9, "a", "b")],
    [[], repeated(10, "a")],
    [[], repeated(10, "a", "b c")],
    [[`only "a", "${"b".repeat(32)}"`], repeated(10, "a", "b".repeat(32))],
    [[], repeated(10, "a", "b".repeat(33))],
    [[], columnOf(edm.int32(1), edm.int32(2))],
  ])("say what its strings are: %j", (notes, column) => {
    expect(findNotes(column, [], false)).toEqual(notes);
  });

  it("do not say what the strings of a key are, or what those with other types are", () => {
    expect(findNotes(repeated(10, "a", "b"), [part()], false)).toEqual([]);
    const mixed = columnOf(edm.guid("0f8fad5b-d9cb-469f-a165-70867728950e"), edm.string("{}"));
    expect(findNotes(mixed, [], false)).toEqual(["Edm.Guid in 1 row, Edm.String in 1 row; a write stores Edm.String"]);
  });

  it("have an order", () => {
    const few = columnOf(undefined, ...Array.from({ length: 10 }, (_, index) => edm.string(index === 0 ? "a" : "b")));
    expect(findNotes(few, [], false)).toEqual(["in 10 of 11 rows", 'only "a", "b"']);
    expect(findNotes(columnOf(undefined, edm.int32(1), edm.boolean(true)), [], false)).toEqual([
      "in 2 of 3 rows",
      "Edm.Int32 in 1 row, Edm.Boolean in 1 row",
    ]);
    expect(findNotes(few, [part({ equal: ["a"], isAmbiguous: true, digits: 3 })], false)).toEqual([
      "in 10 of 11 rows",
      "a gives the same key in all rows: the key may contain it instead",
      "its key part may also be .raw",
      "has 3 digits in all rows: its key part may also be .pad(3)",
    ]);
  });

  it("say what else its key part may be", () => {
    const column = strings("a");
    expect(findNotes(column, [part({ isAmbiguous: true }), part()], false)).toEqual(["its key part may also be .raw"]);
    expect(findNotes(column, [part({ isAmbiguous: true })], true)).toEqual([]);
    expect(findNotes(column, [part(), part({ digits: 3 })], true)).toEqual([
      "has 3 digits in all rows: its key part may also be .pad(3)",
    ]);
    expect(findNotes(column, [part({ equal: ["a"] }), part({ equal: ["a"] })], true)).toEqual([
      "a gives the same key in all rows: the key may contain it instead",
    ]);
    expect(findNotes(column, [part({ equal: ["a", "c"] }), part({ equal: ["b"] })], true)).toEqual([
      "a, c, b give the same key in all rows: the key may contain one of them instead",
    ]);
  });
});

describe("the example of a value", () => {
  it.each<readonly [string | undefined, EdmValue | undefined]>([
    [undefined, undefined],
    ["5", edm.int64(5n)],
    ["2026-11-22T10:00:00.1234567Z", edm.dateTime(ExactDate.fromIso("2026-11-22T10:00:00.1234567Z"))],
    ["3 bytes", edm.binary(new Uint8Array(3))],
    ["4095 bytes", edm.binary(new Uint8Array(4095))],
    ["at least 4096 bytes", edm.binary(new Uint8Array(4096))],
    ["x".repeat(60), edm.string("x".repeat(60))],
    [`${"x".repeat(60)}…`, edm.string("x".repeat(61))],
  ])("is %s", (example, value) => {
    expect(formatExample(value)).toBe(example);
  });
});
