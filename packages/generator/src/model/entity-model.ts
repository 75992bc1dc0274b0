import type { KeyModel } from "./key-model.js";
import type { PropertyModel } from "./property-model.js";

/**
 * How a query keeps to its kind.
 * `row-key`: in the whole table, every row whose RowKey starts with `prefix` is of this kind, and every row of this kind does.
 * `partition-key`: the same of every row whose PartitionKey is `prefix` (where the key is constant) or starts with it, and whose
 * RowKey starts with `rowKeyPrefix`, which is absent where the PartitionKey tells the kind by itself.
 * `kind`: the filter `kindProperty eq kind` is needed.
 * `table`: the entity is alone in its table and has neither a kind nor a leading literal, so nothing is needed.
 */
export type KindScope =
  | { readonly by: "row-key"; readonly prefix: string }
  | { readonly by: "partition-key"; readonly prefix: string; readonly rowKeyPrefix?: string }
  | { readonly by: "kind"; readonly kindProperty: string; readonly kind: string }
  | { readonly by: "table" };

/** One index of an entity. */
export interface IndexModel {
  /** The member of the client: `byName`. */
  readonly name: string;
  /** Its rows, each of which is one entity's: a kind of their own, in a file of their own. */
  readonly entry: EntityModel;
  /** The parts of the entry's RowKey that the definition gives; those of the entity's key, which complete it, follow them. */
  readonly ownParts: number;
  /** At most one entity of a partition has its values. */
  readonly unique: boolean;
  /** Whether its rows lie in the partition of their entity. */
  readonly isInPartition: boolean;
  /** The JSDoc text of the index without comment marks. */
  readonly doc: string | undefined;
}

/** The checked form of one definition: what the emitters print, with every decision made and every default filled in. */
export interface EntityModel {
  /** The name of the exported constant, and of the generated class. Names derived from it: see `generatedNames`. */
  readonly name: string;
  /** The generated file, e.g. `order-line.gen.ts` for `OrderLine`; unique without regard to case. */
  readonly fileName: string;
  /** The table as it was first spelt. */
  readonly table: string;
  /** What tells the kind from others of its table; `undefined` where none was declared. */
  readonly kind: string | undefined;
  /** The stored String property that holds `kind`, or `false` where no such property is stored (also when `kind` is `undefined`). */
  readonly kindProperty: string | false;
  /** What stands between key parts: 1 to 8 characters, none of which is `~`. */
  readonly separator: string;
  /** `keep`: undeclared properties of a row are kept under `$extra`. */
  readonly unknownProperties: "drop" | "keep";
  /** In declared order (a spread stands where it was written); names and stored names are distinct. */
  readonly properties: readonly PropertyModel[];
  readonly partitionKey: KeyModel;
  readonly rowKey: KeyModel;
  /** Equal for entities that can share a transaction: table and template of the PartitionKey, e.g. `Shop/cust!{customerId}`. */
  readonly scope: string;
  /** How a query keeps to this kind among the entities of the table. */
  readonly kindScope: KindScope;
  /** In declared order; the rows of an index have none. */
  readonly indexes: readonly IndexModel[];
  /** The JSDoc text of the constant without comment marks, lines joined with `\n`, tags kept; never empty. */
  readonly doc: string | undefined;
  /** The definition file, as its path was given to the reader. */
  readonly file: string;
}
