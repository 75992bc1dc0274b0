import type { KeyModel } from "./keys/key-model.js";
import type { Separator } from "./keys/separator.js";
import type { PropertyModel } from "./property-model.js";

/**
 * Way in which queries tell the rows of one entity from those of other entities (kinds) in the same table.
 * `row-key`: in the whole table, only rows of this entity have a RowKey that starts with `prefix`. `partition-key`: only rows of this
 * entity have a PartitionKey that starts with `prefix` (or is `prefix`, if the key is constant) and a RowKey that starts with
 * `rowKeyPrefix`, which is absent if the PartitionKey is enough. `kind`: the filter `kindProperty eq kind` is needed. `shape`: no other
 * entity can have keys of this entity's shape, so reads recognize the rows by that. `table`: the entity is alone in its table, and has
 * neither a stored kind nor a constant start of its RowKey, so no filter is needed.
 */
export type KindScope =
  | { readonly by: "row-key"; readonly prefix: string }
  | { readonly by: "partition-key"; readonly prefix: string; readonly rowKeyPrefix?: string }
  | { readonly by: "kind"; readonly kindProperty: string; readonly kind: string }
  | { readonly by: "shape" | "table" };

/** One index of an entity. */
export interface IndexModel {
  /** Name of the index, and of the client's member that queries it, such as `byName`. */
  readonly name: string;
  /** Model of the index rows: like an entity's, with its own kind and generated file. Each index row refers to one entity. */
  readonly entry: EntityModel;
  /** Number of RowKey parts in the definition of the index. If it is not unique, parts of the entity's keys follow them. */
  readonly ownParts: number;
  /**
   * True if no two entities can have the same indexed values. If the index rows are in the entity's partition, this holds only within a
   * partition.
   */
  readonly unique: boolean;
  /** True if each index row is stored in the partition of its entity. */
  readonly isInPartition: boolean;
  /** Names of the optional properties in the keys of the index. An entity that lacks one of them has no index row. */
  readonly sparse: readonly string[];
  /** JSDoc text of the index without comment marks; undefined if it has none. */
  readonly doc: string | undefined;
}

/** Checked model of one entity definition, from which code is generated. Every decision is made and every default filled in. */
export interface EntityModel {
  /** Name of the constant that exports the definition, and of the generated class. See `generatedNames` for names derived from it. */
  readonly name: string;
  /** Name of the generated file, e.g. `order-line.gen.ts` for `OrderLine`; unique, ignoring case. */
  readonly fileName: string;
  /** Table name, as the definition spells it. */
  readonly table: string;
  /** Value that distinguishes rows of this entity from others of its table; `undefined` if the definition declares no kind. */
  readonly kind: string | undefined;
  /** Stored String property that holds `kind`; `false` if no such property is stored (also if `kind` is `undefined`). */
  readonly kindProperty: string | false;
  /** Text between key parts: one for both keys, or one for each. */
  readonly separator: Separator;
  /** `keep` reads undeclared properties of a row into `$extra`; `drop` ignores them. */
  readonly unknownProperties: "drop" | "keep";
  /** Name of the property that holds the time at which a row expires; `undefined` if rows do not expire. */
  readonly ttl: string | undefined;
  /** Properties in declared order; those from a spread are at its position. No two have the same name or the same stored name. */
  readonly properties: readonly PropertyModel[];
  readonly partitionKey: KeyModel;
  readonly rowKey: KeyModel;
  /** Table and template of the PartitionKey, e.g. `Shop/cust!{customerId}`. Entities with the same scope can share a transaction. */
  readonly scope: string;
  /** Way in which queries distinguish rows of this entity from those of other entities in the table. */
  readonly kindScope: KindScope;
  /** Indexes in declared order; empty in the model of index rows. */
  readonly indexes: readonly IndexModel[];
  /**
   * The entity with the kinds and keys that it had in this table in former definitions, oldest first. If it has values that are unique over
   * all partitions, also with those in other tables. Absent if the lock file has none.
   */
  readonly former?: readonly EntityModel[];
  /**
   * JSDoc text of the definition's constant without comment marks, lines joined with `\n`, tags included; never empty, undefined if there
   * is none.
   */
  readonly doc: string | undefined;
  /** Path of the definition file, as the caller passed it. */
  readonly file: string;
}
