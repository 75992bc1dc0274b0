import { describe, expect, it } from "vitest";
import { coded, storedJson, stringParts } from "../../features/stored/stored-in-parts.js";
import { limits } from "../../schema/limits.js";
import type { Property, PropertyOptions } from "../../schema/property.js";
import * as $ from "../../schema/property.js";
import { readBinary } from "./binary.js";
import { readCode } from "./coded-type.js";
import { readDateTime, readDateTimeIso, readDateTimeTicks } from "./date-time.js";
import { changesOnly, withDefaults, withoutDefaults } from "./edm-type.js";
import { readGuid } from "./guid.js";
import { readBoolean, readDouble, readInt32, readInt64, readInt64Number, readInt64String } from "./numbers.js";
import { readJson, readOneOf, readString } from "./string.js";

const id = "c9da6455-213d-42c9-9a79-3e9149a57833";
const time = "2021-09-21T00:53:41Z";

/** Each way to declare a property, with a default and the JSON that is stored for it. */
const declared: readonly (readonly [string, (options: PropertyOptions) => Property, unknown, string])[] = [
  ["string", (options) => $.string("p", options), "a", ',"p":"a"'],
  ["oneOf", (options) => $.string("p", { ...options, oneOf: ["a", "b"] }), "a", ',"p":"a"'],
  ["json", (options) => $.json("p", options), { a: 1 }, ',"p":"{\\"a\\":1}"'],
  ["stored JSON", (options) => storedJson("p", options), { a: 1 }, ',"p":"{\\"a\\":1}"'],
  ["string in parts", (options) => stringParts("p", { ...options, parts: 2 }), "a", ',"p":"a"'],
  ["boolean", (options) => $.boolean("p", options), false, ',"p":false'],
  ["int32", (options) => $.int32("p", options), 0, ',"p":0'],
  ["int64", (options) => $.int64("p", options), 5n, ',"p@odata.type":"Edm.Int64","p":"5"'],
  ["int64Number", (options) => $.int64Number("p", options), 5, ',"p@odata.type":"Edm.Int64","p":"5"'],
  ["int64String", (options) => $.int64String("p", options), "5", ',"p@odata.type":"Edm.Int64","p":"5"'],
  ["double", (options) => $.double("p", options), 5, ',"p@odata.type":"Edm.Double","p":5.0'],
  ["dateTime", (options) => $.dateTime("p", options), new Date(time), `,"p@odata.type":"Edm.DateTime","p":"${time}"`],
  ["dateTimeIso", (options) => $.dateTimeIso("p", options), time, `,"p@odata.type":"Edm.DateTime","p":"${time}"`],
  [
    "dateTimeTicks",
    (options) => $.dateTimeTicks("p", options),
    637_677_824_210_000_000n,
    `,"p@odata.type":"Edm.DateTime","p":"${time}"`,
  ],
  ["guid", (options) => $.guid("p", options), id, `,"p@odata.type":"Edm.Guid","p":"${id}"`],
  ["binary", (options) => $.binary("p", options), new Uint8Array([1]), ',"p@odata.type":"Edm.Binary","p":"AQ=="'],
  [
    "code",
    ({ default: fallback, ...options }) =>
      coded($.int32("p", options), { open: 0, paid: 1 }, fallback as string | undefined),
    "open",
    ',"p":0',
  ],
];

describe.each(declared)("a property that is declared as %s", (_, declare, value, member) => {
  const write = (options: PropertyOptions, given: unknown, mode: 0 | 1 | 2) => {
    const property = declare(options);
    return property.write(property, given, mode, limits.storage);
  };

  it("is written as its JSON", () => {
    expect(write({}, value, withDefaults)).toBe(member);
    expect(write({}, value, changesOnly).startsWith(member)).toBe(true);
  });

  const isJson = declare({}).type.isJson === true;
  it.each(isJson ? [undefined] : [undefined, null])(
    "given %s, is required, optional, or has its default",
    (nothing) => {
      const missing = expect.objectContaining({ code: "value.missing" });
      expect(() => write({}, nothing, withDefaults)).toThrow(missing);
      expect(() => write({}, nothing, withoutDefaults)).toThrow(missing);
      expect(write({}, nothing, changesOnly)).toBe("");
      for (const mode of [withDefaults, withoutDefaults, changesOnly] as const)
        expect(write({ optional: true }, nothing, mode)).toBe("");
      expect(write({ default: value }, nothing, withDefaults)).toBe(member);
      expect(write({ default: value }, nothing, withoutDefaults)).toBe("");
      expect(write({ default: value }, nothing, changesOnly)).toBe("");
    },
  );
});

