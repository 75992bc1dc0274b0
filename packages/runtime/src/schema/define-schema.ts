import { after } from "../keys/after-part.js";
import { buckets } from "../keys/bucket.js";
import type { KeyEncoding, KeyPart, PropertyPart } from "../keys/key-part.js";
import type { EntityClass, EntityCodec, EntitySchema, IndexSchema } from "./entity-schema.js";
import type { EntityTypes, ETag } from "./entity-types.js";
import type { Property } from "./property.js";

/** Part of a key as generated code writes it: a literal, a string property, or a property with its encoding. */
export type PartSource =
  | string
  | Property
  | readonly [property: Property, encoding: KeyEncoding, width?: number, shards?: number];

/** Generated description of an index. */
export interface IndexSource extends Pick<IndexSchema, "unique" | "global"> {
  readonly entry: EntityClass<EntityTypes>;
}

/** Generated description of an entity: the parts of its schema that cannot be derived. */
export interface SchemaSource<T extends EntityTypes> extends EntityCodec<T> {
  readonly name: T["name"];
  /** Scope of a transaction. The table is the part before the first `/`, which no table name contains. */
  readonly scope: T["scope"];
  /** Kind of the entity. By default its name. */
  readonly kind?: T["kind"];
  readonly kindProperty?: string;
  /** The schema's `partitionKeyPrefix` and `rowKeyPrefix`. */
  readonly partitionKeyPrefix?: string;
  readonly rowKeyPrefix?: string;
  /** Separator of key parts. By default `!`. */
  readonly separator?: string;
  readonly partition: readonly PartSource[];
  readonly row: readonly PartSource[];
  readonly properties: readonly Property[];
  readonly keepsUnknown?: true;
  /** Indexes by name, each with the class of its rows. */
  readonly indexes?: Readonly<Record<string, IndexSource>>;
  /**
   * Returns the end of the properties in a stored key whose first property begins at `at`; -1 if the key differs. Without this function the
   * key is built and compared. Not typed by the entity, to save compile time in every application.
   */
  partitionKeyEnd?(partition: object, key: string, at: number): number;
  rowKeyEnd?(rowKey: object, key: string, at: number): number;
  /** Returns the class, which is declared after its schema. */
  class(): new (init: T["init"], etag?: ETag, timestamp?: Date) => object;
}

/** Members that a row has after a read, besides its properties. */
const carried = ["$kind", "$etag", "$timestamp"];

/** Creates the schema of a generated class. */
export function schema<T extends EntityTypes>(source: SchemaSource<T>): EntitySchema<T> {
  const { scope, partition, row, properties, kind = source.name, separator = "!", ...rest } = source;
  const { partitionKeyEnd, rowKeyEnd, indexes, ...codec } = rest;
  const partitionParts = partition.map(keyPart);
  const rowParts = row.map(keyPart);
  const makesPartitionKey: MakesKey = partitionKeyEnd
    ? endsKey(keyPrefix(partitionParts, separator), partitionKeyEnd)
    : (values, key) => codec.partitionKey(values) === key;
  return {
    ...codec,
    makesPartitionKey: rememberLast(partitionParts, makesPartitionKey),
    makesRowKey: rowKeyEnd
      ? endsKey(keyPrefix(rowParts, separator), rowKeyEnd)
      : (values, key) => codec.rowKey(values) === key,
    table: scope.slice(0, scope.indexOf("/")),
    scope,
    kind,
    separator,
    partitionParts,
    rowParts,
    create: (init, etag, timestamp) => new (source.class())(init, etag, timestamp) as T["entity"],
    properties: Object.fromEntries(properties.map((property) => [property.field, property])),
    madeDefaults: properties.filter(({ makeDefault }) => makeDefault !== undefined),
    renamed: properties.filter(({ formerly, keepFormer }) => formerly !== undefined && !keepFormer),
    names: new Set([...properties.map(({ field }) => field), ...carried, ...(rest.keepsUnknown ? ["$extra"] : [])]),
    ...(indexes && { indexes: Object.entries(indexes).map(indexSchema) }),
  };
}

function indexSchema([name, { entry, ...facts }]: [string, IndexSource]): IndexSchema {
  return { name, entry: entry.$schema, ...facts };
}

function keyPart(part: PartSource): KeyPart {
  if (typeof part === "string") return part;
  if ("field" in part) return [part.field, "text"];
  const [property, ...rest] = part;
  return [property.field, ...rest];
}

type MakesKey = (values: object, key: string) => boolean;

function endsKey(prefix: string, end: (values: object, key: string, at: number) => number): MakesKey {
  return (values, key) => end(values, key, after(key, 0, prefix)) === key.length;
}

/** Returns the literals before the first property. */
function keyPrefix(parts: readonly KeyPart[], separator: string): string {
  const first = parts.findIndex((part) => typeof part !== "string");
  return [...parts.slice(0, first), ""].join(separator);
}

/**
 * Remembers the last key and its values. Rows arrive grouped by partition, so the same key with the same values needs no parsing. Dates,
 * buckets and shards are excluded: each row has another Date object, and rows of one bucket or shard have different values.
 */
function rememberLast(parts: readonly KeyPart[], makes: MakesKey): MakesKey {
  if (parts.some((part) => typeof part !== "string" && isOfMany(part))) return makes;
  const names = parts.flatMap((part) => (typeof part === "string" ? [] : [part[0]]));
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

/** Returns whether rows of one partition can have different values or objects for this part. */
function isOfMany([, encoding, , shards]: PropertyPart): boolean {
  return shards !== undefined || encoding.startsWith("ticks") || Object.hasOwn(buckets, encoding);
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
