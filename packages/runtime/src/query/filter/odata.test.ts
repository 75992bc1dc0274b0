import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { edm } from "../../codec/edm/edm-value.js";
import { odata } from "./odata.js";

const date = new Date("2024-05-06T07:08:09Z");

describe("odata", () => {
  it("writes every value as a literal of its Edm type", () => {
    const id = "0C3D8CFA-5C1B-4B5E-9C83-4F1E0B0C8B5A";
    expect(String(odata`owner eq ${"O'Neil"} and due lt ${date}`)).toBe(
      "owner eq 'O''Neil' and due lt datetime'2024-05-06T07:08:09Z'",
    );
    expect(String(odata`a eq ${true} or (b ge ${5n}) or c eq ${new Uint8Array([1, 255])}`)).toBe(
      "a eq true or (b ge 5L) or c eq X'01ff'",
    );
    expect(String(odata`n eq ${edm.int32(5)} and d eq ${edm.double(5)} and g eq ${edm.guid(id)}`)).toBe(
      `n eq 5 and d eq 5.0 and g eq guid'${id.toLowerCase()}'`,
    );
  });

  it("takes values at the beginning and at the end", () => {
    expect(String(odata`${5n} lt a`)).toBe("5L lt a");
    expect(String(odata`${edm.int32(5)} lt ${odata`a`}`)).toBe("5 lt (a)");
    expect(String(odata`${odata`a eq 1`}`)).toBe("(a eq 1)");
  });

  it("puts a part that it made in parentheses", () => {
    const late = odata`due lt ${date} or priority gt ${edm.int32(3)}`;
    expect(String(odata`owner eq ${"Ann"} and ${late}`)).toBe(`owner eq 'Ann' and (${String(late)})`);
  });

  it("keeps each of 300 hostile strings a single literal", () => {
    const hostile = fc.oneof(
      fc.string({
        unit: fc.constantFrom("'", "''", " or ", " eq ", "1", "(", ")", "\\", "%27", "\0", "’", "a", " and ", "--"),
      }),
      fc.constantFrom(
        "' or 1 eq 1 or '",
        "'; drop",
        "') or (a eq '",
        "''",
        "'",
        "datetime'2020'",
        "x' or PartitionKey ne '",
      ),
      fc.string({ unit: "binary" }).filter((text) => text.isWellFormed()),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const literals = [...String(odata`a eq ${text} and b eq ${text}`).matchAll(/'((?:[^']|'')*)'/g)];
        expect(literals.map(([, inner]) => inner?.replaceAll("''", "'"))).toEqual([text, text]);
        expect(String(odata`a eq ${text}`)).toBe(`a eq '${text.replaceAll("'", "''")}'`);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, () => unknown, string, string]>([
    [
      "a number",
      () => odata`n eq ${5 as never}`,
      "value.wrong-type",
      "odata: value 1 is 5. Write edm.int32(5) or edm.double(5).",
    ],
    ["undefined", () => odata`n eq ${undefined as never}`, "query.undefined-value", "odata.value 1 is undefined"],
    ["null", () => odata`a eq ${"a"} and n eq ${null as never}`, "query.undefined-value", "odata.value 2 is null"],
    ["an object", () => odata`n eq ${{ odata: "1 eq 1" } as never}`, "value.wrong-type", "odata: value 1 is"],
    ["NaN", () => odata`n eq ${edm.double(Number.NaN)}`, "value.out-of-range", "finite numbers"],
    ["an invalid date", () => odata`n eq ${new Date(Number.NaN)}`, "value.out-of-range", "odata.value 1"],
    ["a value in quotes", () => odata`a eq '${"x"}'`, "query.malformed-odata", 'odata: value 1, "x", is inside quotes'],
    ["a value after a prefix", () => odata`a eq datetime${"2024"}`, "query.malformed-odata", "touches other text"],
    ["a value before a suffix", () => odata`a eq ${5n}L`, "query.malformed-odata", "touches other text"],
    ["two values together", () => odata`a eq ${"x"}${"y"}`, "query.malformed-odata", "touches other text"],
    ["an open parenthesis", () => odata`(a eq ${"x"}`, "query.malformed-odata", "a parenthesis is not closed"],
    ["an open quote", () => odata`a eq ${"x"} or b eq '`, "query.malformed-odata", "a quote is not closed"],
    ["no text", () => odata``, "query.empty-condition", "empty"],
    ["a call with a string", () => odata("a eq 1" as never), "value.wrong-type", "Write it as a tag"],
    ["a call with an array", () => odata(["a eq 1"] as never), "value.wrong-type", "Write it as a tag"],
  ])("refuses %s", (_, make, code, message) => {
    expect(make).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) }));
  });
});

describe("edm.of", () => {
  it("gives a value the only Edm type that fits", () => {
    const bytes = new Uint8Array([1]);
    expect([edm.of("a"), edm.of(false), edm.of(5n), edm.of(date), edm.of(bytes)]).toEqual([
      edm.string("a"),
      edm.boolean(false),
      edm.int64(5n),
      edm.dateTime(date),
      edm.binary(bytes),
    ]);
  });

  it("refuses a number, and names the two ways to say it", () => {
    expect(() => edm.of(5 as never)).toThrow(
      expect.objectContaining({
        code: "value.wrong-type",
        message: "The value of edm.of is 5. Write edm.int32(5) or edm.double(5).",
      }),
    );
    for (const other of [undefined, null, {}, [], Symbol("x")])
      expect(() => edm.of(other as never)).toThrow("Pass a string, boolean, bigint, Date or Uint8Array.");
  });
});
