import { isObject } from "../../codec/check-entity.js";
import type { TableRow } from "../../rows/table-row.js";
import type { TableRowTypes } from "../row-encoder.js";
import type { TransactionCondition } from "../write-options.js";
import type { WriteItem } from "../writer.js";

/** Row without an entity definition, in the partition of a transaction. */
export type RowInPartition = Pick<TableRow, "rowKey" | "properties">;

/**
 * Operations of a transaction on rows without an entity definition: keys as they are stored, and values with their Edm types. The
 * PartitionKey is that of the transaction. They write no index rows, so use them only for rows that are not entities.
 */
export interface TableTransaction {
  /**
   * Adds a row. The transaction fails with `entity.already-exists` if the row exists.
   * ```ts
   * tx.rows.insert({ rowKey: "audit!1", properties: { lastOrder: edm.int32(8) } });
   * ```
   */
  insert(row: RowInPartition): void;
  /**
   * Adds a row, or changes the given properties of the existing one.
   * ```ts
   * tx.rows.insertOrMerge({ rowKey: "audit", properties: { lastOrder: edm.int32(8) } });
   * ```
   */
  insertOrMerge(row: RowInPartition): void;
  /**
   * Writes a whole row, whether it exists or not.
   * ```ts
   * tx.rows.insertOrReplace({ rowKey: "audit", properties: { lastOrder: edm.int32(8) } });
   * ```
   */
  insertOrReplace(row: RowInPartition): void;
  /**
   * Changes the given properties of an existing row.
   * ```ts
   * tx.rows.merge("audit", { lastOrder: edm.int32(8) }, { ifMatch: "*" });
   * ```
   */
  merge(rowKey: string, properties: TableRowTypes["merge"], condition: TransactionCondition): void;
  /**
   * Replaces an existing row as a whole.
   * ```ts
   * tx.rows.replace({ rowKey: "audit", properties: { lastOrder: edm.int32(8) } }, { ifMatch: "*" });
   * ```
   */
  replace(row: RowInPartition, condition: TransactionCondition): void;
  /**
   * Deletes a row. The transaction fails with `entity.not-found` if it does not exist.
   * ```ts
   * tx.rows.delete("audit", { ifMatch: "*" });
   * ```
   */
  delete(rowKey: string, condition: TransactionCondition): void;
}

/** Collector of a transaction's operations on rows without an entity definition. */
export class TableOperations implements TableTransaction {
  readonly #partitionKey: string;
  readonly #add: (item: () => WriteItem<TableRowTypes>, condition?: object) => void;

  /** @param add the function that adds an operation to the transaction; it calls `item` to build the write */
  constructor(partitionKey: string, add: (item: () => WriteItem<TableRowTypes>, condition?: object) => void) {
    this.#partitionKey = partitionKey;
    this.#add = add;
  }

  /** @param condition not in the public type, because an insert has no condition. If plain JavaScript passes one, it gets an error */
  insert(row: RowInPartition, condition?: object): void {
    this.#add(() => ({ insert: this.#inPartition(row) }), condition);
  }

  insertOrMerge(row: RowInPartition, condition?: object): void {
    this.#add(() => ({ insertOrMerge: this.#inPartition(row) }), condition);
  }

  insertOrReplace(row: RowInPartition, condition?: object): void {
    this.#add(() => ({ insertOrReplace: this.#inPartition(row) }), condition);
  }

  merge(rowKey: string, changes: TableRowTypes["merge"], condition: TransactionCondition): void {
    this.#add(() => ({ merge: { partitionKey: this.#partitionKey, rowKey }, changes }), condition);
  }

  replace(row: RowInPartition, condition: TransactionCondition): void {
    this.#add(() => ({ replace: this.#inPartition(row) }), condition);
  }

  delete(rowKey: string, condition: TransactionCondition): void {
    this.#add(() => ({ delete: { partitionKey: this.#partitionKey, rowKey } }), condition);
  }

  /**
   * Adds the transaction's PartitionKey to a row. If the row has its own PartitionKey, because it was read, that one is kept and later
   * compared with the transaction's.
   */
  #inPartition(row: RowInPartition): TableRow {
    return isObject(row) ? { partitionKey: this.#partitionKey, ...row } : row;
  }
}
