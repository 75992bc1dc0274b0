import { type EdmValue, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { buildColumns } from "../sample/columns.js";
import { findParts, makes } from "./find-parts.js";

function columnOf(...values: readonly EdmValue[]) {
  const [column] = buildColumns(values.map((name) => ({ partitionKey: "", rowKey: "", properties: { name } })));
  if (column === undefined) throw new Error("No row has the column.");
  return column;
}

const strings = (...texts: readonly string[]) => columnOf(...texts.map((text) => edm.string(text)));
const numbers = (...values: readonly number[]) => columnOf(...values.map((value) => edm.int32(value)));
const longs = (...values: readonly bigint[]) => columnOf(...values.map((value) => edm.int64(value)));
const times = (...isos: readonly string[]) => columnOf(...isos.map((iso) => edm.dateTime(new Date(iso))));

/** Returns the parts that write a column as these texts, without what they have in common. */
function partsOf(column: ReturnType<typeof columnOf>, ...texts: readonly string[]) {
  return findParts(column, texts).map(({ kind, column: name, ...part }) => {
    expect([kind, name]).toEqual(["stored", "name"]);
    return part;
  });
}

describe("parts with the values of a column", () => {
  it("are strings, with or without escapes", () => {
    expect(partsOf(strings("Ab", "a/B"), "Ab", "a~2fB")).toEqual([{ encoding: "text" }]);
    expect(partsOf(strings("aB", "a/B"), "ab", "a~2fb")).toEqual([{ encoding: "lower", isDerived: true }]);
    expect(partsOf(strings("A/b", "Ab"), "A/b", "Ab")).toEqual([{ encoding: "text" }]);
    expect(partsOf(strings("Ab", "Cd"), "Ab", "Cd")).toEqual([{ encoding: "text" }]);
    expect(partsOf(strings("ab", "cd"), "ab", "xx")).toEqual([]);
  });

  it("are padded numbers where one of them has a zero at its start", () => {
    expect(partsOf(numbers(5, 15), "05", "15")).toEqual([{ encoding: "pad", width: 2 }]);
    expect(partsOf(numbers(15, 17), "15".padStart(20, "0"), "17".padStart(20, "0"))).toEqual([
      { encoding: "pad", width: 20 },
    ]);
    expect(partsOf(numbers(15, 17), "15".padStart(21, "0"), "17".padStart(21, "0"))).toEqual([]);
    expect(partsOf(numbers(0, 17), "0", "17")).toEqual([{ encoding: ".text" }]);
  });

  it("are numbers, with the number of digits if it is the same in all rows", () => {
    expect(partsOf(numbers(10, 11), "10", "11")).toEqual([{ encoding: ".text", digits: 2 }]);
    expect(partsOf(numbers(10, 11, 10), "10", "11", "10")).toEqual([{ encoding: ".text", digits: 2 }]);
    expect(partsOf(numbers(10, 10), "10", "10")).toEqual([{ encoding: ".text" }]);
    expect(partsOf(numbers(10, 100), "10", "100")).toEqual([{ encoding: ".text" }]);
    expect(partsOf(numbers(3, 4), "3", "4")[0]).toEqual({ encoding: ".text" });
  });

  it("are times in a format, under its short name if it has one", () => {
    const column = times("2026-11-22T10:04:05.123Z", "2025-03-07T23:59:48.765Z");
    expect(partsOf(column, "2026", "2025")).toEqual([{ encoding: "year", isDerived: true }]);
    expect(partsOf(column, "2026-11", "2025-03")).toEqual([{ encoding: "month", isDerived: true }]);
    expect(partsOf(column, "2026-11-22", "2025-03-07")).toEqual([{ encoding: "day", isDerived: true }]);
    expect(partsOf(column, "2026-11-22T10", "2025-03-07T23")).toEqual([{ encoding: "hour", isDerived: true }]);
    expect(partsOf(column, "20261122", "20250307")).toEqual([{ encoding: '.format("yyyyMMdd")', isDerived: true }]);
    expect(partsOf(column, "2026-11-22T10:04:05.123Z", "2025-03-07T23:59:48.765Z")).toEqual([
      { encoding: ".iso", isDerived: true },
    ]);
    expect(partsOf(strings("x"), "2026")).toEqual([]);
  });
});

describe("descending parts", () => {
  it("add up to the same number with the value, in every row", () => {
    expect(partsOf(numbers(5, 7), "994", "992")).toEqual([{ encoding: ".desc(999)" }]);
    expect(partsOf(numbers(0, 94), "99", "05")).toEqual([{ encoding: ".desc(99)" }]);
    expect(partsOf(numbers(5, 7), "994", "993")).toEqual([]);
    expect(partsOf(longs(5n, 7n), "994", "992")).toEqual([{ encoding: ".desc(999)" }]);
    expect(partsOf(strings("5", "7"), "994", "992")).toEqual([]);
  });

  it("are none of one number, of a negative one, or where the largest has more digits", () => {
    expect(partsOf(numbers(5, 5), "994", "994")).toEqual([]);
    expect(partsOf(numbers(1, -1), "49", "51")).toEqual([]);
    expect(partsOf(numbers(5, 6), "95", "94")).toEqual([]);
    expect(partsOf(numbers(5, 6), "x94", "x93")).toEqual([]);
    expect(partsOf(numbers(5, 6), "94x", "93x")).toEqual([]);
  });

  it("are up to the largest number of 64 bits", () => {
    const from = (max: bigint) => partsOf(longs(1n, 2n), String(max - 1n), String(max - 2n));
    expect(from(2n ** 63n - 1n)).toEqual([{ encoding: ".desc(9223372036854775807)" }]);
    expect(from(2n ** 63n)).toEqual([]);
    expect(from(9_999_999_999_999_999_999n)).toEqual([]);
  });

  it.each([
    ["milliseconds", 1],
    ["seconds", 1000],
    ["minutes", 60_000],
    ["days", 86_400_000],
  ])("are of times in %s", (unit, divisor) => {
    const isos = ["2026-11-22T10:04:05.123Z", "2025-03-07T23:59:48.765Z", "2024-01-01T00:00:00.000Z"];
    const texts = isos.map((iso) => String(9_999_999_999_999 - Math.floor(Date.parse(iso) / divisor)));
    expect(partsOf(times(...isos), ...texts)).toEqual([{ encoding: `.${unit}.desc(9999999999999)`, isDerived: true }]);
  });
});

it("a part makes texts if they are exactly what it writes before the text that follows", () => {
  const text = { kind: "stored", column: "name", encoding: "text" } as const;
  const column = strings("a-b", "c");
  expect(makes(text, column, ["a-b", "c"], "!")).toBe(true);
  expect(makes(text, column, ["a-b", "c"], "-")).toBe(false);
  expect(makes(text, column, ["a~2db", "c"], "-")).toBe(true);
  expect(makes({ ...text, encoding: "year" }, column, ["a-b", "c"], "!")).toBe(false);
});
