import { asCoded } from "../codec/edm/coded-type.js";
import { after } from "../codec/keys/after-part.js";
import type { KeyEncoding, KeyPart } from "../codec/keys/key-part.js";
import { outdatedClass } from "../codec/keys/part-codec.js";
import type { EntityClass, EntityCodec, EntitySchema, IndexSchema, SchemaHooks } from "./entity-schema.js";
import type { EntityTypes, ETag } from "./entity-types.js";
import { foldHooks, type Hooks, type LargeRows } from "./hooks.js";
import type { Property } from "./property.js";

/** Part of a key, as generated code passes it to `schema`: a literal, a string property, or a property with its key encoding. */
export type PartSource =
  | string
  | Property
  | readonly [property: Property, encoding: KeyEncoding, width?: number, shards?: number | undefined, end?: string];

/** Index of an entity, as generated code passes it to `schema`. */
export interface IndexSource extends Pick<IndexSchema, "unique" | "global" | "sparse"> {
  readonly entry: EntityClass<EntityTypes>;
}

/** Argument that generated code passes to `schema`: those members of an entity's schema that cannot be derived from others. */
export interface SchemaSource<T extends EntityTypes> extends EntityCodec<T> {
  readonly name: T["name"];
  /**
   * Table and template of the PartitionKey, e.g. `Shop/cust!{customerId}`: entities with equal scopes can share a transaction. The first
   * `/` ends the table, because no table name contains one.
   */
  readonly scope: T["scope"];
  /** Value of `$kind` of entity objects: the definition's `kind`, or the name of the class if the definition sets none. */
  readonly kind?: T["kind"];
  readonly kindProperty?: string;
  /** Prefix that only PartitionKeys of this entity have, as in {@link EntitySchema.partitionKeyPrefix}. */
  readonly partitionKeyPrefix?: string;
  /** Prefix that only RowKeys of this entity have, as in {@link EntitySchema.rowKeyPrefix}. */
  readonly rowKeyPrefix?: string;
  /** True if only the shape of the keys identifies the entity's rows, as in {@link EntitySchema.isToldByShape}. */
  readonly isToldByShape?: true;
  /** Separator of key parts. By default `!`; empty if the constant parts of the keys already include all separators. */
  readonly separator?: string;
  readonly partition: readonly PartSource[];
  readonly row: readonly PartSource[];
  readonly properties: readonly Property[];
  readonly keepsUnknown?: true;
  readonly features?: readonly Hooks[];
  readonly ttl?: Property;
  /** Indexes by name, each with the generated class of its index rows. */
  readonly indexes?: Readonly<Record<string, IndexSource>>;
  /**
   * Checks that the property values give this stored PartitionKey, in which the first value begins at position `at`. Returns the position
   * after the last part, or -1 if the key differs. If generated code omits this function, the schema builds the key from the values and
   * compares the two. The values are typed `object`, not by the entity, to save compile time in every application.
   */
  partitionKeyEnd?(partition: object, key: string, at: number): number;
  /** Checks that the property values give this stored RowKey, as `partitionKeyEnd` does for a PartitionKey. */
  rowKeyEnd?(rowKey: object, key: string, at: number): number;
  /** Returns the generated class. This is a function because the class is declared after its schema. */
  class(): new (init: T["init"], etag?: ETag, timestamp?: Date) => object;
}

/** System members that an entity object has after a read, besides its properties. */
const carried = ["$kind", "$etag", "$timestamp"];

/** Returns the names of the system members, such as `$etag`, that a plain object may have when it is passed as this entity. */
function carriedNames({ keepsUnknown }: Pick<EntitySchema<EntityTypes>, "keepsUnknown">): string[] {
  return keepsUnknown ? [...carried, "$extra"] : carried;
}

/**
 * Creates the schema of a generated class. Generated code calls this function once for each class.
 * @throws TypeError if the class lacks the code of a feature that its definition uses, because a former version of the generator wrote it
 */
