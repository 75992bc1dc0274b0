import type * as runtime from "@tablewright/runtime/codegen/v1";
import { describe, expect, it } from "vitest";
import { decodeEntity } from "../../../runtime/src/codec/decode-entity.js";
import { hasShape } from "../../../runtime/src/codec/parse-key.js";
import { rowKeyPrefix } from "../../../runtime/src/query/row-key-scope.js";
import { type AnyClass, compileEntities, type Values } from "./compile-entities.js";

/** Compiles kinds of one table whose PartitionKey is constant. */
function entities(...definitions: readonly (readonly [properties: string, rowKey: string, options?: string])[]) {
  const { classes, codes } = compileEntities(
    definitions.map(
      ([properties, rowKey, options = ""], index) =>
        `export const E${index} = entity({ table: "Rows", kind: "k${index}", kindProperty: false, ${options} properties: { ${properties} }, partitionKey: () => ["p"], rowKey: (k) => [${rowKey}] });`,
    ),
  );
  if (classes === undefined) throw new Error(codes.join());
  return classes as readonly [AnyClass, ...AnyClass[]];
}

/** Returns the values that the runtime and the generated decoder read from the key of these values. */
function readings(entity: AnyClass, values: Values) {
  const id = entity.key(values);
  const row = { PartitionKey: id.partitionKey, RowKey: id.rowKey, Timestamp: "2026-11-22T10:00:00Z" };
  return [entity.parseKey(id), decodeEntity(entity.$schema, row as runtime.EntityPayload, true)];
}

const at = (text: string) => new Date(`${text}Z`);

describe("a key is read back", () => {
  it.each([
    [
      "where a minus would belong to a number that is never negative",
      'o: edm.string({ keyOnly: true, oneOf: ["a", "a-"] }), n: edm.int32({ min: 0, keyOnly: true })',
      `\`\${k.o}\${k.n.text}\``,
      { o: "a-", n: 5 },
    ],
    [
      "in a format that is not from large to small",
      "at: edm.dateTime({ keyOnly: true })",
      'k.at.format("dd.MM.yyyy HH:mm")',
      { at: at("2026-11-22T10:05") },
    ],
    [
      "where text may contain a separator that no escape can avoid",
      "s: edm.string({ maxLength: 9, keyOnly: true }), b: edm.boolean({ keyOnly: true })",
      "k.s, k.b",
      { s: "x1y1", b: true },
      'separator: "1",',
    ],
    [
      "where escapes lengthen a text of fixed length",
      "f: edm.string({ keyOnly: true, length: 3 }), s: edm.string({ maxLength: 9, keyOnly: true })",
      "k.f, k.s",
      { f: "a/b", s: "x!" },
    ],
    [
      "where a number ends before a literal",
      "n: edm.int64({ keyOnly: true }), m: edm.int32({ keyOnly: true })",
      `\`n\${k.n.text}_\${k.m.text}x\``,
      { n: -12n, m: -5 },
    ],
    [
      "of parts of every fixed width that only touch",
      'f: edm.string({ keyOnly: true, length: 2 }), u: edm.string({ keyOnly: true, pattern: "ulid" }), g: edm.guid({ keyOnly: true }), at: edm.dateTime({ keyOnly: true }), h: edm.int32({ keyOnly: true, min: 0 }), s: edm.string({ keyOnly: true, maxLength: 9 })',
      `\`\${k.f.raw}\${k.u}\${k.g.format("B")}\${k.at.iso7}\${k.h.upper.hex(4)}-\${k.s.raw}\``,
      {
        f: "_-",
        u: "01KAMZ2Y00ABCDEFGHJKMNPQRS",
        g: "0f8fad5b-d9cb-469f-a165-70867728950e",
        at: at("2026-11-22T10:05"),
        h: 0xbeef,
        s: "a-b_c",
      },
    ],
  ])("%s", (_, properties, rowKey, values, options = "") => {
    const [entity] = entities([properties, rowKey, options]);
    for (const read of readings(entity, values)) expect(read).toMatchObject(values);
  });
});

