import type { TableRow } from "@tablewright/runtime";
import { type EdmValue, ExactDate, edm } from "@tablewright/runtime/edm";
import type { EdmBuilders } from "../../../generator/src/definition/edm.js";
import { type OptionName, optionRows } from "../../../generator/src/options/property-options.js";

type BuilderName = keyof EdmBuilders;

/** Property of the entity of the generated test: builder, value that is stored, and text that a user types in its place. */
export interface EveryValue {
  readonly name: string;
  readonly builder: string;
  /** Value as the client takes it; undefined if the row lacks the property. */
  readonly value: unknown;
  /** Text that the user types; undefined if the value cannot change. */
  readonly text: string | undefined;
  /** The text as the page sends it, with the line breaks of the value. Default: the text. */
  readonly sent?: string;
  /** Value after the user has typed the text. Default: the text. */
  readonly after?: unknown;
  /** Properties that the row stores in place of those that the client writes: under a former name or of a former type, or none. */
  readonly stored?: TableRow["properties"];
}

const long = "word and number 12345\r\n".repeat(1_600);
const document = { list: [1, 2.5, "three"], "a b": { text: "line\nbreak" } };

/** Values with options of their own: long, compressed, coded, in other forms, and those that an editor could change by accident. */
const special: readonly EveryValue[] = [
  { name: "plain", builder: "edm.string()", value: " line one\nline two ", text: "one\nline" },
  { name: "crlf", builder: "edm.string()", value: "a\r\nb\rc", text: "a\nb", sent: "a\r\nb", after: "a\r\nb" },
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
    value: "x".repeat(33_000),
    text: "y",
  },
  { name: "fixed", builder: "edm.string({ length: 3 })", value: "abc", text: "def" },
  {
    name: "ulid",
    builder: 'edm.string({ pattern: "ulid" })',
    value: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    text: "01BX5ZZKBKACTAV9WEVGEMMVRZ",
  },
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
  {
    name: "rounded",
    builder: "edm.json<unknown>()",
    value: 1,
    text: "2",
    after: 2,
    stored: { rounded: edm.string('{"n":12345678901234567890}') },
  },
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
    name: "bytesLimited",
    builder: "edm.binary({ maxBytes: 4 })",
    value: new Uint8Array([1]),
    text: "AAAAAA==",
    after: new Uint8Array(4),
  },
  {
    name: "bytesParts",
    builder: "edm.binary({ parts: 3 })",
    value: new Uint8Array(70_000).fill(7),
    text: "",
    after: new Uint8Array(),
  },
  { name: "note", builder: "edm.string().optional()", value: undefined, text: "now" },
  { name: "count", builder: "edm.int32().optional()", value: undefined, text: "7", after: 7 },
];

interface Base {
  readonly type: string;
  readonly value: unknown;
  readonly text: string;
  readonly after?: unknown;
  /** The value as it is stored. */
  readonly stored: EdmValue;
  /** Literal of a default. */
  readonly default?: string;
  /** A former Edm type, and the value as rows of that time store it. */
  readonly reads?: EdmValue;
}

const day = new Date("2026-11-21T00:00:00Z");
const guid = "0a0b0c0d-0000-4000-8000-00000000000f";

/** One value of each builder, which is tried with every option that the builder has. */
const bases: Readonly<Record<BuilderName, Base>> = {
  string: { type: "", value: guid, text: "b", stored: edm.string(guid), default: '"d"', reads: edm.guid(guid) },
  json: {
    type: "<unknown>",
    value: { a: [1] },
    text: '{"b":2}',
    after: { b: 2 },
    stored: edm.string('{"a":[1]}'),
    default: "[3]",
  },
  boolean: {
    type: "",
    value: false,
    text: "true",
    after: true,
    stored: edm.boolean(false),
    default: "true",
    reads: edm.string("false"),
  },
  int32: { type: "", value: 1, text: "2", after: 2, stored: edm.int32(1), default: "3", reads: edm.string("1") },
  int64: { type: "", value: 1n, text: "2", after: 2n, stored: edm.int64(1n), default: "3n", reads: edm.int32(1) },
  double: { type: "", value: 1, text: "2.5", after: 2.5, stored: edm.double(1), default: "3.5", reads: edm.int32(1) },
  dateTime: {
    type: "",
    value: day,
    text: "2026-11-22T00:00:00Z",
    after: new Date("2026-11-22T00:00:00Z"),
    stored: edm.dateTime(day),
    default: '"2020-01-01T00:00:00Z"',
    reads: edm.string("2026-11-21T00:00:00Z"),
  },
  guid: {
    type: "",
    value: guid,
    text: "ffffffff-0000-4000-8000-00000000000f",
    stored: edm.guid(guid),
    default: '"random"',
    reads: edm.string(guid),
  },
  binary: {
    type: "",
    value: new Uint8Array([1]),
    text: "Ag==",
    after: new Uint8Array([2]),
    stored: edm.binary(new Uint8Array([1])),
  },
};

