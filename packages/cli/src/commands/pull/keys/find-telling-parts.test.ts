import { type EdmValue, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { buildColumns } from "../sample/columns.js";
import { findTellingParts } from "./find-telling-parts.js";

type Pair = readonly [text: string, value: EdmValue];

/** Returns the encodings that chance does not explain, for rows with these texts and values. */
function encodingsOf(...pairs: readonly Pair[]): string[] {
  const [column] = buildColumns(pairs.map(([, x]) => ({ partitionKey: "", rowKey: "", properties: { x } })));
  if (column === undefined) throw new Error("No row has the column.");
  const parts = findTellingParts(
    column,
    pairs.map(([text]) => text),
  );
  const isConstant = pairs.length > 1 && new Set(pairs.map(([text]) => text)).size === 1;
  for (const part of parts) expect(part.isConstant ?? false).toBe(isConstant);
  return parts.map(({ encoding }) => encoding);
}

const at = (iso: string) => edm.dateTime(new Date(iso));
const midnight = at("2026-12-01T00:00:00Z");
const repeated = (pair: Pair) => Array.from({ length: 30 }, () => pair);

describe("a column is the source of key texts", () => {
  it.each<readonly [string, readonly Pair[]]>([
    ["pad", [1, 2, 3].map((n) => [`00${n}`, edm.int32(n)])],
    [".desc(9)", [1, 2, 3].map((n) => [String(9 - n), edm.int32(n)])],
    ["month", [1, 2, 3].map((n) => [`2026-0${n}`, at(`2026-0${n}-01T00:00:00Z`)])],
    ["month", [1, 2, 3].map((n) => ["2026-12", at(`2026-12-0${n}T00:00:00Z`)])],
    ["day", [1, 2, 1].map((n) => [`2026-11-0${n}`, at(`2026-11-0${n}T06:00:00Z`)])],
    ["boolean", [true, false].map((value) => [String(Number(value)), edm.boolean(value)])],
    ["text", repeated(["north", edm.string("north")])],
    ["text", ["no", "se"].map((text) => [text, edm.string(text)])],
    [".text", repeated(["2026", edm.int32(2026)])],
    [".iso7", repeated(["2026-12-01T00:00:00.0000000Z", midnight])],
    [".md5", repeated(["0cc175b9c0f1b6a831c399e269772661", edm.string("a")])],
  ])("as %s of %j", (encoding, pairs) => {
    expect(encodingsOf(...pairs)).toContain(encoding);
  });
});

describe("chance explains key texts", () => {
  it.each<readonly [string, readonly Pair[]]>([
    ["of a number that is the same in all rows", repeated(["000001", edm.int32(1)])],
    ["of a number that is zero in all rows", repeated(["000000", edm.int32(0)])],
    ["of two small numbers", [1, 2, 1, 2].map((n) => [`00000${n}`, edm.int32(n)])],
    ["of two numbers with the same sum", [1, 2, 1, 2].map((n) => [String(7 - n), edm.int32(n)])],
    ["of a boolean that is the same in all rows", repeated(["1", edm.boolean(true)])],
    ["of digits that are the same in all rows", repeated(["007", edm.string("007")])],
    ["of the hours of midnight", repeated(["000001", midnight])],
    ["of a time of day that is the same in all rows", repeated(["143005", at("2026-12-01T14:30:05Z")])],
    ["of the month of one time", repeated(["2026-12", midnight])],
    ["of the seconds since 1970 of one time", repeated(["1796083200", midnight])],
    [
      "of numbers from 1, where each row has the midnight of another day",
      [1, 2, 3, 4].map((n) => [`00000${n}`, at(`2026-12-0${n}T00:00:00Z`)]),
    ],
    ["of a hash with one digit", repeated(["c", edm.string("a")])],
  ])("%s", (_, pairs) => {
    expect(encodingsOf(...pairs)).toEqual([]);
  });
});
