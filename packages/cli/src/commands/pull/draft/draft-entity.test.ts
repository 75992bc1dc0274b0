import { type EdmValue, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import type { SampledRow } from "../sample/columns.js";
import { draftEntity } from "./draft-entity.js";
import type { KindRows } from "./kinds.js";

type Make = (index: number) => readonly [string, string, Readonly<Record<string, EdmValue>>?];

function rowsOf(make: Make, count: number): SampledRow[] {
  return Array.from({ length: count }, (_, index) => {
    const [partitionKey, rowKey, properties = {}] = make(index);
    return { partitionKey, rowKey, properties };
  });
}

/** Drafts an entity of rows that are all of one kind. */
function draft(make: Make, count = 20, more: Partial<KindRows> = {}) {
  const starts = { partitionKey: "", rowKey: "" };
  const kind = { rows: rowsOf(make, count), kind: undefined, kindProperty: false as const, starts, ...more };
  return draftEntity("Shop", "Order", kind, { detail: "parts", isOurs: false });
}

const columns = (count: number, prefix = "c") =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, edm.int32(index)]));

describe("properties that a draft does not declare", () => {
  it("are those after the 251st", () => {
    expect(draft(() => ["p", "r", columns(251)]).source).toMatchObject({ unknownProperties: "drop", undeclared: [] });
    const { source, properties } = draft(() => ["p", "r", columns(252)]);
    expect(source.properties).toHaveLength(251);
    expect(source.unknownProperties).toBe("keep");
    expect(properties.at(-1)).toMatchObject({ name: "c251", rows: 20 });
    expect(properties.at(-1)).not.toHaveProperty("type");
  });

  it("are those that no type reads", () => {
    const { source, properties } = draft((i) => ["p", "r", { x: i === 0 ? edm.boolean(true) : edm.int32(i) }]);
    const note =
      "x is not declared, since no type reads all of its values: Edm.Int32 in 19 rows, Edm.Boolean in 1 row. It is kept under $extra.";
    expect(source).toMatchObject({ unknownProperties: "keep", properties: [], undeclared: [note] });
    expect(properties[0]?.doubts).toEqual([note]);
  });

  it.each([
    ["ten that one row of ten has", 10, 2, 20, 0],
    ["nine that one row of ten has", 9, 2, 20, 9],
    ["ten that more than one row of ten has", 10, 3, 20, 10],
    ["ten that one of few rows has", 10, 1, 5, 0],
    ["ten that two of few rows have", 10, 2, 5, 10],
    ["ten that the only row has", 10, 1, 1, 10],
  ])("are rare ones: %s", (_, count, present, rows, declared) => {
    const { source, properties } = draft((i) => ["p", `r${i}`, i < present ? columns(count) : {}], rows);
    expect(source.properties.filter(({ keyOnly }) => !keyOnly)).toHaveLength(declared);
    expect(source.unknownProperties).toBe(declared === 0 ? "keep" : "drop");
    const doubts = present === rows ? [] : [`in ${present} of ${rows} rows`];
    expect(properties[0]).toMatchObject({ rows: present, doubts });
  });
});

describe("the notes of a draft", () => {
  it("say how many rows it comes from", () => {
    expect(draft(() => ["p", "r"], 1).source.notes).toEqual(["From 1 row of Shop."]);
    expect(draft((i) => ["p", `r${i}`], 2).source.notes).toEqual(["From 2 rows of Shop."]);
  });

  it("say that rows look like index rows", () => {
    const { source, properties } = draft((i) => ["p", `r${i}`, { kind: edm.string("a.byB") }], 20, {
      kind: "a.byB",
      kindProperty: "kind",
    });
    expect(source.notes).toEqual([
      "From 20 rows of Shop.",
      "Index rows: declare byB among the indexes of a instead. Not all of its entities were read, or the index rows differ from them.",
    ]);
    expect(properties).toEqual([]);
    expect(source.properties.every(({ keyOnly }) => keyOnly)).toBe(true);
  });
});

