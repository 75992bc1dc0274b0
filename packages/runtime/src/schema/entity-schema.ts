import type { WriteMode } from "../codec/edm/edm-type.js";
import type { KeyPart } from "../codec/keys/key-part.js";
import { formatValue } from "../errors/format-value.js";
import { wrongValue } from "../errors/table-error.js";
import type { Hooks, HookTypes } from "./hooks.js";
import type { Limits } from "./limits.js";
import type { Property } from "./property.js";

type ETagText = `W/"${string}"`;

/**
 * ETag as the service returned it. It is opaque, and is sent back byte for byte. The second part of the union adds no values: it makes the
 * compiler show the name `ETag` in messages, which it does only for a union.
 */
export type ETag = ETagText | (ETagText & { readonly $etag?: never });

/** Members that every entity object has after a read, besides its properties. */
export interface Stored {
  readonly $etag: ETag;
  /** Time when the service last wrote the row. If it has digits below the millisecond, it is an `ExactDate`. */
  readonly $timestamp: Date;
}

/** Entity as a write returns it, with the ETag of the row that it wrote. */
export type AsWritten<Entity> = Entity & { readonly $etag: ETag };

/** Address of a row: both keys, as stored. */
export interface EntityId {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/**
 * Types that the generator writes for each entity. The client takes them as one type argument, so that the compiler has nothing to infer at
 * each call.
 */
export interface EntityTypes {
  /** Name of the class, e.g. `"Order"`. */
  readonly name: string;
  /** Value of `$kind` of entity objects: the definition's `kind`, or the name of the class if the definition sets none. */
  readonly kind: string;
  /** Table and shape of the PartitionKey, e.g. `"Shop/cust!{customerId}"`. Entities with equal scopes can share a transaction. */
  readonly scope: string;
  /** Type of an entity object after a read: the class and {@link Stored}. */
  readonly entity: Stored;
  /** Type of an entity object that a write returns. */
  readonly written: AsWritten<object>;
  /** Key of an entity and the values that the library fills in when it is inserted: `default: "random"`, `"now"`, `onInsert`, `onWrite`. */
  readonly inserted: object;
  /** Values that a write of a whole entity returns: the key, and the values that the library filled in. */
  readonly replaced: object;
  /** Key of an entity and the values that the library fills in when it is changed. */
  readonly changed: object;
  /** Entity to write: an instance of the class, or a plain object with its properties. */
  readonly init: object;
  /** Properties to change, with their new values. A merge cannot remove a property. */
  readonly merge: object;
  /** Key of an entity: the properties in its PartitionKey and RowKey, or an entity. */
  readonly key: object;
  /** Properties in the PartitionKey. */
  readonly partition: object;
  /** Properties in the RowKey. */
  readonly rowKey: object;
  /** Properties in the leading parts of the RowKey. */
  readonly rowKeyPrefix: object;
  /** Range of RowKeys. If no part of the RowKey has an order, it is a sentence, which the compiler shows as its message. */
  readonly rowKeyRange: object | string;
  /** Entity to write, which may omit the properties of the PartitionKey. */
  readonly inPartition: object;
  /** Conditions on properties; a row must meet all of them. */
  readonly where: object;
  /** Names that `select` accepts. */
  readonly selectable: string;
  /** Names of the optional properties, which `unset` accepts. */
  readonly optional: string;
}

/** Types of an entity with indexes. */
export interface IndexedTypes extends EntityTypes {
  /** Indexes as members of the entity's client. */
  readonly indexes: object;
}

/** Types of an entity without indexes. */
export interface PlainTypes extends EntityTypes {
  readonly indexes?: never;
}

/**
 * Partition of a table. `Scope` is a literal such as `"Shop/cust!{customerId}"`. The compiler checks that the entities of a transaction
 * have equal scopes.
 */
export interface Partition<Scope extends string> {
  readonly scope: Scope;
  readonly table: string;
  readonly partitionKey: string;
  /** Property values from which the PartitionKey was made. Entities that are written to this partition may omit them. */
  readonly values: object;
}

declare const brand: unique symbol;

/** Makes a type of its own: a `string & Brand<"CustomerId">` cannot be given any other string. Exists only for the compiler. */
export interface Brand<Name extends string> {
  readonly [brand]: Name;
}

/** Entity with all fields writable, so that the constructor of its generated class can assign them. */
export type Writable<Entity> = { -readonly [Name in keyof Entity]: Entity[Name] };

/** Row in the JSON of the service, after `JSON.parse`. */
export interface EntityPayload {
  readonly PartitionKey: string;
  readonly RowKey: string;
  readonly Timestamp: string;
  readonly "odata.etag"?: string;
  readonly [name: string]: unknown;
}

/** Keys of a row in the JSON of the service. */
export type PayloadKeys = Pick<EntityPayload, "PartitionKey" | "RowKey">;

/** Functions that the generator writes for each entity class, with code for each property. */
export interface EntityCodec<T extends EntityTypes> {
  partitionKey(partition: T["partition"]): string;
  rowKey(key: T["rowKey"]): string;
  /** Encodes the stored properties, without PartitionKey and RowKey, as JSON members, each with a leading comma. */
  encode(entity: T["init"], mode: WriteMode, limits: Limits): string;
  /**
   * Decodes a row to an instance of the class.
   * @param typed true if the payload has type annotations (minimal or full metadata)
   */
  decode(row: EntityPayload, typed: boolean): T["entity"];
}

/** A fact about each of the two keys. */
export interface KeyNames {
  readonly partition: boolean;
  readonly row: boolean;
}

/** Schema of a generated class at run time: plain data and functions. */
export interface EntitySchema<T extends EntityTypes> extends EntityCodec<T> {
  create(init: T["init"], etag?: ETag, timestamp?: Date): T["entity"];
  /** Returns whether `partitionKey(partition)` equals `key`. Can throw the errors of `partitionKey`. */
  makesPartitionKey(partition: object, key: string): boolean;
  /** Returns whether the schema's `rowKey` makes the text `key` from these values. Throws what that function throws. */
  makesRowKey(rowKey: object, key: string): boolean;
  /**
   * Keys that have to be compared with the properties after a row was decoded. If all properties of a key are stored in the keys alone,
   * they were read from it, so no comparison is needed.
   */
  readonly comparedKeys: KeyNames;
  readonly name: T["name"];
  readonly table: string;
  readonly scope: T["scope"];
  readonly kind: T["kind"];
  /** Name of the stored property that contains `kind`; absent if rows do not store it. */
  readonly kindProperty?: string;
  /**
   * Prefix that only PartitionKeys of this entity have, so that a query can read these alone; absent if there is none. If the PartitionKey
   * is constant, it is the whole key. If there is a `rowKeyPrefix` too, only the two together may be unique in the table.
   */
  readonly partitionKeyPrefix?: string;
  /**
   * Prefix that only RowKeys of this entity have, so that a query can read these alone; absent if there is none. If there is a
   * `partitionKeyPrefix` too, only the two together may be unique in the table.
   */
  readonly rowKeyPrefix?: string;
  /** True if the entity's rows differ from other rows of the table only by the shape of their keys. Queries skip rows of other shapes. */
  readonly isToldByShape?: true;
  readonly partitionParts: readonly KeyPart[];
  readonly rowParts: readonly KeyPart[];
  readonly properties: Readonly<Record<string, Property>>;
  /** Properties whose default is computed anew for each entity, such as the current time. */
  readonly madeDefaults: readonly Property[];
  /** Properties that only an insert writes, except those in the keys. */
  readonly readOnly: readonly Property[];
  /** Properties that every write sets to the current time. */
  readonly onWrite: readonly Property[];
  /**
   * Properties that rows may store under a former name that no program needs any more (without `keepFormer`). A write that replaces the
   * whole row removes these names.
   */
  readonly renamed: readonly Property[];
  /** Names that a plain object may have if it is passed as this entity: its properties, and system members such as `$etag`. */
  readonly names: ReadonlySet<string>;
  /** True if reads return the properties that the definition does not declare, as members of `$extra`. */
  readonly keepsUnknown?: true;
  /** Functions that the features of this definition add. */
  readonly hooks: Hooks<SchemaHooks>;
  /** Property with the time at which a row expires; absent if rows do not expire. */
  readonly ttl?: Property;
  /** Indexes in the order of the definition; absent if there are none. */
  readonly indexes?: readonly IndexSchema[];
}

/** Schema of any entity class. */
export type AnySchema = EntitySchema<EntityTypes>;

/** Rows of an entity that are still under the keys of former definitions, until `migrate` moves them. */
export interface FormerRows {
  /** Kinds of the former definitions. */
  readonly kinds: readonly string[];
  /** Stored names of the properties that show by which definition a row was written. */
  readonly names: readonly string[];
  /** Returns whether a row has the kind and the keys of a former definition, and not those of the current one. */
  isWaiting(row: EntityPayload, typed: boolean): boolean;
  /**
   * Returns a row under former keys as `migrate` will store it, with the current keys; undefined for any other row.
   * @param from former table that the row is in; by default the current one
   * @throws TableError `value.*`, `key.*` if no current key can be made of its values
   */
  toCurrent(row: EntityPayload, typed: boolean, from?: string): EntityPayload | undefined;
  /**
   * Returns the former keys of the entity to which an index row belongs: one for each former definition whose key properties the row has.
   */
  keysOfHolder(indexRow: EntityPayload): readonly FormerId[];
}

/** Keys of an entity by a former definition. */
export interface FormerId extends EntityId {
  /** Table of the former definition; undefined if it is the current one. */
  readonly table: string | undefined;
}

/** Types of hooks that are known here. */
export interface SchemaHooks extends HookTypes {
  readonly schema: AnySchema;
  readonly row: EntityPayload;
  readonly former: FormerRows;
}

/** Index of an entity at run time. */
export interface IndexSchema {
  /** Name of the index, which is also the name of the member of the entity's client: `byName`. */
  readonly name: string;
  /** Schema of the index rows. They have the properties of the index's keys and of the entity's keys, and those that the index includes. */
  readonly entry: AnySchema;
  /** True if no two entities may have the same indexed values: in one partition or, if `global`, in all partitions. */
  readonly unique?: true;
  /** True if the index rows are stored outside of the entity's partition. */
  readonly global?: true;
  /** Optional properties in the keys of the index rows. If an entity lacks one of them, it has no index row. */
  readonly sparse?: readonly string[];
}

/** Generated entity class, as the client accepts it: only its schema is used. */
export interface EntityClass<T extends EntityTypes> {
  readonly $schema: EntitySchema<T>;
}

/**
 * Returns the schema of a generated class. @throws TableError `value.wrong-type` for anything else, which only plain JavaScript can pass
 */
export function schemaOf<S>(entity: { readonly $schema: S }): S {
  const schema = (entity as { readonly $schema?: S } | null | undefined)?.$schema;
  if (schema !== undefined) return schema;
  throw wrongValue(`Expected a generated class, such as Order of tables.gen, but got ${formatGiven(entity)}.`);
}

/** Returns the partition if a generated class created it. @throws TableError `value.wrong-type` for anything else */
export function checkPartition<Scope extends string>(partition: Partition<Scope>): Partition<Scope> {
  if (typeof partition?.partitionKey === "string" && typeof partition.values === "object") return partition;
  const problem = `Expected a partition of a generated class, such as Order.partition({ … }), but got ${formatGiven(partition)}.`;
  throw wrongValue(problem);
}

/**
 * Formats a value that is not a generated class, for an error message. A definition has the same name as its class, so it is easily passed
 * by mistake. Then the text says to import the generated class.
 */
function formatGiven(given: unknown): string {
  if (!isDefinition(given)) return formatValue(given);
  const help = "Import the class that `npx tablewright generate` writes";
  return `the definition of an entity in the table ${given.table}, from its .table.ts file. ${help}`;
}

/** Returns whether a value is a definition that `entity()` of the package tablewright returned. */
function isDefinition(given: unknown): given is { readonly table: string } {
  if (typeof given !== "object" || given === null || Object.keys(given).join() !== "table") return false;
  return typeof (given as { readonly table?: unknown }).table === "string";
}
