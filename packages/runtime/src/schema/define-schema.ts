import type { KeyCodec } from "../codec/keys/key-codec.js";
import { fieldsOf, isKeyOf, type KeyPart, propertyPart, type Values, writeKey } from "../codec/keys/key-part.js";
import { text } from "../codec/keys/text.js";
import { copiesHelp } from "../platform/copies.js";
import type {
  AnySchema,
  EntityClass,
  EntityCodec,
  EntitySchema,
  EntityTypes,
  ETag,
  FormerRows,
  IndexSchema,
  KeyNames,
  SchemaHooks,
} from "./entity-schema.js";
import { foldHooks, type Hooks, type LargeRows } from "./hooks.js";
import type { Property } from "./property.js";

/** Part of a key, as generated code passes it to `schema`: a literal, a string property, or a property with its codec. */
export type PartSource = string | Property | readonly [property: Property, codec: KeyCodec];

/** Index of an entity, as generated code passes it to `schema`. */
interface IndexSource extends Pick<IndexSchema, "unique" | "global" | "sparse"> {
  readonly entry: EntityClass<EntityTypes>;
}

/** Members that the argument of `schema` and the schema have in common, whatever the entity. */
type CommonMembers = Pick<
  AnySchema,
  "kindProperty" | "partitionKeyPrefix" | "rowKeyPrefix" | "isToldByShape" | "keepsUnknown" | "ttl"
>;

/** Argument of `schema` in generated code: the members of an entity's schema that cannot be derived from others. */
export interface SchemaSource<T extends EntityTypes> extends Pick<EntityCodec<T>, "encode" | "decode">, CommonMembers {
  readonly name: T["name"];
  /**
   * Table and template of the PartitionKey, e.g. `Shop/cust!{customerId}`. Entities with equal scopes can share a transaction. The first
   * `/` ends the table, because table names contain none.
   */
  readonly scope: T["scope"];
  /** Value of `$kind` of entity objects: the definition's `kind`, or the name of the class if the definition sets none. */
  readonly kind?: T["kind"];
  /** Separator of key parts. By default `!`; empty if the constant parts of the keys already include all separators. */
  readonly separator?: string;
  /** Returns the parts of the PartitionKey. It is a function, so that bundlers can remove an unused class together with its codecs. */
  partitionKey(): readonly PartSource[];
  /** Returns the parts of the RowKey. */
  rowKey(): readonly PartSource[];
  readonly properties: readonly Property[];
  readonly features?: readonly Hooks[];
  /** Indexes by name, each with the generated class of its index rows. */
  readonly indexes?: Readonly<Record<string, IndexSource>>;
  /** Creates the functions that recognize rows of former definitions; absent if the lock file names no former keys. */
  formerRows?(current: AnySchema): FormerRows;
  /** Returns the generated class. It is a function, because the class is declared after its schema. */
  class(): new (init: T["init"], etag?: ETag, timestamp?: Date) => object;
}

/** System members that an entity object has after a read, besides its properties and `$extra`. */
const carried = ["$kind", "$etag", "$timestamp"];

/**
 * Creates the schema of a generated class. Generated code calls this function once for each class.
 * @throws TypeError if the class was written by a former version of the generator, and lacks the code of a feature that its definition uses
 */
