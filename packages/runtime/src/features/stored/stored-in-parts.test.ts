import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readEvolved } from "../../codec/column.js";
import { changesOnly, withDefaults, withoutDefaults } from "../../codec/edm/edm-type.js";
import type { EntityPayload } from "../../schema/entity-schema.js";
import type { LargeRows } from "../../schema/hooks.js";
import { limits } from "../../schema/limits.js";
import type { Property, PropertyOptions } from "../../schema/property.js";
import { law } from "../../test/law.js";
import { binaryParts, parseLargeRow, storedJson, stringParts } from "./stored-in-parts.js";

const text = stringParts("text", { parts: 3 });
const bytes = binaryParts("bytes", { parts: 3, optional: true });
const json = storedJson("json", { parts: 3 });
const packed = storedJson("packed", { parts: 2, compress: "gzip" });

type Row = Record<string, unknown>;

/** Returns the members of a property as a service would store them. */
function members(property: Property, value: unknown, mode: typeof withDefaults | 1 | 2 = withDefaults): Row {
  return JSON.parse(`{"":0${property.write(property, value, mode, limits.storage)}}`) as Row;
}

function read(property: Property, row: Row, typed = true): unknown {
  return readEvolved(row as unknown as EntityPayload, property, typed);
}

const long = fc
  .tuple(fc.string({ unit: "binary", minLength: 1, maxLength: 8 }), fc.nat(9000))
  .map(([unit, times]) => unit.repeat(times));
const values: readonly (readonly [string, Property, fc.Arbitrary<unknown>])[] = [
  ["strings", text, long.filter((value) => value.length <= 3 * 32_768 - 3)],
  ["bytes", bytes, fc.tuple(fc.nat(3 * 65_535), fc.nat(255)).map(([size, byte]) => new Uint8Array(size).fill(byte))],
  [
    "JSON",
    json,
    fc.record({ value: fc.tuple(fc.nat(5000), fc.string()).map(([times, unit]) => unit.slice(0, 3).repeat(times)) }),
  ],
  [
    "compressed JSON",
    packed,
    fc
      .jsonValue()
      .filter((value) => value !== null)
      .map((value): unknown => JSON.parse(JSON.stringify(value))),
  ],
];

describe("the law of parts", () => {
  it.each(values)("%s are read as they were last written, by whole rows and by merges", (_, property, arbitrary) => {
    const writes = fc.array(fc.tuple(arbitrary, fc.constantFrom("insert", "merge", "insertOrMerge")), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(writes, (steps) => {
        let row: Row = {};
        for (const [value, how] of steps) {
          if (how === "insert") row = members(property, value);
          else row = { ...row, ...members(property, value, how === "merge" ? changesOnly : withoutDefaults) };
          const found = read(property, row);
          // Bytes are compared as a whole: by their elements it would take seconds.
          if (value instanceof Uint8Array) expect(Buffer.compare(found as Uint8Array, value)).toBe(0);
          else expect(found).toEqual(value);
        }
      }),
      law(100),
    );
  });

  it("a row without annotations is read too", () => {
    expect(read(bytes, { bytes: "AAAA" }, false)).toEqual(new Uint8Array(3));
  });
});

