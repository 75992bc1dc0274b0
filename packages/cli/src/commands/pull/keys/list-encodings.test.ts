import { createHash } from "node:crypto";
import { type EdmValue, ExactDate, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { buildColumns, type Column } from "../sample/columns.js";
import { isEscaped, listEncodings, unescaped, writePartTexts } from "./list-encodings.js";

function columnOf(...values: readonly EdmValue[]): Column {
  const [column] = buildColumns(values.map((name) => ({ partitionKey: "", rowKey: "", properties: { name } })));
  if (column === undefined) throw new Error("No row has the column.");
  return column;
}

/** Returns what each encoding writes for a value, with `derived` if the value cannot be read back. */
function textsOf(value: EdmValue, width = 8) {
  return listEncodings(columnOf(value)).map((way) => [
    `${way.encoding}${way.isDerived ? " derived" : ""}`,
    writePartTexts(columnOf(value), way, width)[0],
  ]);
}

const guid = "0f8fad5b-d9cb-469f-a165-70867728950e";
const sha256 = createHash("sha256").update("A/b").digest("hex");

describe("the encodings of", () => {
  it("a string", () => {
    expect(textsOf(edm.string("A/b"))).toEqual([
      ["text", "A~2fb"],
      ["raw", undefined],
      ["lower derived", "a~2fb"],
      [".upper derived", "A~2fB"],
      [".md5 derived", createHash("md5").update("A/b").digest("hex")],
      [".sha256({w}) derived", sha256.slice(0, 8)],
    ]);
    expect(textsOf(edm.string("A/b"), 80).at(-1)).toEqual([".sha256({w}) derived", sha256]);
  });

  it("a boolean, and a guid", () => {
    expect(textsOf(edm.boolean(true))).toEqual([["boolean", "1"]]);
    expect(textsOf(edm.guid(guid))).toEqual([
      ["guid", guid],
      ['.format("N")', guid.replaceAll("-", "")],
      ['.format("B")', `{${guid}}`],
      [".upper", guid.toUpperCase()],
    ]);
  });

  it("an integer", () => {
    expect(textsOf(edm.int32(255))).toEqual([
      ["pad", "00000255"],
      ["asc", "2147483903"],
      ["desc", "2147483392"],
      [".text", "255"],
      [".hex({w})", "000000ff"],
      [".upper.hex({w})", "000000FF"],
    ]);
    expect(textsOf(edm.int64(255n))).toEqual([
      ["pad", "00000255"],
      ["asc", "09223372036854776063"],
      ["desc", "09223372036854775552"],
      [".text", "255"],
      [".hex({w})", "000000ff"],
      [".upper.hex({w})", "000000FF"],
    ]);
  });

  it("a time", () => {
    const ticks = 639_000_000_000_000_001n;
    expect(textsOf(edm.dateTime(ExactDate.fromTicks(ticks)), 14).filter(([, text]) => text !== undefined)).toEqual([
      ["asc", "0639000000000000001"],
      ["desc", "2516378975999999998"],
      [".iso7", "2025-11-29T08:00:00.0000001Z"],
      [".milliseconds derived", "1764403200000"],
      [".milliseconds.pad({w}) derived", "01764403200000"],
      [".milliseconds.hex({w}) derived", "00019acea04000"],
      [".seconds derived", "1764403200"],
      [".seconds.pad({w}) derived", "00001764403200"],
      [".seconds.hex({w}) derived", "000000692aa800"],
      [".minutes derived", "29406720"],
      [".minutes.pad({w}) derived", "00000029406720"],
      [".minutes.hex({w}) derived", "00000001c0b600"],
      [".days derived", "20421"],
      [".days.pad({w}) derived", "00000000020421"],
      [".days.hex({w}) derived", "00000000004fc5"],
      ["year derived", "2025"],
      ["month derived", "2025-11"],
      ["day derived", "2025-11-29"],
      ["hour derived", "2025-11-29T08"],
    ]);
  });

  it("other types are none", () => {
    expect(textsOf(edm.double(5))).toEqual([]);
    expect(listEncodings(columnOf(edm.boolean(true), edm.int32(1)))).toEqual([]);
  });
});

it("only the first rows are written if there is a limit", () => {
  const column = columnOf(edm.int32(1), edm.int32(2), edm.int32(3));
  const [pad] = listEncodings(column);
  if (pad === undefined) throw new Error("Integers have no encoding.");
  expect(writePartTexts(column, pad, 2, 2)).toEqual(["01", "02"]);
  expect(writePartTexts(column, pad, 2)).toEqual(["01", "02", "03"]);
});

it("escapes are those of strings", () => {
  expect(["text", "lower", ".upper", "raw", "guid"].filter(isEscaped)).toEqual(["text", "lower", ".upper"]);
  expect(unescaped("a~2fb~7e~2F~")).toBe("a/b~~2F~");
});
