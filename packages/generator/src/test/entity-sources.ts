import fc from "fast-check";
import { findSeparatorStart } from "../model/keys/key-text.js";
import type { EntitySource, KeyPartSource, PropertySource } from "../write/entity-source.js";

/** Only file besides the definitions. It exports the types that JSON properties name. */
export const typesFile = {
  path: "model/address.ts",
  // Any default is a valid value of these types.
  text: "export type Address = unknown;\ntype Company = unknown;\nexport type { Company as default };\n",
};

/** Valid definitions that cover all parts of a model. */
export const entitySources: fc.Arbitrary<EntitySource[]> = fc
  .array(fc.boolean(), { minLength: 1, maxLength: 4 })
  .chain((shared) => fc.tuple(...shared.map((isShared, index) => entitySource(index, isShared))));

const separators = ["!", "|", "::", "_→1", " ", "é", "§a", "||||||||"];
const words = ["order", "größe", "", "a b", 'it"s', "名前", "{x}", "$`", "%2f"];

/** Text that definitions may contain, including characters that need escapes. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('"', "\\", "`", "$", "{", "*", "/", "\n", "\u2028", "名", "😀", "'"),
    fc.string({ minLength: 1, maxLength: 1 }),
  ),
  maxLength: 12,
});

/** Documentation as it is read: without the end of a comment and without spaces at the ends of lines. */
const doc = fc
  .array(text, { maxLength: 3 })
  .map((lines) =>
    lines
      .flatMap((line) => line.split("\n"))
      .map((line) =>
        line
          .replace(/[\r\u2028\u2029]/g, "")
          .replaceAll("*/", "")
          .trimEnd(),
      )
      .join("\n")
      .trim(),
  )
  .map((lines) => (lines === "" || lines.includes("*/") ? undefined : lines));

function entitySource(index: number, isShared: boolean): fc.Arbitrary<EntitySource> {
  const properties = fc
    .array(propertyKinds, { minLength: 1, maxLength: 8 })
    .chain((kinds) => fc.tuple(...kinds.map((kind, at) => propertySource(kind, `${index}${at}`))));
  return fc
    .record({
      properties,
      doc,
      separator: fc.constantFrom(...separators),
      unknownProperties: fc.constantFrom("keep" as const, "drop" as const),
      name: fc.constantFrom(`Entity${index}`, `größe${index}`, ...(index === 0 ? ["edm", "entity"] : [])),
      kindProperty: fc.constantFrom("kind", "Type_", false as const),
      hasKind: fc.boolean(),
    })
    .chain(({ hasKind, kindProperty, ...rest }) => {
      const kind = isShared || hasKind ? `kind "${index}"` : undefined;
      const entity = {
        ...rest,
        table: isShared ? "Shared" : `Table${index}`,
        kind,
        // All entities of a table store their kind in the same property.
        kindProperty: kind === undefined ? (false as const) : isShared ? "kind" : kindProperty,
      };
      return keysOf(rest.properties, rest.separator, isShared ? `row${index}` : undefined).map(
        ({ partitionKey, rowKey, keyOnly }) => ({
          ...entity,
          partitionKey,
          rowKey,
          properties: rest.properties.map((property) => ({
            ...property,
            ...(keyOnly.has(property.name) && { formerly: [], keepFormer: false, reads: [] }),
            keyOnly: keyOnly.has(property.name),
          })),
        }),
      );
    });
}

const forms: Readonly<Record<"int64" | "dateTime", readonly PropertySource["as"][]>> = {
  int64: ["bigint", "number", "string"],
  dateTime: ["date", "iso", "ticks"],
};
const propertyKinds = fc.constantFrom<PropertySource["type"]>(
  ...(["string", "json", "boolean", "int32", "int64", "double", "dateTime", "guid", "binary"] as const),
);

