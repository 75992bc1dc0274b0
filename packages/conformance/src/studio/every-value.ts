/** Property of the entity of the generated test: builder, value that is stored, and text that a user types in its place. */
export interface EveryValue {
  readonly name: string;
  readonly builder: string;
  /** Value as the client takes it; undefined if the row lacks the property. */
  readonly value: unknown;
  /** Text that the user types; undefined if the value cannot change. */
  readonly text: string | undefined;
  /** Value after that. Default: the text. */
  readonly after?: unknown;
}

const long = "word and number 12345\r\n".repeat(3_500);
const document = { list: [1, 2.5, "three"], "a b": { text: "line\nbreak" } };

/** Every builder with every option that changes how a value is stored or shown. */
export const everyValue: readonly EveryValue[] = [
  { name: "plain", builder: "edm.string()", value: " line one\nline two ", text: "one\nline" },
  { name: "crlf", builder: "edm.string()", value: "a\r\nb\rc", text: "a\nb", after: "a\r\nb" },
  { name: "empty", builder: "edm.string()", value: "", text: "no longer" },
  { name: "limited", builder: "edm.string({ maxLength: 10 })", value: "ten", text: "eleven" },
  { name: "branded", builder: 'edm.string({ brand: "Sku" })', value: "A-1", text: "A-2" },
  {
    name: "choice",
    builder: 'edm.string({ oneOf: ["EUR", "it\'s \\"größe\\""] })',
    value: 'it\'s "größe"',
    text: "EUR",
  },
  {
    name: "letter",
    builder: 'edm.string({ name: "ch", codes: { mail: "m/1", phone: "p\'2" } })',
    value: "phone",
    text: "mail",
  },
  { name: "parts", builder: "edm.string({ parts: 4 })", value: long, text: "short" },
  {
    name: "named",
    builder: 'edm.string({ parts: { count: 3, names: "Piece{n}" } })',
    value: "x".repeat(40_000),
    text: "y",
  },
  { name: "secret", builder: "edm.string({ hidden: true })", value: "hash", text: "other" },
  { name: "once", builder: "edm.string({ readOnly: true })", value: "first", text: undefined },
  { name: "json", builder: "edm.json<unknown>()", value: document, text: '{"a":1}', after: { a: 1 } },
  { name: "jsonParts", builder: "edm.json<unknown>({ parts: 4 })", value: [long], text: "[]", after: [] },
  { name: "packed", builder: 'edm.json<unknown>({ compress: "gzip" })', value: document, text: "true", after: true },
  {
    name: "packedParts",
    builder: 'edm.json<unknown>({ parts: 3, compress: "gzip" })',
    value: [long],
    text: '"text"',
    after: "text",
  },
  { name: "flag", builder: "edm.boolean({ default: true })", value: false, text: "true", after: true },
  { name: "small", builder: "edm.int32({ min: -5, max: 5 })", value: -5, text: "5", after: 5 },
  { name: "status", builder: "edm.int32({ codes: { open: 1, paid: 4, shipped: 2 } })", value: "shipped", text: "paid" },
  { name: "large", builder: "edm.int64()", value: 9_007_199_254_740_993n, text: "-1", after: -1n },
  { name: "largeNumber", builder: 'edm.int64({ as: "number" })', value: 12, text: "13", after: 13 },
  { name: "largeText", builder: 'edm.int64({ as: "string" })', value: "9223372036854775807", text: "0" },
  { name: "ratio", builder: "edm.double()", value: -0, text: "5", after: 5 },
  { name: "infinite", builder: "edm.double()", value: Number.NEGATIVE_INFINITY, text: "NaN", after: Number.NaN },
  {
    name: "at",
    builder: "edm.dateTime()",
    value: new Date(1e12),
    text: "2026-11-21T10:00:00.5Z",
    after: new Date("2026-11-21T10:00:00.500Z"),
  },
  {
    name: "atIso",
    builder: 'edm.dateTime({ as: "iso" })',
    value: "2026-11-21T10:00:00.123Z",
    text: "2026-11-21T10:00:00.456Z",
  },
  {
    name: "atTicks",
    builder: 'edm.dateTime({ as: "ticks" })',
    value: 638_000_000_001_230_000n,
    text: "2026-11-21T10:00:00.789Z",
    after: 639_308_520_007_890_000n,
  },
  {
    name: "guid",
    builder: "edm.guid()",
    value: "0a0b0c0d-0000-4000-8000-00000000000f",
    text: "ffffffff-0000-4000-8000-00000000000f",
  },
  {
    name: "bytes",
    builder: "edm.binary()",
    value: new Uint8Array([0, 255, 1]),
    text: "AQI=",
    after: new Uint8Array([1, 2]),
  },
  {
    name: "bytesParts",
    builder: "edm.binary({ parts: 3 })",
    value: new Uint8Array(140_000).fill(7),
    text: "",
    after: new Uint8Array(),
  },
  { name: "note", builder: "edm.string().optional()", value: undefined, text: "now" },
  { name: "count", builder: "edm.int32().optional()", value: undefined, text: "7", after: 7 },
];

/** Definition of an entity with all of them, and with times that writes set. */
export const everyDefinition = `import { edm, entity } from "tablewright";

export const Every = entity({
  table: "Everything",
  kind: "every",
  properties: {
    group: edm.string({ maxLength: 20 }),
    id: edm.string({ keyOnly: true, maxLength: 20 }),
${everyValue.map(({ name, builder }) => `    ${name}: ${builder},\n`).join("")}    createdAt: edm.dateTime({ onInsert: "now" }),
    updatedAt: edm.dateTime({ onWrite: "now" }),
  },
  partitionKey: (k) => ["g", k.group],
  rowKey: (k) => ["every", k.id],
});
`;
