import type { WriteMode } from "../edm/writable-property.js";
import type { KeyPart } from "../keys/key-part.js";
import type { EntityTypes, ETag } from "./entity-types.js";
import type { Limits } from "./limits.js";
import type { Property } from "./property.js";

/** An entity as the service's JSON holds it, after `JSON.parse`. */
export interface EntityPayload {
  readonly PartitionKey: string;
  readonly RowKey: string;
  readonly Timestamp: string;
  readonly "odata.etag"?: string;
  readonly [name: string]: unknown;
}

/** The straight-line functions of a generated class. */
export interface EntityCodec<T extends EntityTypes> {
  partitionKey(partition: T["partition"]): string;
  rowKey(key: T["rowKey"]): string;
  /** The properties as JSON members, each with a leading comma; keys are not among them. */
  encode(entity: T["init"], mode: WriteMode, limits: Limits): string;
  /** @param typed whether the payload carries type annotations (minimal or full metadata) */
  decode(row: EntityPayload, typed: boolean): T["entity"];
}

/** What a generated class carries at run time: plain data and its functions. */
export interface EntitySchema<T extends EntityTypes> extends EntityCodec<T> {
  create(init: T["init"], etag?: ETag, timestamp?: Date): T["entity"];
  /** Whether `partitionKey(partition)` is this key; may throw what `partitionKey` throws. */
  makesPartitionKey(partition: object, key: string): boolean;
  /** Whether `rowKey(rowKey)` is this key; may throw what `rowKey` throws. */
  makesRowKey(rowKey: object, key: string): boolean;
  readonly name: T["name"];
  readonly table: string;
  readonly scope: T["scope"];
  readonly kind: T["kind"];
  /** The stored property that holds the kind; absent where the entity has none. */
  readonly kindProperty?: string;
  /**
   * What the keys of this entity start with and no keys of others in its table do: a query keeps to its kind by it. Of both given,
   * only both together tell the kind. A constant PartitionKey is the whole `partitionKeyPrefix`.
   */
  readonly partitionKeyPrefix?: string;
  readonly rowKeyPrefix?: string;
  readonly separator: string;
  readonly partitionParts: readonly KeyPart[];
  readonly rowParts: readonly KeyPart[];
  readonly properties: Readonly<Record<string, Property>>;
  /** The properties whose defaults are made anew for each entity. */
  readonly madeDefaults: readonly Property[];
  /** The properties whose former names rows need no more. */
  readonly renamed: readonly Property[];
  /** Every name that a plain object may have: the properties, and what a row that was read carries. */
  readonly names: ReadonlySet<string>;
  /** Keeps what the definition does not declare, under `$extra`. */
  readonly keepsUnknown?: true;
  /** In the order of the definition; absent where there are none. */
  readonly indexes?: readonly IndexSchema[];
}

/** One index of an entity at run time. */
export interface IndexSchema {
  /** The member of the client: `byName`. */
  readonly name: string;
  /** Its rows, which have the properties of their keys, those of the entity's keys, and the included ones. */
  readonly entry: EntitySchema<EntityTypes>;
  /** At most one entity of a partition has its values. */
  readonly unique?: true;
  /** Its rows lie outside of the entity's partition. */
  readonly global?: true;
}

/** A generated class, as the client takes it. */
export interface EntityClass<T extends EntityTypes> {
  readonly $schema: EntitySchema<T>;
}
