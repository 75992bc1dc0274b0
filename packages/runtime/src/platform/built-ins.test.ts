import { runInNewContext, runInThisContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { checkBinary } from "../codec/edm/binary.js";
import { dateTime } from "../codec/edm/date-time.js";
import { edm } from "../edm.js";
import { formatValue } from "../errors/format-value.js";
import { collectionName, isBytes, isDate, isError, isThenable } from "./built-ins.js";

/** Evaluates an expression in a realm of its own, as jsdom and Jest do with the code of tests. */
const elsewhere = (expression: string): unknown => runInNewContext(expression);

describe.each([
  ["this realm", (expression: string): unknown => runInThisContext(expression)],
  ["another realm", elsewhere],
])("of %s", (_, run) => {
  it("knows dates, and nothing that only looks like one", () => {
    expect(["new Date(0)", "new Date(NaN)", "new (class extends Date {})(0)"].map((text) => isDate(run(text)))).toEqual(
      [true, true, true],
    );
    const others = [
      "Date.now()",
      "'2026-11-21T00:00:00Z'",
      "({ getTime: () => 0, [Symbol.toStringTag]: 'Date' })",
      "Object.create(Date.prototype)",
      "new Proxy(new Date(0), {})",
      "null",
      "undefined",
      "[]",
    ];
    expect(others.filter((text) => isDate(run(text)))).toEqual([]);
  });

  it("knows bytes, and no other array", () => {
    expect(["new Uint8Array(2)", "new (class extends Uint8Array {})(2)"].every((text) => isBytes(run(text)))).toBe(
      true,
    );
    const others = ["new Uint8ClampedArray(2)", "new Int8Array(2)", "new DataView(new ArrayBuffer(2))", "[1]", "null"];
    expect(others.filter((text) => isBytes(run(text)))).toEqual([]);
  });

  it("knows errors, maps, sets and promises", () => {
    expect(["new Error('a')", "new RangeError()", "new AggregateError([])"].every((text) => isError(run(text)))).toBe(
      true,
    );
    expect(["'a'", "({ message: 'a' })", "null", "undefined"].filter((text) => isError(run(text)))).toEqual([]);
    expect(["new Map()", "new Set()", "({})", "null"].map((text) => collectionName(run(text)))).toEqual([
      "Map",
      "Set",
      undefined,
      undefined,
    ]);
    expect(["Promise.resolve()", "({})", "null"].map((text) => isThenable(run(text)))).toEqual([true, false, false]);
  });
});

it("knows a Buffer and a DOMException", () => {
  expect([isBytes(Buffer.alloc(1)), isError(new DOMException("a"))]).toEqual([true, true]);
});

it("writes a date and bytes of another realm exactly", () => {
  const date = elsewhere("new Date(Date.UTC(2026, 10, 21, 5, 6, 7, 89))") as Date;
  const bytes = elsewhere("new Uint8Array([9, 0, 1, 254, 255, 9]).subarray(1, 5)") as Uint8Array;
  expect(date instanceof Date || bytes instanceof Uint8Array).toBe(false);
  expect(dateTime.toJson(date)).toBe('"2026-11-21T05:06:07.089Z"');
  expect(checkBinary(bytes)).toBe(bytes);
  expect([edm.of(date).type, edm.of(bytes).type]).toEqual(["Edm.DateTime", "Edm.Binary"]);
  expect([formatValue(date), formatValue(elsewhere("new Map()"))]).toEqual(["2026-11-21T05:06:07.089Z", "a Map"]);
});
