import type { IndexKeyReferences, KeyPart } from "./key-part.js";

/** Indexes of an entity by name. Their names start with `by`, so that they differ from all methods of the client. */
export type IndexesOption<P> = Readonly<Record<`by${string}`, IndexOptions<P>>>;

/**
 * One index. Its rows are in the partition of the entity, unless it has its own `table` or `partitionKey`. If the index's keys lack parts
 * of the entity's keys, these are appended to the index's row key, so that no two entities share an index row. If an entity lacks a
 * property of the index's keys, it has no index row.
 */
interface IndexOptions<P> {
  /** Table of the index rows; the entity's table by default. */
  readonly table?: string;
  /** Literals and properties, as in the entity's own key; the entity's partition key by default. */
  readonly partitionKey?: (k: IndexKeyReferences<P>) => readonly (string | KeyPart)[];
  /** Literals and properties by which the index rows are sorted: `(k) => ["name", k.lastName]`. */
  readonly rowKey: (k: IndexKeyReferences<P>) => readonly (string | KeyPart)[];
  /**
   * If true, only one entity of a partition can have the same indexed values. The write of a second one fails with `index.not-unique`. It
   * is valid only for an index in the entity's partition, because the service never writes two partitions together. For an index elsewhere,
   * use `"global"`: its row reserves the values before the entity is written, so that no two entities of any partition have them.
   */
  readonly unique?: boolean | "global";
  /**
   * Properties that are copied to the index rows, or `"all"`, so that a query of the index need not read the entities. It is valid only for
   * an index in the entity's partition.
   */
  readonly include?: "all" | readonly (keyof P & string)[];
}