/** Options that are tried with each of their builders, as definitions write them. The others are among the special values. */
const optionTexts: Readonly<Partial<Record<OptionName, (name: string, base: Base) => string>>> = {
  name: (name) => `name: "${name}Stored"`,
  formerly: (name) => `formerly: ["${name}Former"]`,
  keepFormer: (name) => `formerly: ["${name}Former"], keepFormer: true`,
  reads: (_, { reads }) => `reads: ["${reads?.type}"]`,
  default: (_, base) => `default: ${base.default}`,
  readOnly: () => "readOnly: true",
  hidden: () => "hidden: true",
  brand: (name) => `brand: "Brand${name}"`,
};

/** Returns what a row stores for a property with an option; undefined if that is what the client writes. */
function storedBy(option: OptionName, name: string, { stored, reads }: Base): TableRow["properties"] | undefined {
  if (option === "formerly") return { [`${name}Former`]: stored };
  if (option === "reads" && reads !== undefined) return { [name]: reads };
  // The default stands for a value that a row lacks.
  return option === "default" && stored.type !== "Edm.Guid" ? {} : undefined;
}

const ofOptions = optionRows.flatMap(([option, { builders }]) =>
  builders.flatMap((builder): EveryValue[] => {
    const name = `${builder}_${option}`;
    const base = bases[builder];
    const { type, value, text, after = text } = base;
    const options = optionTexts[option]?.(name, base);
    if (options === undefined) return [];
    const stored = storedBy(option, name, base);
    const property = { name, builder: `edm.${builder}${type}({ ${options} })`, value, after };
    return [{ ...property, text: option === "readOnly" ? undefined : text, ...(stored !== undefined && { stored }) }];
  }),
);

/** Every builder with every option that it has, alone, and combinations that change how a value is stored or shown. */
export const everyValue: readonly EveryValue[] = [...special, ...ofOptions];

/** Key parts of the entity: the first is stored too. */
const keyParts = {
  group: ["edm.string({ maxLength: 20 })", "a"],
  id: ["edm.string({ keyOnly: true, maxLength: 20 })", ""],
  keySmall: ["edm.int32({ keyOnly: true })", -5],
  keyLarge: ["edm.int64({ keyOnly: true })", 9_007_199_254_740_993n],
  keyFlag: ["edm.boolean({ keyOnly: true })", true],
  keyAt: ["edm.dateTime({ keyOnly: true })", ExactDate.fromIso("2026-11-21T10:00:00.1234567Z")],
  keyGuid: ["edm.guid({ keyOnly: true })", guid],
} as const;

/** Names of the properties in the keys, which come first. */
export const keyNames = Object.keys(keyParts);

/** Returns the values in the key of a row. */
export function everyKey(id: string): Readonly<Record<string, unknown>> {
  return { ...Object.fromEntries(Object.entries(keyParts).map(([name, [, value]]) => [name, value])), id };
}

const stamps = { createdAt: 'edm.dateTime({ onInsert: "now" })', updatedAt: 'edm.dateTime({ onWrite: "now" })' };

const builders: readonly (readonly [name: string, builder: string])[] = [
  ...Object.entries(keyParts).map(([name, [builder]]) => [name, builder] as const),
  ...everyValue.map(({ name, builder }) => [name, builder] as const),
  ...Object.entries(stamps),
];

/** Options with builders that have them, of which there is no property. */
export const missingOptions: readonly string[] = optionRows.flatMap(([option, { builders: own }]) =>
  own
    .filter((each) => !builders.some(([, text]) => text.startsWith(`edm.${each}`) && text.includes(`${option}: `)))
    .map((each) => `${option} of ${each}`),
);

/** Definition of an entity with all these properties, and with times that writes set. */
export const everyDefinition = `import { edm, entity } from "tablewright";

export const Every = entity({
  table: "Everything",
  kind: "every",
  properties: {
${builders.map(([name, builder]) => `    ${name}: ${builder},\n`).join("")}  },
  partitionKey: (k) => ["g", k.group],
  rowKey: (k) => ["every", k.id, k.keySmall.asc, k.keyLarge.desc, k.keyFlag, k.keyAt.desc, k.keyGuid],
});
`;