/** Types that rows may store in place of the declared one. */
const convertible: Readonly<Record<string, readonly string[]>> = {
  string: ["Edm.Guid", "Edm.DateTime"],
  boolean: ["Edm.String"],
  int32: ["Edm.String"],
  int64: ["Edm.Int32", "Edm.String"],
  double: ["Edm.Int32", "Edm.Int64", "Edm.String"],
  dateTime: ["Edm.String"],
  guid: ["Edm.String"],
};

/** Generates the parts of a value. */
function partsIn(id: string): fc.Arbitrary<PropertySource["parts"]> {
  return fc.oneof(
    fc.record({ count: fc.integer({ min: 2, max: 8 }), names: fc.constant(undefined), from: fc.constant(0) }),
    fc.record({ count: fc.integer({ min: 2, max: 8 }), names: fc.constant(`Part${id}_{n}`), from: fc.nat(9) }),
  );
}

type Details = Omit<PropertySource, "name" | "storedName" | "type">;

function propertySource(type: PropertySource["type"], id: string): fc.Arbitrary<PropertySource> {
  return fc
    .record({
      name: fc.constantFrom(`total${id}`, `größe${id}`, `名前${id}`, `_${id}`, `class${id}`),
      stored: fc.option(fc.constantFrom(`Stored${id}`, `名${id}`), { nil: undefined }),
      details: detailsOf(type, id),
      optional: fc.boolean(),
      doc,
      formerly: fc.constantFrom([], [], [`Old${id}`], [`Old${id}`, `Older${id}`]),
      isFormerKept: fc.boolean(),
      reads: fc.subarray([...(convertible[type] ?? [])]),
    })
    .map(({ name, stored, details, optional, doc: comment, formerly, isFormerKept, reads }) => {
      const hasDefault = details.default !== undefined || details.makeDefault !== undefined;
      const names = details.parts === undefined ? formerly : [];
      const evolution = { formerly: names, keepFormer: isFormerKept && names.length > 0, reads };
      const storedName = stored ?? name;
      return { name, storedName, type, ...details, ...evolution, optional: optional && !hasDefault, doc: comment };
    });
}

/** Generates the options of a type, all of which may be omitted. */
function detailsOf(type: PropertySource["type"], id: string): fc.Arbitrary<Details> {
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
  const brand = maybe(fc.constant(`Brand_${type}${id}`));
  switch (type) {
    case "string":
      return fc.oneof(
        fc.record({ maxLength: maybe(fc.integer({ min: 12, max: 32_768 })), default: maybe(text), brand }),
        fc
          .uniqueArray(text, { minLength: 1, maxLength: 4 })
          .chain((oneOf) => fc.record({ oneOf: fc.constant(oneOf), default: maybe(fc.constantFrom(...oneOf)), brand })),
      );
    case "json":
      return fc.record({
        json: fc.constantFrom(
          { text: "unknown", imports: [] },
          { text: "readonly unknown[] | string | 5 | Readonly<Record<string, unknown>> | unknown", imports: [] },
          { text: "Address", imports: [{ imported: "Address", local: "Address", from: { file: typesFile.path } }] },
          { text: "Firm", imports: [{ imported: "default", local: "Firm", from: { file: typesFile.path } }] },
          { text: "types.Address", imports: [{ imported: "*", local: "types", from: { file: typesFile.path } }] },
        ),
        default: maybe(fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value ?? {}))),
        parts: maybe(partsIn(id)),
      });
    case "boolean":
      return fc.record({ default: maybe(fc.boolean()) });
    case "int32":
      return fc.record({
        min: maybe(fc.integer({ max: -1, min: -(2 ** 31) })),
        max: maybe(fc.integer({ min: 1, max: 2 ** 31 - 1 })),
        default: maybe(fc.constant(0)),
        brand,
      });
    case "int64":
      return fc.constantFrom(...forms.int64).chain((as) =>
        fc.record({
          as: fc.constant(as),
          default: maybe(
            as === "number" ? fc.maxSafeInteger().map(BigInt) : fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
          ),
          brand,
        }),
      );
    case "double":
      return fc.record({ default: maybe(fc.double()) });
    case "dateTime": {
      const date = fc.date({
        min: new Date("1601-01-01T00:00:00Z"),
        max: new Date("9999-12-31T23:59:59Z"),
        noInvalidDate: true,
      });
      return fc
        .record({
          as: fc.constantFrom(...forms.dateTime),
          default: maybe(date.map((value) => value.toISOString())),
        })
        .chain((details) => fc.constantFrom(details, { as: details.as, makeDefault: "now" as const }));
    }
    case "guid":
      return fc.record({ makeDefault: maybe(fc.constant("random" as const)), brand });
    case "binary":
      return fc.record({ maxBytes: maybe(fc.integer({ min: 1, max: 65_536 })), parts: maybe(partsIn(id)) });
    default:
      throw new TypeError(`No options of ${type}.`);
  }
}

