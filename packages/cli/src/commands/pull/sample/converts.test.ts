import { type EdmName, type EdmValue, ExactDate, edm } from "@tablewright/runtime/edm";
import { describe, expect, it } from "vitest";
import { converts } from "./converts.js";

const all: readonly EdmName[] = [
  "Edm.String",
  "Edm.Boolean",
  "Edm.Int32",
  "Edm.Int64",
  "Edm.Double",
  "Edm.DateTime",
  "Edm.Guid",
  "Edm.Binary",
];
const guid = "0f8fad5b-d9cb-469f-a165-70867728950e";

describe("types as which a value can be read without loss", () => {
  it.each<readonly [string, EdmValue]>([
    ["Int32 Int64 Double", edm.int32(5)],
    ["Int64 Double", edm.int64(9007199254740992n)],
    ["Int64", edm.int64(9007199254740993n)],
    ["Double", edm.double(5)],
    ["Boolean", edm.boolean(true)],
    ["String Guid", edm.guid(guid)],
    ["String DateTime", edm.dateTime(ExactDate.fromIso("2026-11-22T10:00:00.1234567Z"))],
    ["Binary", edm.binary(new Uint8Array(1))],
    ["String", edm.string("x")],
    ["String", edm.string("")],
    ["String Boolean", edm.string("true")],
    ["String Boolean", edm.string("false")],
    ["String", edm.string("True")],
    ["String Int32 Int64 Double", edm.string("-2147483648")],
    ["String Int32 Int64 Double", edm.string("2147483647")],
    ["String Int64 Double", edm.string("2147483648")],
    ["String Int64", edm.string("-9223372036854775808")],
    ["String Int64", edm.string("9223372036854775807")],
    ["String", edm.string("9223372036854775808")],
    ["String", edm.string("05")],
    ["String", edm.string("-0")],
    ["String", edm.string("5 ")],
    ["String", edm.string("x5")],
    ["String", edm.string("5x")],
    ["String Double", edm.string("0.5")],
    ["String Double", edm.string("1e+21")],
    ["String Double", edm.string("Infinity")],
    ["String", edm.string("1.50")],
    ["String Guid", edm.string(guid)],
    ["String", edm.string(guid.toUpperCase())],
    ["String", edm.string(`x${guid}`)],
    ["String", edm.string(`${guid}x`)],
    ["String DateTime", edm.string("2026-11-22T10:00:00.123Z")],
    ["String DateTime", edm.string("2026-11-22T10:00:00.1230001Z")],
    ["String DateTime", edm.string("1601-01-01T00:00:00.000Z")],
    ["String", edm.string("1600-12-31T23:59:59.999Z")],
    ["String", edm.string("2026-11-22T10:00:00.1230000Z")],
    ["String", edm.string("2026-11-22T10:00:00Z")],
    ["String", edm.string("2026-02-30T10:00:00.123Z")],
    ["String", edm.string("2026-13-01T10:00:00.123Z")],
    ["String", edm.string("x2026-11-22T10:00:00.123Z")],
    ["String", edm.string("2026-11-22T10:00:00.123Zx")],
  ])("are %s for %j", (types, value) => {
    expect(all.filter((type) => converts(value, type)).map((type) => type.slice(4))).toEqual(
      all.map((type) => type.slice(4)).filter((type) => types.split(" ").includes(type)),
    );
  });
});