export function schema<T extends EntityTypes>(source: SchemaSource<T>): EntitySchema<T> {
  const { scope, partition, row, properties, kind = source.name, separator = "!", ...rest } = source;
  const { partitionKeyEnd, rowKeyEnd, indexes, features = [], ...codec } = rest;
  const hooks = foldHooks(features);
  const partitionParts = keyParts(partition, separator);
  const rowParts = keyParts(row, separator);
  const inKeys = new Set(propertiesOf([...partitionParts, ...rowParts]));
  const makesPartitionKey: MakesKey = partitionKeyEnd
    ? endsKey(partitionParts, partitionKeyEnd)
    : (values, key) => codec.partitionKey(values) === key;
  const lists = {
    madeDefaults: properties.filter(({ makeDefault }) => makeDefault !== undefined),
    readOnly: properties.filter(({ field, readOnly, stamp }) => (readOnly || stamp === "insert") && !inKeys.has(field)),
    onWrite: properties.filter(({ stamp }) => stamp === "write"),
    renamed: properties.filter(({ formerly, keepFormer }) => formerly !== undefined && !keepFormer),
  };
  const isEvolved = properties.some((each) => (each.formerly ?? each.reads) && !each.evolution && !each.keyOnly);
  // Without these hooks, a class of a former generator would for example write no index rows, and no error would report it.
  const needed: Partial<Record<keyof Hooks | "evolution", boolean>> = {
    layer: indexes !== undefined,
    expiry: rest.ttl !== undefined,
    checkChanges: lists.readOnly.length > 0,
    fillIn: lists.madeDefaults.length + lists.onWrite.length > 0,
    undeclared: rest.keepsUnknown === true,
    evolution: isEvolved,
  };
  for (const [name, isNeeded] of Object.entries(needed))
    if (isNeeded && !(name in hooks)) throw outdatedClass(`${source.name} lacks ${name}`);
  return {
    ...codec,
    ...lists,
    hooks: hooks as Hooks<SchemaHooks>,
    makesPartitionKey: rememberLast(partitionParts, properties, makesPartitionKey),
    makesRowKey: rowKeyEnd ? endsKey(rowParts, rowKeyEnd) : (values, key) => codec.rowKey(values) === key,
    table: scope.slice(0, scope.indexOf("/")),
    scope,
    kind,
    partitionParts,
    rowParts,
    create: (init, etag, timestamp) => new (source.class())(init, etag, timestamp) as T["entity"],
    properties: Object.fromEntries(properties.map((property) => [property.field, property])),
    largeRows: properties.find(({ parts }) => parts !== undefined)?.parts?.rows as LargeRows | undefined,
    names: new Set([...properties.map(({ field }) => field), ...carriedNames(rest)]),
    ...(indexes && { indexes: Object.entries(indexes).map(indexSchema) }),
  };
}

function indexSchema([name, { entry, ...facts }]: [string, IndexSource]): IndexSchema {
  return { name, entry: entry.$schema, ...facts };
}

/**
 * Converts the parts of a key to a list in which constant texts are joined with the separators around them, and each property has the text
 * that ends its value in the key.
 */
function keyParts(sources: readonly PartSource[], separator: string): KeyPart[] {
  const parts: KeyPart[] = [];
  let text = "";
  for (const [index, source] of sources.entries()) {
    if (index > 0) text += separator;
    if (typeof source === "string") {
      text += source;
      continue;
    }
    if (text !== "") parts.push(text);
    text = "";
    const [property, encoding, width, shards, end]: Exclude<PartSource, string | Property> =
      "field" in source ? [source, "text"] : source;
    // A raw (unescaped) value at the end of a key may contain the separator, because no part follows. An escaped value never contains the
    // separator, not even at the end, because stored keys have it escaped at every position.
    const isRest = encoding === "raw" && index === sources.length - 1;
    const codes = asCoded(property.type);
    const part = [property.field, encoding, width, shards, end ?? (isRest ? "" : separator)] as const;
    parts.push(codes === undefined ? part : [...part, codes]);
  }
  if (text !== "" || parts.length === 0) parts.push(text);
  return parts;
}

/** Returns the names of the properties in the parts of a key, in their order. */
function propertiesOf(parts: readonly KeyPart[]): string[] {
  return parts.flatMap((part) => (typeof part === "string" ? [] : [part[0]]));
}

type MakesKey = (values: object, key: string) => boolean;

function endsKey([first]: readonly KeyPart[], end: (values: object, key: string, at: number) => number): MakesKey {
  const prefix = typeof first === "string" ? first : "";
  return (values, key) => end(values, key, after(key, 0, prefix)) === key.length;
}

/**
 * Returns the check `makes` with a cache of the last key that passed and of the values that it was checked with. Rows arrive grouped by
 * partition, so the next row often has the same key and values. Returns `makes` itself for keys with times or shards, for which the cache
 * would seldom help: each row has another Date object, and rows of one time interval or shard have different values.
 */
function rememberLast(parts: readonly KeyPart[], properties: readonly Property[], makes: MakesKey): MakesKey {
  const times = new Set(properties.filter(({ type }) => type.edm === "Edm.DateTime").map(({ field }) => field));
  if (parts.some((part) => typeof part !== "string" && (part[3] !== undefined || times.has(part[0])))) return makes;
  const names = propertiesOf(parts);
  let lastKey: string | undefined;
  let last: readonly unknown[] = [];
  return (partition, key) => {
    const values = partition as Readonly<Record<string, unknown>>;
    if (key === lastKey && hasValues(values, names, last)) return true;
    if (!makes(partition, key)) return false;
    last = names.map((name) => values[name]);
    lastKey = key;
    return true;
  };
}

function hasValues(
  object: Readonly<Record<string, unknown>>,
  names: readonly string[],
  values: readonly unknown[],
): boolean {
  for (let index = 0; index < names.length; index++) {
    if (object[names[index] as string] !== values[index]) return false;
  }
  return true;
}
