import { isTableError, TableError } from "../errors/table-error.js";

/** Index and index row that an error is about. */
export interface IndexPlace {
  /** Name of the entity's class. */
  readonly entity: string;
  /** Name of the index, such as `byEmail`. */
  readonly index: string;
  /** PartitionKey and RowKey of the index row. */
  readonly key: { readonly partitionKey: string; readonly rowKey: string };
}

/** Error of a write that was rejected because of an index: nothing was written. */
export class IndexError extends TableError implements IndexPlace {
  declare readonly entity: string;
  readonly index: string;
  readonly key: IndexPlace["key"];

  constructor(code: "index.not-unique", { entity, index, key }: IndexPlace, cause: unknown) {
    const row = `PartitionKey ${JSON.stringify(key.partitionKey)}, RowKey ${JSON.stringify(key.rowKey)}`;
    super(code, `Another ${entity} has the same values in the unique index ${index} (${row}).`, { entity, cause });
    this.name = "IndexError";
    this.index = index;
    this.key = { partitionKey: key.partitionKey, rowKey: key.rowKey };
  }
}

/** Returns whether `error` is an {@link IndexError}. */
export function isIndexError(error: unknown): error is IndexError {
  return isTableError(error) && error.name === "IndexError";
}
