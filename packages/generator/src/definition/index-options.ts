import type { KeyPart, KeyReferences } from "./key-part.js";

/** The indexes of an entity by name. The names start with `by`, which no method of the client does. */
export type IndexesOption<P> = Readonly<Record<`by${string}`, IndexOptions<P>>>;

/**
 * One index. Its rows lie in the partition of the entity, unless it names a `table` or a `partitionKey` of its own. What its keys
 * lack of the entity's keys is added to the end of its row key, so that no two entities share a row.
 */
interface IndexOptions<P> {
  /** The table of the index's rows; that of the entity by default. */
  readonly table?: string;
  /** Literals and properties, as in the entity's own key; the entity's partition key by default. */
  readonly partitionKey?: (k: KeyReferences<P>) => readonly (string | KeyPart)[];
  /** Literals and properties. Rows of the index sort by it: `(k) => ["name", k.lastName]`. */
  readonly rowKey: (k: KeyReferences<P>) => readonly (string | KeyPart)[];
  /**
   * At most one entity of a partition has these values; the second one fails with `index.not-unique`. Only for an index in the
   * entity's partition: the service writes no two partitions together.
   */
  readonly unique?: boolean;
  /** Properties that the rows repeat, or `"all"`, so that a query needs no entities. Only for an index in the entity's partition. */
  readonly include?: "all" | readonly (keyof P & string)[];
}