export function schema<T extends EntityTypes>(source: SchemaSource<T>): EntitySchema<T> {
  const {
    scope,
    properties,
    kind = source.name,
    separator = "!",
    indexes,
    formerRows,
    features = [],
    ...rest
  } = source;
  const hooks = foldHooks(features);
  const largeRows = properties.find(({ parts }) => parts !== undefined)?.parts?.rows as LargeRows | undefined;
  const partitionParts = keyParts(source.partitionKey(), separator);
  const rowParts = keyParts(source.rowKey(), separator);
  const inKeys = new Set(fieldsOf([...partitionParts, ...rowParts]));
  const lists = {
    madeDefaults: properties.filter(({ makeDefault }) => makeDefault !== undefined),
    readOnly: properties.filter(({ field, readOnly, stamp }) => (readOnly || stamp === "insert") && !inKeys.has(field)),
    onWrite: properties.filter(({ stamp }) => stamp === "write"),
    renamed: properties.filter(({ formerly, keepFormer }) => formerly !== undefined && !keepFormer),
  };
  const isEvolved = properties.some((each) => (each.formerly ?? each.reads) && !each.hooks && !each.keyOnly);
  // If an old class lacked these hooks, it would write no index rows, for example, and nobody would notice.
  const needed: Partial<Record<keyof Hooks | "evolution", boolean>> = {
    layer: indexes !== undefined,
    expiry: rest.ttl !== undefined,
    checkChanges: lists.readOnly.length > 0,
    fillIn: lists.madeDefaults.length + lists.onWrite.length > 0,
    undeclared: rest.keepsUnknown === true,
    evolution: isEvolved,
  };
  for (const [name, isNeeded] of Object.entries(needed))
    if (isNeeded && !(name in hooks))
      throw new TypeError(`The generated class ${source.name} lacks ${name}. Generate it again.${copiesHelp()}`);
  const own: EntitySchema<T> = {
    ...rest,
    ...lists,
    hooks: { ...(hooks as Hooks<SchemaHooks>), ...largeRows },
    partitionKey: (partition: object) => writeKey(partitionParts, partition as Values),
    rowKey: (rowKey: object) => writeKey(rowParts, rowKey as Values),
    makesPartitionKey: rememberLast(partitionParts, properties),
    comparedKeys: comparedKeys(partitionParts, rowParts, properties),
    makesRowKey: (values, key) => isKeyOf(rowParts, values as Values, key),
    table: scope.slice(0, scope.indexOf("/")),
    scope,
    kind,
    partitionParts,
    rowParts,
    create: (init, etag, timestamp) => new (source.class())(init, etag, timestamp) as T["entity"],
    properties: Object.fromEntries(properties.map((property) => [property.field, property])),
    names: new Set([...properties.map(({ field }) => field), ...carried, ...(rest.keepsUnknown ? ["$extra"] : [])]),
    ...(indexes && { indexes: Object.entries(indexes).map(indexSchema) }),
  };
  return formerRows === undefined
    ? own
    : { ...own, hooks: { ...own.hooks, former: formerRows(own as unknown as AnySchema) } };
}

function indexSchema([name, { entry, ...facts }]: [string, IndexSource]): IndexSchema {
  return { name, entry: entry.$schema, ...facts };
}

/** Converts the parts of a key to a list, in which constant texts are joined with the separators next to them. */
export function keyParts(sources: readonly PartSource[], separator: string): KeyPart[] {
  const parts: KeyPart[] = [];
  let constant = "";
  for (const [index, source] of sources.entries()) {
    if (index > 0) constant += separator;
    if (typeof source === "string") {
      constant += source;
      continue;
    }
    if (constant !== "") parts.push(constant);
    constant = "";
    // The separator is escaped even in the last value of a key, because it is in the keys that are already stored.
    const [property, codec] = "field" in source ? [source, text(separator)] : source;
    parts.push(propertyPart(property, codec));
  }
  if (constant !== "" || parts.length === 0) parts.push(constant);
  return parts;
}

/** Returns which keys contain a property that rows store outside of the keys: the value of {@link EntitySchema.comparedKeys}. */
function comparedKeys(
  partitionParts: readonly KeyPart[],
  rowParts: readonly KeyPart[],
  properties: readonly Property[],
): KeyNames {
  const keyOnly = new Set(properties.filter((each) => each.keyOnly).map(({ field }) => field));
  // If a key has no such property, decoding a row does not look at it, even if it is constant.
  const isCompared = (parts: readonly KeyPart[]) =>
    keyOnly.size === 0 || fieldsOf(parts).some((field) => !keyOnly.has(field));
  return { partition: isCompared(partitionParts), row: isCompared(rowParts) };
}

/**
 * Returns the check of a stored key, with a cache of the last key that passed and of its values. Rows arrive grouped by partition, so the
 * next row often has the same key and values. A key with times or shards has no cache, because it would seldom help: each row has another
 * Date object, and rows of one time interval or shard have different values.
 */
function rememberLast(
  parts: readonly KeyPart[],
  properties: readonly Property[],
): (values: object, key: string) => boolean {
  const times = new Set(properties.filter(({ type }) => type.edm === "Edm.DateTime").map(({ field }) => field));
  const isVaried = (part: KeyPart) => typeof part !== "string" && (part.shards !== undefined || times.has(part.field));
  if (parts.some(isVaried)) return (values, key) => isKeyOf(parts, values as Values, key);
  const names = fieldsOf(parts);
  let lastKey: string | undefined;
  let last: readonly unknown[] = [];
  return (partition, key) => {
    const values = partition as Values;
    if (key === lastKey && hasValues(values, names, last)) return true;
    if (!isKeyOf(parts, values, key)) return false;
    last = names.map((name) => values[name]);
    lastKey = key;
    return true;
  };
}

function hasValues(object: Values, names: readonly string[], values: readonly unknown[]): boolean {
  for (let index = 0; index < names.length; index++) {
    if (object[names[index] as string] !== values[index]) return false;
  }
  return true;
}
