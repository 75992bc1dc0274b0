import type { WriteMode } from "../edm/writable-property.js";
import type { KeyPart } from "../keys/key-part.js";
import type { EntityTypes, ETag } from "./entity-types.js";
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

/** Straight-line functions of a generated class. */
export interface EntityCodec<T extends EntityTypes> {
  partitionKey(partition: T["partition"]): string;
  rowKey(key: T["rowKey"]): string;
  /** Encodes the properties, without keys, as JSON members, each with a leading comma. */
  encode(entity: T["init"], mode: WriteMode, limits: Limits): string;
  /** @param typed whether the payload carries type annotations (minimal or full metadata) */
  decode(row: EntityPayload, typed: boolean): T["entity"];
}

/** Schema of a generated class at run time: plain data and functions. */
export interface EntitySchema<T extends EntityTypes> extends EntityCodec<T> {
  create(init: T["init"], etag?: ETag, timestamp?: Date): T["entity"];
  /** Returns whether `partitionKey(partition)` is this key. May throw the errors of `partitionKey`. */
  makesPartitionKey(partition: object, key: string): boolean;
  /** Returns whether `rowKey(rowKey)` is this key. May throw the errors of `rowKey`. */
  makesRowKey(rowKey: object, key: string): boolean;
  readonly name: T["name"];
  readonly table: string;
  readonly scope: T["scope"];
  readonly kind: T["kind"];
  /** Stored property that holds the kind; absent if the entity has none. */
  readonly kindProperty?: string;
  /**
   * Prefixes that only keys of this entity have in its table. A query uses them to read only its own kind. If both are present, only both
   * together identify the kind. A constant PartitionKey is the whole `partitionKeyPrefix`.
   */
  readonly partitionKeyPrefix?: string;
  readonly rowKeyPrefix?: string;
  readonly separator: string;
  readonly partitionParts: readonly KeyPart[];
  readonly rowParts: readonly KeyPart[];
  readonly properties: Readonly<Record<string, Property>>;
  /** Properties whose defaults are made anew for each entity. */
  readonly madeDefaults: readonly Property[];
  /** Properties whose former names rows no longer need. */
  readonly renamed: readonly Property[];
  /** Names that a plain object may have: the properties, and the system members of a row that was read. */
  readonly names: ReadonlySet<string>;
  /** True if entities keep properties that the definition does not declare, under `$extra`. */
  readonly keepsUnknown?: true;
  /** Indexes in the order of the definition; absent if there are none. */
  readonly indexes?: readonly IndexSchema[];
}

/** Index of an entity at run time. */
export interface IndexSchema {
  /** Name of the client's member: `byName`. */
  readonly name: string;
  /** Schema of the index rows. They have the properties of their keys, those of the entity's keys, and the included ones. */
  readonly entry: EntitySchema<EntityTypes>;
  /** True if at most one entity of a partition may have the same values. */
  readonly unique?: true;
  /** True if the index rows are stored outside of the entity's partition. */
  readonly global?: true;
}

/** Generated class, as the client accepts it. */
export interface EntityClass<T extends EntityTypes> {
  readonly $schema: EntitySchema<T>;
}