describe("values that only the keys store", () => {
  /** Returns the names of the values in both keys, and the declarations of these values. */
  const keyOnlyOf = (make: Make) => {
    const { source } = draft(make);
    const names = [source.partitionKey, source.rowKey].flatMap(({ parts }) =>
      parts.map((part) => (part.kind === "literal" ? JSON.stringify(part.text) : part.property.name)),
    );
    return {
      names,
      properties: source.properties.filter(({ keyOnly }) => keyOnly).map(({ keyOnly: _, ...each }) => each),
    };
  };
  const odd = (index: number) => `${(index * 7919) % 1000}${"abcdefghijklmnopqrst"[index]}`;
  const ticks = (index: number) => String(639_000_000_000_000_000n + BigInt(index) * 12_345_678_901n).padStart(19, "0");

  it("are named after the constant before them, or after their key", () => {
    expect(keyOnlyOf((i) => [`room_${odd(i)}`, odd(i + 1)]).names).toEqual(['"room"', "room", "row"]);
    expect(keyOnlyOf((i) => [`GrainReference=${odd(i)}`, "x"]).names[1]).toBe("grainReference");
    expect(keyOnlyOf((i) => [`ROOM_${odd(i)}`, "x"]).names[1]).toBe("room");
    expect(keyOnlyOf((i) => [`ro_${odd(i)}`, "x"]).names[1]).toBe("partition");
    expect(keyOnlyOf((i) => [odd(i), `then_${odd(i + 1)}`]).names).toEqual(["partition", '"then"', "then_"]);
  });

  it("have other names than the properties", () => {
    const make: Make = (i) => [`room_${odd(i)}`, odd(i + 1), { room: edm.int32(5), row: edm.int32(5) }];
    expect(keyOnlyOf(make).names).toEqual(['"room"', "room2", "row2"]);
  });

  it("are declared once if both keys are the same value", () => {
    const same = keyOnlyOf((i) => [odd(i), odd(i)]);
    expect(same.names).toEqual(["partition", "partition"]);
    expect(same.properties).toEqual([{ name: "partition", storedName: "partition", type: "string", maxLength: 512 }]);
    expect(keyOnlyOf((i) => [odd(i), i === 3 ? "x" : odd(i)]).names).toEqual(["partition", "row"]);
    expect(keyOnlyOf((i) => [`room_${odd(i)}`, `room_${odd(i)}`]).names).toEqual(['"room"', "room", '"room"', "room2"]);
  });

  it("are declared in their order, with a maximum length if they are strings", () => {
    const guid = (index: number) => `0f8fad5b-d9cb-469f-a165-7086772895${10 + index}`;
    expect(keyOnlyOf((i) => [odd(i), `${guid(i)}_${odd(i + 1)}`]).properties).toEqual([
      { name: "partition", storedName: "partition", type: "string", maxLength: 512 },
      { name: "row", storedName: "row", type: "guid" },
      { name: "row2", storedName: "row2", type: "string", maxLength: 256 },
    ]);
  });

  it("are declared with what their format says", () => {
    const stored = { name: "row", storedName: "row" };
    const declared = (rowKeyOf: (index: number) => string) => keyOnlyOf((i) => ["p", rowKeyOf(i)]).properties;
    expect(declared((i) => String(i * 3).padStart(6, "0"))).toEqual([{ ...stored, type: "int32", min: 0 }]);
    expect(declared((i) => String(i * 3e9).padStart(12, "0"))).toEqual([{ ...stored, type: "int64" }]);
    expect(declared((i) => ticks(i))).toEqual([
      { ...stored, type: "dateTime", notes: ["its digits look like a time"] },
    ]);
    expect(declared((i) => `2026-11-${10 + i}`)).toEqual([{ ...stored, type: "dateTime" }]);
    expect(declared((i) => "0f".repeat(15) + (10 + i))).toEqual([{ ...stored, type: "string", length: 32 }]);
    expect(declared((i) => `01ARZ3NDEKTSV4RRFFQ69G5F${10 + i}`)).toEqual([
      { ...stored, type: "string", pattern: "ulid" },
    ]);
  });
});

it("a draft with keys as stored is of all rows, odd ones too", () => {
  const rows = rowsOf((i) => ["p", i === 7 ? "legacy7" : `order-${i}`], 100);
  const kind = { rows, kind: undefined, kindProperty: false as const, starts: { partitionKey: "", rowKey: "" } };
  const countOf = (detail: "parts" | "raw") =>
    draftEntity("Shop", "Order", kind, { detail, isOurs: false }).rows.length;
  expect([countOf("parts"), countOf("raw")]).toEqual([99, 100]);
});

describe("integers in keys that accept no negative ones", () => {
  it.each<readonly [number | undefined, string, (n: number) => string]>([
    [0, "padded", (n) => String(n).padStart(6, "0")],
    [0, "descending", (n) => String(999_999 - n)],
    [0, "hexadecimal", (n) => n.toString(16).padStart(8, "0")],
    [undefined, "as text", (n) => String(n)],
    [undefined, "ascending", (n) => String(n + 2 ** 31).padStart(10, "0")],
  ])("have the minimum %s if they are %s", (min, _, textOf) => {
    const { source } = draft((i) => ["p", textOf(i * 77), { n: edm.int32(i * 77) }]);
    expect(source.properties.find(({ name }) => name === "n")?.min).toBe(min);
    const both = draft((i) => [`${i * 77}`, textOf(i * 77), { n: edm.int32(i * 77) }]).source;
    expect(both.properties.find(({ name }) => name === "n")?.min).toBe(min);
  });
});
