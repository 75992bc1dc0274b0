import type { KeyModel } from "./keys/key-model.js";
import type { Separator } from "./keys/separator.js";
import type { PropertyModel } from "./property-model.js";

/**
 * Method by which a query selects its kind.
 * `row-key`: in the whole table, a row is of this kind exactly if its RowKey starts with `prefix`.
 * `partition-key`: a row is of this kind exactly if its PartitionKey is `prefix` (for a constant key) or starts with it, and its RowKey
 * starts with `rowKeyPrefix`. That is absent if the PartitionKey alone determines the kind.
 * `kind`: the filter `kindProperty eq kind` is needed.
 * `shape`: no other entity can have keys of this entity's shape, so reads recognize the kind by the shape of the keys.
 * `table`: the entity is alone in its table and has neither a kind nor a leading literal, so no filter is needed.
 */
export type KindScope =
  | { readonly by: "row-key"; readonly prefix: string }
  | { readonly by: "partition-key"; readonly prefix: string; readonly rowKeyPrefix?: string }
  | { readonly by: "kind"; readonly kindProperty: string; readonly kind: string }
  | { readonly by: "shape" | "table" };

/** One index of an entity. */
export interface IndexModel {
  /** Member of the client, such as `byName`. */
  readonly name: string;
  /** Entity of the index rows, with its own kind and file. Each index row belongs to one entity. */
  readonly entry: EntityModel;
  /** Number of RowKey parts that the definition of the index has. Parts of the entity's key follow them. */
  readonly ownParts: number;
  /** True if at most one entity can have the same indexed values: of a partition, or of all if the rows are stored elsewhere. */
  readonly unique: boolean;
  /** True if its rows are stored in the partition of their entity. */
  readonly isInPartition: boolean;
  /** Optional properties in its keys. An entity that lacks one of them has no row. */
  readonly sparse: readonly string[];
  /** JSDoc text of the index without comment marks. */
  readonly doc: string | undefined;
}

/** Property that holds the markers of an entity's writes. */
export interface MarkerModel {
  /** Stored name. */
  readonly property: string;
  /** Number of writes that a row records, 1 to 4,000. */
  readonly facts: number;
  /**
   * True if the definition promises that only its clients write the rows, and that none deletes them. A missing fact can then prove that a
   * write was not applied.
   */
  readonly exclusive: boolean;
  /** `never` if no program deletes the rows. */
  readonly deletes: "never" | undefined;
}

/** Checked model of one definition, from which the emitters print: every decision is made and every default filled in. */
export interface EntityModel {
  /** Name of the exported constant and of the generated class. See `generatedNames` for names derived from it. */
  readonly name: string;
  /** Name of the generated file, e.g. `order-line.gen.ts` for `OrderLine`; unique, ignoring case. */
  readonly fileName: string;
  /** Table name, as the definition spells it. */
  readonly table: string;
  /** Value that distinguishes the kind from others of its table; `undefined` if none was declared. */
  readonly kind: string | undefined;
  /** Stored String property that holds `kind`; `false` if no such property is stored (also if `kind` is `undefined`). */
  readonly kindProperty: string | false;
  /** Text between key parts. */
  readonly separator: Separator;
  /** `keep` reads undeclared properties of a row into `$extra`. */
  readonly unknownProperties: "drop" | "keep";
  /** Marker of the entity's writes; `undefined` if it has none. */
  readonly marker: MarkerModel | undefined;
  /** Name of the property that holds the time at which a row expires; `undefined` if rows do not expire. */
  readonly ttl: string | undefined;
  /** Properties in declared order, with spreads in place. Names and stored names are distinct. */
  readonly properties: readonly PropertyModel[];
  readonly partitionKey: KeyModel;
  readonly rowKey: KeyModel;
  /** Table and template of the PartitionKey, e.g. `Shop/cust!{customerId}`. Equal for entities that can share a transaction. */
  readonly scope: string;
  /** Method by which a query selects this kind among the entities of the table. */
  readonly kindScope: KindScope;
  /** Indexes in declared order; index rows have none. */
  readonly indexes: readonly IndexModel[];
  /** JSDoc text of the constant without comment marks, lines joined with `\n`, tags included; never empty. */
  readonly doc: string | undefined;
  /** Path of the definition file, as given to the reader. */
  readonly file: string;
}