describe("a value in parts", () => {
  it("has as few properties as it needs, and a character is never divided", () => {
    expect(Object.keys(members(text, "short"))).toEqual(["", "text"]);
    const row = members(text, `${"x".repeat(32_767)}😀`);
    expect([row["text"], row["text_1"]].map((part) => (part as string).length)).toEqual([32_767, 2]);
  });

  it("empties parts in a merge, since the service cannot remove them there", () => {
    expect(members(text, "short", changesOnly)).toEqual({ "": 0, text: "short", text_1: "", text_2: "" });
  });

  it("has the names that another program gave them, of any size", () => {
    const data = binaryParts("data", { name: "Data", parts: { count: 3, names: "Data{n}" } });
    expect(Object.keys(members(data, new Uint8Array(70_000)))).toEqual([
      "",
      "Data@odata.type",
      "Data",
      "Data1@odata.type",
      "Data1",
    ]);
    const row = { Data: "AA==", "Data@odata.type": "Edm.Binary", Data1: "AQI=", "Data1@odata.type": "Edm.Binary" };
    expect(read(data, row)).toEqual(new Uint8Array([0, 1, 2]));
    const numbered = stringParts("log", { name: "P1", parts: { count: 2, names: "P{n}", from: 1 } });
    expect(read(numbered, { P1: "a", P2: "b" })).toBe("ab");
  });

  it.each<[string, Property, unknown, string]>([
    ["a string", text, "x".repeat(98_305), "has 98305 UTF-16 units; its 3 parts hold 98304, 32768 each"],
    [
      "a string whose parts would divide characters",
      text,
      `x${"😀".repeat(49_151)}y`,
      "has 98304 UTF-16 units; its 3 parts hold 98304, 32768 each, one less where a part would end within a character",
    ],
    ["bytes", bytes, new Uint8Array(196_606), "has 196606 bytes; its 3 parts hold 196605, 65535 each"],
    [
      "a string over maxLength",
      stringParts("t", { parts: 2, maxLength: 5 }),
      "123456",
      "has 6 UTF-16 units; the limit is 5",
    ],
    [
      "compressed bytes of one property",
      storedJson("t", { compress: "gzip" }),
      noise(100_000),
      "bytes after gzip; the limit is 65536",
    ],
  ])("is refused with its size: %s", (_, property, value, message) => {
    expect(() => members(property, value)).toThrow(
      expect.objectContaining({ code: "value.too-long", message: expect.stringContaining(message) }),
    );
  });

  it("checks types as a value in one property does", () => {
    expect(() => members(text, 5)).toThrow("Edm.String takes a string");
    expect(() => members(bytes, "AAAA")).toThrow("Edm.Binary takes a Uint8Array");
    expect(() => members(text, "\ud800")).toThrow("lone surrogate");
    expect(() => members(text, undefined)).toThrow("has no value");
    expect(members(bytes, undefined)).toEqual({ "": 0 });
    expect(read(bytes, {})).toBeUndefined();
    expect(() => read(text, {})).toThrow("is absent; Edm.String is required");
  });

  it("has no empty parts in a row that is replaced as a whole", () => {
    const rows = text.parts?.rows as LargeRows;
    const note = ',"note":",\\"text_1\\":\\"\\""';
    const written = text.write(text, "", changesOnly, limits.storage);
    expect(written).toBe(',"text":"","text_1":"","text_2":""');
    expect(rows.withoutEmptyParts({ text, bytes }, note + written)).toBe(`${note},"text":""`);
    expect(rows.withoutEmptyParts({ text }, ',"text":"a","text_1":"b"')).toBe(',"text":"a","text_1":"b"');
  });

  it("may be stored with null or empty parts after its last one", () => {
    expect(read(text, { text: "a", text_1: null })).toBe("a");
    expect(read(text, { text: "a", text_1: "", text_2: null, text_3: "" })).toBe("a");
    expect(read(text, { text: "" })).toBe("");
    expect(read(bytes, { bytes: null })).toBeUndefined();
    expect(() => read(text, { text: null })).toThrow("is absent; Edm.String is required");
    expect(read(stringParts("text", { parts: 3, default: "x" }), {})).toBeUndefined();
  });

  it("is read only with the annotation of its type", () => {
    const typedRow = { bytes: "AAAA", "bytes@odata.type": "Edm.Binary" };
    expect(read(bytes, typedRow)).toEqual(new Uint8Array(3));
    expect(() => read(bytes, { bytes: "AAAA" })).toThrow('is stored as Edm.String "AAAA", not as Edm.Binary');
    expect(() => read(bytes, { ...typedRow, "bytes@odata.type": "Edm.Guid" }, false)).toThrow("is stored as Edm.Guid");
    const other = { ...typedRow, bytes_1: "AAAA", "bytes_1@odata.type": "Edm.Guid" };
    expect(() => read(bytes, other)).toThrow('is stored as Edm.Guid "AAAA", not as Edm.Binary');
    expect(() => read(text, { text: "a", "text@odata.type": "Edm.Guid" })).toThrow("is stored as Edm.Guid");
  });

  it("is not read from bytes that are not base64", () => {
    const part = (value: string) => ({ bytes: value, "bytes@odata.type": "Edm.Binary" });
    for (const wrong of ["A", "AAAA=", "A***", "*"]) expect(() => read(bytes, part(wrong))).toThrow("it is not base64");
  });

  const full = "x".repeat(32_768);
  it.each<[string, Row, string]>([
    ["a part that is not full", { text: "ab", text_1: "cd" }, '"text" is not full, but "text_1" follows'],
    ["a first part that is missing", { text_1: "b" }, '"text_1" is stored, but "text" is not'],
    ["a first part that is empty", { text: "", text_1: "b" }, '"text_1" is stored, but "text" is not'],
    [
      "a part that is two units short",
      { text: full.slice(2), text_1: "b" },
      '"text" is not full, but "text_1" follows',
    ],
    ["a gap", { text: full, text_2: "c" }, '"text_2" is stored, but "text_1" is not'],
    [
      "more parts",
      { text: full, text_1: full, text_2: full, text_3: "d" },
      "a definition with more than 3 parts wrote it",
    ],
    ["another type", { text: full, text_1: 5 }, "is stored as Edm.Int32 or Edm.Double 5, not as Edm.String"],
    ["another type of the first", { text: true }, "is stored as Edm.Boolean true, not as Edm.String"],
  ])("that others wrote is an error, never a part of two values: %s", (_, row, message) => {
    expect(() => read(text, row)).toThrow(message);
  });
});

