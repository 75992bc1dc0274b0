import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { law } from "../../test/law.js";
import { parseLargeRow } from "./parse-large-row.js";

afterEach(() => vi.restoreAllMocks());

const awkward = fc.constantFrom(
  '":"',
  '"',
  '":',
  ':"',
  "\\",
  "\\\\",
  ",",
  "{",
  "}",
  "é",
  "😀",
  "",
  '","a":"',
  "@odata.type",
);
const texts = fc.oneof(
  { weight: 4, arbitrary: fc.base64String() },
  fc.string(),
  fc.array(awkward, { maxLength: 5 }).map((parts) => parts.join("")),
);
const values = fc.oneof(
  texts,
  texts,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const rows = fc.dictionary(fc.oneof(texts, fc.constant("__proto__")), values, { maxKeys: 5 });
const parse = (body: Buffer, largeBytes: number) => parseLargeRow(body, JSON.parse, largeBytes);

describe("a large row", () => {
  it("is the row that is parsed as a whole, whatever its names, texts and spaces", () => {
    let found = 0;
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, 0, 1), (row, largeBytes, spaces) => {
        const text = JSON.stringify(row, null, spaces);
        const body = Buffer.from(text);
        const parsed = parse(body, largeBytes);
        expect(body.toString()).toBe(text);
        if (parsed === undefined) return;
        found++;
        expect(parsed).toStrictEqual(JSON.parse(text));
        expect(Object.keys(parsed)).toEqual(Object.keys(JSON.parse(text)));
      }),
      law(40_000),
    );
    expect(found).toBeGreaterThan(200);
  });

  it("is parsed without its large texts", () => {
    const row = {
      PartitionKey: "a",
      "x@odata.type": "Edm.Binary",
      x: "A".repeat(20_000),
      y: 5,
      z: "B".repeat(16_384),
      w: "",
    };
    const parsed: string[] = [];
    const found = parseLargeRow(Buffer.from(JSON.stringify(row)), (text) => {
      parsed.push(text);
      return JSON.parse(text);
    });
    expect(found).toStrictEqual(row);
    expect(parsed).toEqual(['{"PartitionKey":"a","x@odata.type":"Edm.Binary","x":"","y":5,"z":"","w":""}']);
  });

  const large = "A".repeat(20_000);
  it.each([
    ["no large text", '{"a":"b"}'],
    ["a text of less than 16 KiB", `{"a":"${"A".repeat(16_383)}"}`],
    ["spaces around its colons", `{"a" : "${large}"}`],
    ["a character beyond ASCII", `{"a":"${large}","b":"é"}`],
    ["escapes in the large text", `{"a":"${large}\\n"}`],
    ["an escaped quote in the large text", `{"a":"${large}\\""}`],
    ["the large text in another object", `{"a":{"b":"${large}"}}`],
    ["the large text twice", `{"a":"${large}","a":"${large}"}`],
    ["the name of the large text again", `{"a":"${large}","a":"b"}`],
    ["no end", `{"a":"${large}`],
    ["no other end", `{"a":"${large}"`],
    ["a text for a row", `"${large}":"${large}"`],
    ["what looks like a text", `{"a\\":" ${" ".repeat(20_000)} "b":1}`],
    ["nothing", ""],
  ])("is left to the general parser if it has %s", (_, text) => {
    expect(parseLargeRow(Buffer.from(text), JSON.parse)).toBeUndefined();
  });

  it.each([undefined, {}])("is left to the general parser on a platform that cannot tell ASCII", (module) => {
    vi.spyOn(process, "getBuiltinModule").mockReturnValue(module as never);
    expect(parseLargeRow(Buffer.from(`{"a":"${large}"}`), JSON.parse)).toBeUndefined();
  });
});
