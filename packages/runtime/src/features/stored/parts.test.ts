import { expect, it } from "vitest";
import { changesOnly, type LargeMembers, type WriteMode, withDefaults } from "../../codec/edm/edm-type.js";
import { limits } from "../../schema/limits.js";
import type { Property } from "../../schema/property.js";
import { binaryParts, stringParts } from "./stored-in-parts.js";

const text = stringParts("t", { parts: 3 });
const bytes = binaryParts("b", { parts: 3 });

/** Writes a value, and returns the members in the text and those that were collected as large. */
function write(property: Property, value: unknown, mode: WriteMode = withDefaults) {
  const large: unknown[] = [];
  const add: LargeMembers["add"] = (prefix, json, ...sizes) => large.push([prefix, json.length, ...sizes]);
  return [property.write(property, value, mode, { ...limits.storage, large: { add } }), large] as const;
}

it("a value of 16 KiB or more is collected with its size, part by part", () => {
  const [shortText, noText] = write(text, "x".repeat(16_383));
  expect([shortText.length, noText]).toEqual([',"t":""'.length + 16_383, []]);
  expect(write(text, "x".repeat(16_384))).toEqual(["", [[',"t":', 16_386, 32_768, false]]]);
  expect(write(text, "x".repeat(32_769))).toEqual([
    "",
    [
      [',"t":', 32_770, 65_536, false],
      [',"t_1":', 3, 2, false],
    ],
  ]);
  const prefix = (name: string) => `,"${name}@odata.type":"Edm.Binary","${name}":`;
  expect(write(bytes, new Uint8Array(16_383))[1]).toEqual([]);
  expect(write(bytes, new Uint8Array(65_536))).toEqual([
    "",
    [
      [prefix("b"), 87_382, 65_535, true],
      [prefix("b_1"), 6, 1, true],
    ],
  ]);
});

it("the parts that a merge empties are collected too", () => {
  expect(write(text, "x".repeat(32_768), changesOnly)[1]).toEqual([
    [',"t":', 32_770, 65_536, false],
    [',"t_1":', 2, 0, false],
    [',"t_2":', 2, 0, false],
  ]);
});

it("an empty value has one part", () => {
  expect(write(text, "")).toEqual([',"t":""', []]);
  expect(write(bytes, new Uint8Array())[0]).toBe(',"b@odata.type":"Edm.Binary","b":""');
});

it("a part ends before a character that it would divide", () => {
  const lengths = (value: string) => {
    const row = JSON.parse(`{"":0${text.write(text, value, withDefaults, limits.storage)}}`) as Record<string, string>;
    return [row["t"], row["t_1"], row["t_2"]].map((part) => part?.length);
  };
  expect(lengths("x".repeat(32_768))).toEqual([32_768, undefined, undefined]);
  expect(lengths(`${"x".repeat(32_766)}😀`)).toEqual([32_768, undefined, undefined]);
  expect(lengths(`${"x".repeat(32_766)}😀x`)).toEqual([32_768, 1, undefined]);
  expect(lengths(`${"x".repeat(32_767)}😀`)).toEqual([32_767, 2, undefined]);
  expect(lengths(`${"x".repeat(32_767)}\ue000x`)).toEqual([32_768, 1, undefined]);
  expect(lengths("x".repeat(98_304))).toEqual([32_768, 32_768, 32_768]);
});