describe("JSON with a schema", () => {
  const schema = (validate: (value: unknown) => unknown): PropertyOptions => ({
    schema: () => ({ "~standard": { version: 1, validate } }),
  });
  const positive = storedJson(
    "n",
    schema((value) => (typeof value === "number" && value > 0 ? { value } : { issues: [{ message: "not positive" }] })),
  );

  it("is checked when it is written and when it is read", () => {
    expect(read(positive, members(positive, 5))).toBe(5);
    expect(() => members(positive, -5)).toThrow(
      expect.objectContaining({ code: "value.not-valid", message: "does not fit its schema: not positive" }),
    );
    expect(() => read(positive, { n: "-5" })).toThrow(expect.objectContaining({ code: "decode.not-valid" }));
    expect(() => read(positive, { n: "{" })).toThrow(expect.objectContaining({ code: "decode.malformed" }));
  });

  it("is stored as the schema returns it", () => {
    const filled = storedJson(
      "n",
      schema((value) => ({ value: { ...(value as object), b: 2 } })),
    );
    expect(members(filled, { a: 1 })).toEqual({ "": 0, n: '{"a":1,"b":2}' });
  });

  it("shows the paths of the first problems", () => {
    const issues = [
      { message: "A", path: ["a", { key: 0 }] },
      { message: "B", path: [] },
      { message: "C" },
      { message: "D" },
      { message: "E" },
    ];
    expect(() =>
      members(
        storedJson(
          "n",
          schema(() => ({ issues })),
        ),
        1,
      ),
    ).toThrow("does not fit its schema: a.0: A; B; C; and 2 more");
  });

  it("cannot be checked later", () => {
    const later = storedJson(
      "n",
      schema(async (value) => ({ value })),
    );
    expect(() => members(later, 1)).toThrow(expect.objectContaining({ code: "value.asynchronous-schema" }));
  });
});

describe("compressed JSON", () => {
  it("is read in whatever compression it is stored", () => {
    const zstd = storedJson("packed", { parts: 2, compress: "zstd" });
    expect(read(zstd, members(packed, { a: 1 }))).toEqual({ a: 1 });
  });

  it("is an error where the platform has no compression", () => {
    vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
    expect(() => members(packed, 1)).toThrow(expect.objectContaining({ code: "compression.not-available" }));
    vi.restoreAllMocks();
    vi.spyOn(process, "getBuiltinModule").mockReturnValue({} as never);
    const zstd = storedJson("packed", { compress: "zstd" });
    expect(() => members(zstd, 1)).toThrow(
      "needs zstd, which this platform lacks; Node.js has it since 22.15; use gzip, or upgrade",
    );
    vi.restoreAllMocks();
  });

  it("is an error if the bytes are damaged, or none of both", () => {
    const row = members(packed, { a: "b".repeat(100) });
    const damaged = (row["packed"] as string).slice(0, 40);
    expect(() => read(packed, { ...row, packed: damaged })).toThrow("cannot be decompressed: ");
    expect(() => read(packed, { ...row, packed: "AAAA" })).toThrow("it is neither gzip nor zstd");
  });
});

/** Returns text that no compression shortens by much. */
function noise(length: number): string {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (seed % 36).toString(36);
  }).join("");
}

describe("parse large row", () => {
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
});
