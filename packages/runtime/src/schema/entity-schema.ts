import type { WriteMode } from "../edm/writable-property.js";
import type { KeyPart } from "../keys/key-part.js";
import type { EntityTypes, ETag } from "./entity-types.js";
import type { Feature } from "./feature.js";
import type { LargeRows } from "./large-rows.js";
import type { Limits } from "./limits.js";
import type { Property } from "./property.js";

/** Entity in the service's JSON, after `JSON.parse`. */
export interface EntityPayload {
  readonly PartitionKey: string;
  readonly RowKey: string;
  readonly Timestamp: string;
  readonly "odata.etag"?: string;
  readonly [name: string]: unknown;
}

/** Functions of a generated class, which the generator writes property by property. */
export interface EntityCodec<T extends EntityTypes> {
  partitionKey(partition: T["partition"]): string;
  rowKey(key: T["rowKey"]): string;
  /** Encodes the properties, without keys, as JSON members, each with a leading comma. */
  encode(entity: T["init"], mode: WriteMode, limits: Limits): string;
  /**
   * Decodes a row.
   * @param typed whether the payload carries type annotations (minimal or full metadata)
   */
  decode(row: EntityPayload, typed: boolean): T["entity"];
}

/** Schema of a generated class at run time: plain data and functions. */
export interface EntitySchema<T extends EntityTypes> extends EntityCodec<T> {
  create(init: T["init"], etag?: ETag, timestamp?: Date): T["entity"];
  /** Returns whether `partitionKey(partition)` is this key. Can throw the errors of `partitionKey`. */
  makesPartitionKey(partition: object, key: string): boolean;
  /** Returns whether `rowKey(rowKey)` is this key. Can throw the errors of `rowKey`. */
  makesRowKey(rowKey: object, key: string): boolean;
  readonly name: T["name"];
  readonly table: string;
  readonly scope: T["scope"];
  readonly kind: T["kind"];
  /** Stored property with the kind; absent if the entity has none. */
  readonly kindProperty?: string;
  /**
   * Prefix that, in the table, only PartitionKeys of this entity have. A query uses it to read only rows of this kind. A constant
   * PartitionKey is its own prefix. If the RowKey has a prefix too, only both together identify the kind.
   */
  readonly partitionKeyPrefix?: string;
  /** Prefix that, in the table, only RowKeys of this entity have. */
  readonly rowKeyPrefix?: string;
  /** True if only the shape of the keys distinguishes the entity from others of its table. Queries skip rows of other shapes. */
  readonly isToldByShape?: true;
  readonly partitionParts: readonly KeyPart[];
  readonly rowParts: readonly KeyPart[];
  readonly properties: Readonly<Record<string, Property>>;
  /** Properties whose default is created for each entity, such as the current time. */
  readonly madeDefaults: readonly Property[];
  /** Properties outside of the keys that only an insert writes. */
  readonly readOnly: readonly Property[];
  /** Properties that every write sets to its time. */
  readonly onWrite: readonly Property[];
  /** Properties with former names that no program needs any more. Rewriting a row removes these names. */
  readonly renamed: readonly Property[];
  /** Names that a plain object may have: the properties, and the system members of a row that was read. */
  readonly names: ReadonlySet<string>;
  /** True if entities keep properties that the definition does not declare, under `$extra`. */
  readonly keepsUnknown?: true;
  /** Code that this definition needs and others do not; absent if there is none. */
  readonly features?: readonly Feature[];
  /** Marker of the entity's writes; absent if it has none. */
  readonly marker?: MarkerSchema;
  /** Functions for rows with values in parts; absent if there are none. */
  readonly largeRows?: LargeRows | undefined;
  /** Property with the time at which a row expires; absent if rows do not expire. */
  readonly ttl?: Property;
  /** Indexes in the order of the definition; absent if there are none. */
  readonly indexes?: readonly IndexSchema[];
}

/** Property with the facts about an entity's last writes. */
export interface MarkerSchema {
  /** Stored name of the Edm.Binary. */
  readonly property: string;
  /** Maximum number of facts. */
  readonly facts: number;
  /** True if only clients with this definition write the rows, and none deletes them. */
  readonly exclusive?: true;
  /** `never` if no program deletes the rows. */
  readonly deletes?: "never";
}

/** Index of an entity at run time. */
export interface IndexSchema {
  /** Name of the client's member: `byName`. */
  readonly name: string;
  /** Schema of the index rows. They have the properties of their keys, those of the entity's keys, and the included ones. */
  readonly entry: EntitySchema<EntityTypes>;
  /** True if at most one entity may have the same values: of a partition, or of all partitions if the index rows are stored elsewhere. */
  readonly unique?: true;
  /** True if the index rows are stored outside of the entity's partition. */
  readonly global?: true;
  /** Optional properties in the keys of the index rows. An entity that lacks one of them has no row. */
  readonly sparse?: readonly string[];
}

/** Generated class, as the client accepts it. */
export interface EntityClass<T extends EntityTypes> {
  readonly $schema: EntitySchema<T>;
}