it.each([
  ["JSON", (options: PropertyOptions) => $.json("p", options), ',"p":"null"'],
  ["stored JSON", (options: PropertyOptions) => storedJson("p", options), ',"p":"null"'],
  ["JSON in parts", (options: PropertyOptions) => storedJson("p", { ...options, parts: 2 }), ',"p":"null"'],
])("null is a value of %s, whatever the write and the default", (_, declare, member) => {
  for (const options of [{}, { optional: true }, { default: [1] }] as const) {
    const property = declare(options);
    for (const mode of [withDefaults, withoutDefaults, changesOnly] as const)
      expect(property.write(property, null, mode, limits.storage).startsWith(member)).toBe(true);
  }
});

it("a default that is computed later is needed only by a write of a whole entity", () => {
  const property = $.dateTime("p", { makeDefault: () => new Date(0) });
  const write = (mode: 0 | 1 | 2) => property.write(property, undefined, mode, limits.storage);
  expect(() => write(withDefaults)).toThrow(expect.objectContaining({ code: "value.missing" }));
  expect([write(withoutDefaults), write(changesOnly)]).toEqual(["", ""]);
});

const oneOf = { oneOf: ["a", "b"] };
const code = coded($.int32("p"), { open: 0 });
/** Function that reads each representation, optional or not, with the Edm type, a stored value, and what it is read as. */
const read: readonly (readonly [string, (...given: never[]) => unknown, string, unknown, unknown])[] = [
  ["string", (json, annotation, _, optional) => readString(json, annotation, optional), "Edm.String", "a", "a"],
  ["oneOf", (json, annotation, _, optional) => readOneOf(json, annotation, oneOf, optional), "Edm.String", "a", "a"],
  ["json", (json, annotation, _, optional) => readJson(json, annotation, optional), "Edm.String", "[1]", [1]],
  ["boolean", (json, _, __, optional) => readBoolean(json, optional), "Edm.Boolean", false, false],
  ["int32", (json, _, __, optional) => readInt32(json, optional), "Edm.Int32", 0, 0],
  ["int64", readInt64, "Edm.Int64", "5", 5n],
  ["int64Number", readInt64Number, "Edm.Int64", "5", 5],
  ["int64String", readInt64String, "Edm.Int64", "5", "5"],
  ["double", readDouble, "Edm.Double", "NaN", Number.NaN],
  ["dateTime", readDateTime, "Edm.DateTime", time, new Date(time)],
  ["dateTimeIso", readDateTimeIso, "Edm.DateTime", time, time],
  ["dateTimeTicks", readDateTimeTicks, "Edm.DateTime", time, 637_677_824_210_000_000n],
  ["guid", readGuid, "Edm.Guid", id, id],
  ["binary", readBinary, "Edm.Binary", "AQ==", new Uint8Array([1])],
  ["code", (json, annotation, _, optional) => readCode(json, annotation, code, optional), "Edm.Int32", 0, "open"],
];

describe.each(read)("a value that is read as %s", (_, readValue, edm, json, value) => {
  const reading = readValue as (json: unknown, annotation: unknown, typed: boolean, optional?: true) => unknown;

  it("is the stored one, also if it is optional", () => {
    for (const optional of [undefined, true] as const) {
      expect(reading(json, edm, true, optional)).toEqual(value);
      expect(reading(json, undefined, false, optional)).toEqual(value);
    }
  });

  it.each([undefined, null])("is undefined for %s if it is optional, otherwise an error", (nothing) => {
    for (const typed of [true, false]) {
      expect(reading(nothing, undefined, typed, true)).toBeUndefined();
      expect(() => reading(nothing, undefined, typed)).toThrow(`is absent; ${edm} is required`);
    }
  });

  it("needs the annotation of its type where the payload has annotations", () => {
    const isRecognized = ["Edm.String", "Edm.Boolean", "Edm.Int32"].includes(edm);
    for (const optional of [undefined, true] as const) {
      const withoutAnnotation = () => reading(json, undefined, true, optional);
      if (isRecognized) expect(withoutAnnotation()).toEqual(value);
      else expect(withoutAnnotation).toThrow(`is stored as Edm.String ${JSON.stringify(json)}, not as ${edm}`);
    }
  });

  it("is an error with another annotation", () => {
    if (typeof json !== "string") return;
    for (const typed of [true, false]) {
      const other = edm === "Edm.Guid" ? "Edm.Int64" : "Edm.Guid";
      expect(() => reading(json, other, typed)).toThrow(`is stored as ${other} ${JSON.stringify(json)}, not as ${edm}`);
    }
  });

  it("is an error of another type, also if it is optional", () => {
    for (const optional of [undefined, true] as const) {
      const mismatch = expect.objectContaining({ code: "decode.wrong-type" });
      expect(() => reading({}, undefined, true, optional)).toThrow(mismatch);
    }
  });
});
