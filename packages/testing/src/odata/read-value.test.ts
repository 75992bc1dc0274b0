import { describe, expect, it } from "vitest";
import { limits } from "../rules/limits.js";
import { readJson } from "./read-json.js";
import { propertyValue } from "./read-value.js";

/** Reads the value of a member with this JSON. */
function read(json: string, annotation?: string, kind: "storage" | "cosmos" = "storage") {
  const [member] = readJson(`{"a":${json}}`);
  if (member === undefined) throw new Error("There is no member.");
  return propertyValue(member, annotation, limits[kind]);
}

const guid = "c9da6455-213d-42c9-9a79-3e9149a57833";

describe("a value of the strict service", () => {
  it.each([
    ['"text"', "Edm.String"],
    ['"2021-01-02T03:04:05Z"', "Edm.String"],
    ["true", "Edm.Boolean"],
    ["5", "Edm.Int32"],
    ["-5", "Edm.Int32"],
    ["5.0", "Edm.Double"],
    ["5e0", "Edm.Double"],
    ["-5.5", "Edm.Double"],
  ])("%s without an annotation is an %s", (json, type) => {
    expect(read(json).type).toBe(type);
  });

  it.each<[string, string, unknown]>([
    ["Edm.Boolean", '"TRUE"', true],
    ["Edm.Boolean", '"false"', false],
    ["Edm.Int32", '"7"', 7],
    ["Edm.Int32", "2147483647", 2147483647],
    ["Edm.Int32", "-2147483648", -2147483648],
    ["Edm.Int64", '"9223372036854775807"', 9223372036854775807n],
    ["Edm.Int64", '"-9223372036854775808"', -9223372036854775808n],
    ["Edm.Double", '"NaN"', Number.NaN],
    ["Edm.Double", '"Infinity"', Number.POSITIVE_INFINITY],
    ["Edm.Double", '"-Infinity"', Number.NEGATIVE_INFINITY],
    ["Edm.Double", '"1.5e-3"', 0.0015],
    ["Edm.Double", '"-1E+2"', -100],
    ["Edm.Double", "5", 5],
    ["Edm.Guid", `"${guid}"`, guid],
    ["Edm.Guid", `"${guid.toUpperCase()}"`, guid],
  ])("of type %s may be %s", (type, json, value) => {
    expect(read(json, type)).toMatchObject({ type, value });
  });

  it.each([
    ["Edm.String", "5"],
    ["Edm.Boolean", "1"],
    ["Edm.Boolean", '"truex"'],
    ["Edm.Int32", '"x7"'],
    ["Edm.Int32", '"7x"'],
    ["Edm.Int32", "7.0"],
    ["Edm.Int32", "true"],
    ["Edm.Int32", "2147483648"],
    ["Edm.Int32", "-2147483649"],
    ["Edm.Int64", "7"],
    ["Edm.Int64", '"x7"'],
    ["Edm.Int64", '"7x"'],
    ["Edm.Int64", '"9223372036854775808"'],
    ["Edm.Int64", '"-9223372036854775809"'],
    ["Edm.Double", '"xNaN"'],
    ["Edm.Double", '"NaNx"'],
    ["Edm.Double", '"+Infinity"'],
    ["Edm.Double", '"x1"'],
    ["Edm.Double", '"1x"'],
    ["Edm.Double", '"1."'],
    ["Edm.Double", '""'],
    ["Edm.Double", "1e999"],
    ["Edm.Double", "true"],
    ["Edm.DateTime", '"today"'],
    ["Edm.DateTime", "5"],
    ["Edm.Guid", `"x${guid}"`],
    ["Edm.Guid", `"${guid}x"`],
    ["Edm.Guid", `"${guid.replaceAll("-", "")}"`],
    ["Edm.Binary", '"x"'],
    ["Edm.Binary", '"****AQID"'],
    ["Edm.Binary", '"AQID****"'],
    ["Edm.Binary", '"AQ==AQID"'],
    ["Edm.Binary", "5"],
    ["Edm.Decimal", '"5"'],
  ])("of type %s is not %s", (type, json) => {
    expect(() => read(json, type)).toThrow(expect.objectContaining({ code: "InvalidInput" }));
  });

  it("is not null, an object, or a text with a lone surrogate", () => {
    for (const json of ["null", "{}", '"\\ud800"']) {
      expect(() => read(json)).toThrow(expect.objectContaining({ code: "InvalidInput" }));
    }
  });

  it.each([
    ["Edm.String", (size: number) => `"${"x".repeat(size)}"`, 32_768],
    ["Edm.Binary", (size: number) => `"${Buffer.alloc(size).toString("base64")}"`, 65_536],
  ] as const)("of type %s has its limit with Storage alone", (type, jsonOf, limit) => {
    const tooLarge = expect.objectContaining({ code: "PropertyValueTooLarge" });
    expect(read(jsonOf(limit), type).type).toBe(type);
    expect(() => read(jsonOf(limit + 1), type)).toThrow(tooLarge);
    expect(read(jsonOf(limit + 1), type, "cosmos").type).toBe(type);
  });

  it("of type Edm.DateTime begins with 1601", () => {
    expect(read('"1601-01-01T00:00:00Z"', "Edm.DateTime").type).toBe("Edm.DateTime");
    expect(() => read('"1600-12-31T23:59:59.9999999Z"', "Edm.DateTime")).toThrow(
      expect.objectContaining({ code: "OutOfRangeInput" }),
    );
  });
});