interface Keys {
  readonly partitionKey: { readonly parts: readonly KeyPartSource[] };
  readonly rowKey: { readonly parts: readonly KeyPartSource[] };
  /** Properties that only the keys contain. */
  readonly keyOnly: ReadonlySet<string>;
}

/** @param start literal at the start of the row key, if any */
function keysOf(
  properties: readonly PropertySource[],
  separator: string,
  start: string | undefined,
): fc.Arbitrary<Keys> {
  const literals = words.filter(
    (word) => !word.includes(separator) && findSeparatorStart(word, separator) === undefined,
  );
  const literal = fc.constantFrom(...literals).map((word): KeyPartSource => ({ kind: "literal", text: word }));
  const parts = properties.filter(({ optional }) => !optional).flatMap(partsOf);
  const part = parts.length === 0 ? literal : fc.oneof(literal, fc.constantFrom(...parts));
  const key = fc.array(part, { minLength: 1, maxLength: 4 }).map(withoutRepetition);
  return fc.record({ partition: key, row: key, isKeyOnly: fc.boolean() }).map(({ partition, row, isKeyOnly }) => {
    const first: KeyPartSource[] = start === undefined ? [] : [{ kind: "literal", text: start }];
    const both = [...partition, ...row];
    const told = new Set(both.flatMap((p) => (p.kind === "property" && isDetermined(p) ? p.property.name : [])));
    const derived = both.flatMap((p) => (p.kind === "property" && !isDetermined(p) ? p.property.name : []));
    for (const name of derived) told.delete(name);
    return {
      partitionKey: { parts: partition },
      rowKey: { parts: [...first, ...row] },
      keyOnly: isKeyOnly ? told : new Set(),
    };
  });
}

const encodings: Readonly<Record<string, readonly string[]>> = {
  string: ["text", "raw", "lower"],
  boolean: ["boolean"],
  int32: ["pad", "asc", "desc"],
  int64: ["pad", "asc", "desc"],
  dateTime: ["asc", "desc", "year", "month", "day", "hour"],
  guid: ["guid"],
};

/** Returns the ways in which a property can be in a key. */
function partsOf({ name, type, oneOf }: PropertySource): KeyPartSource[] {
  // Raw text must not contain characters that keys exclude.
  const known = (encodings[type] ?? []).filter((encoding) => encoding !== "raw" || oneOf === undefined);
  return known.flatMap((encoding) => {
    const part = {
      kind: "property",
      property: { name },
      encoding,
      ...(encoding === "pad" && { width: 12 }),
    } as KeyPartSource;
    const isBucket = /^(?:year|month|day|hour)$/.test(encoding);
    return isBucket ? [part] : [part, { ...part, shards: 16 }];
  });
}

function isDetermined(part: KeyPartSource): boolean {
  return (
    part.kind === "property" && part.shards === undefined && !/^(?:lower|year|month|day|hour)$/.test(part.encoding)
  );
}

/** Removes each part of a property whose value an earlier part already determines. */
function withoutRepetition(parts: readonly KeyPartSource[]): KeyPartSource[] {
  const seen = new Set<string>();
  return parts.filter((part) => {
    if (part.kind === "literal" || !isDetermined(part)) return true;
    const isNew = !seen.has(part.property.name);
    seen.add(part.property.name);
    return isNew;
  });
}
