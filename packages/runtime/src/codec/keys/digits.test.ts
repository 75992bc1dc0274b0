import { expect, it } from "vitest";
import { numberAt, parseNumber } from "./key-codec.js";
import { parseTicksAsc, parseTicksDesc } from "./ticks.js";

it.each([
  ["007", 3, 7],
  ["909", 3, 909],
  ["", 0, 0],
  ["07", 3, Number.NaN],
  ["0007", 3, Number.NaN],
  ["0/7", 3, Number.NaN],
  ["0:7", 3, Number.NaN],
  ["07é", 3, Number.NaN],
  [undefined, 3, Number.NaN],
])("%j in %d digits is the number %d", (text, width, number) => {
  expect(parseNumber(text, width)).toBe(number);
});

it("the digits of a number are read from within a text", () => {
  expect([numberAt("x0123y", 1, 4), numberAt("x0123y", 0, 2), numberAt("x0123y", 4, 2)]).toEqual([
    123,
    Number.NaN,
    Number.NaN,
  ]);
});

it.each([
  ["digits of another length", "063745153445123456"],
  ["a letter in the milliseconds", "06374515344512x4567"],
  ["a letter below the milliseconds", "063745153445123456x"],
  ["no text", undefined],
])("ticks with %s are no time", (_, text) => {
  for (const parse of [parseTicksAsc, parseTicksDesc])
    expect(() => parse(text)).toThrow(`has key text ${JSON.stringify(text)}, which is not .NET ticks in 19 digits`);
});

it("ticks before 1601 are no Edm.DateTime", () => {
  expect(() => parseTicksAsc("0504911231999999999")).toThrow("which is not ticks of the years 1601 to 9999");
  expect(parseTicksAsc("0504911232000000000")).toEqual(new Date("1601-01-01T00:00:00Z"));
});