it("a text escapes the literal that ends it, and raw text refuses it", () => {
  const strings = "s: edm.string({ maxLength: 9, keyOnly: true }), t: edm.string({ maxLength: 9, keyOnly: true })";
  const [escaped] = entities([strings, `\`\${k.s}_x\${k.t.raw}\``]);
  expect(escaped.key({ s: "a_x", t: "_x" }).rowKey).toBe("a~5fx_x_x");
  for (const read of readings(escaped, { s: "a_x", t: "_x" })) expect(read).toMatchObject({ s: "a_x", t: "_x" });
  const [raw] = entities([strings, `\`\${k.s.raw}_x\${k.t.raw}\``]);
  expect(raw.key({ s: "a_", t: "_x" }).rowKey).toBe("a__x_x");
  expect(() => raw.key({ s: "a_x", t: "" })).toThrow("contains the separator");
});

it("the last text of a key contains the separator of the key, and escapes one that both keys share", () => {
  const strings = "s: edm.string({ maxLength: 9, keyOnly: true }), t: edm.string({ maxLength: 9, keyOnly: true })";
  const [own] = entities([strings, "k.s, k.t", 'separator: { rowKey: "_" },']);
  const [shared] = entities([strings, "k.s, k.t", 'separator: "_",']);
  const values = { s: "a_b", t: "c_d" };
  expect(own.key(values).rowKey).toBe("a~5fb_c_d");
  expect(shared.key(values).rowKey).toBe("a~5fb_c~5fd");
  for (const entity of [own, shared]) for (const read of readings(entity, values)) expect(read).toMatchObject(values);
});

it("a text of fixed length is told from the constant before it", () => {
  const [constant, text] = entities(
    ["n: edm.int32()", '"x"'],
    ["s: edm.string({ length: 4, keyOnly: true })", `\`x\${k.s}\``],
  ) as readonly [AnyClass, AnyClass];
  const id = { partitionKey: "p", rowKey: "x" };
  expect([hasShape(constant.$schema, id), hasShape(text.$schema, id)]).toEqual([true, false]);
});

describe("the start of a key", () => {
  const startingWith = (entity: AnyClass, given: Values, rows: readonly Values[]) => {
    const { rowKey, matches } = rowKeyPrefix(entity.$schema, given);
    const { ge = "", lt = "\uffff" } = rowKey as { readonly ge?: string; readonly lt?: string };
    return rows.filter((row) => {
      const key = entity.key(row).rowKey;
      return key >= ge && key < lt && matches?.(key) !== false;
    });
  };
  const number = "n: edm.int32({ keyOnly: true, min: 0 }), b: edm.boolean({ keyOnly: true })";
  const rows = [1, 10, 101, 2].flatMap((n) => [true, false].map((b) => ({ n, b })));

  it.each([
    ["a number before a digit", `\`\${k.n.text}\${k.b}\``],
    ["a number before a literal digit", `\`\${k.n.text}0\${k.b}\``],
    ["a number before another literal", `\`\${k.n.text}_\${k.b}\``],
  ])("has only the keys of its value: %s", (_, rowKey) => {
    const [entity] = entities([number, rowKey]);
    expect(startingWith(entity, { n: 1 }, rows)).toEqual(rows.filter(({ n }) => n === 1));
  });

  it("needs no test where the text before the next part cannot be longer", () => {
    const [entity] = entities([number, `\`\${k.n.text}_\${k.b}\``]);
    expect(rowKeyPrefix(entity.$schema, { n: 1 })).toEqual({ rowKey: { ge: "1_", lt: "1`" }, matches: undefined });
  });
});

it("the hash of a definition tells a template from parts, and a length from none", () => {
  const hashOf = (properties: string, rowKey: string) =>
    (entities([properties, rowKey, 'separator: "",'])[0] as unknown as { $hash: string }).$hash;
  const s = (options: string) => `s: edm.string({ keyOnly: true, maxLength: 4${options} })`;
  const hashes = [
    hashOf(s(""), '"w", k.s'),
    hashOf(s(""), `\`w\${k.s}\``),
    hashOf("s: edm.string({ keyOnly: true, length: 4 })", '"w", k.s'),
    hashOf('s: edm.string({ keyOnly: true, pattern: "ulid" })', '"w", k.s'),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});
