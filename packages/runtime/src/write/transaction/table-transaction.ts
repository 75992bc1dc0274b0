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

/**
 * Creates the operations of a transaction on rows without an entity definition.
 * @param add the function that adds an operation to the transaction; it calls `item` to build the write
 */
export function tableOperations(
  partitionKey: string,
  add: (item: () => WriteItem<TableRowTypes>, condition?: object) => void,
): TableTransaction {
  // A row that was read has its own PartitionKey. That one is kept, and later compared with the transaction's.
  const inPartition = (row: RowInPartition): TableRow => (isObject(row) ? { partitionKey, ...row } : row);
  return {
    // The conditions of inserts are not in the public type. If plain JavaScript passes one, it gets an error.
    insert: (row, condition?: object) => add(() => ({ insert: inPartition(row) }), condition),
    insertOrMerge: (row, condition?: object) => add(() => ({ insertOrMerge: inPartition(row) }), condition),
    insertOrReplace: (row, condition?: object) => add(() => ({ insertOrReplace: inPartition(row) }), condition),
    merge: (rowKey, changes, condition) => add(() => ({ merge: { partitionKey, rowKey }, changes }), condition),
    replace: (row, condition) => add(() => ({ replace: inPartition(row) }), condition),
    delete: (rowKey, condition) => add(() => ({ delete: { partitionKey, rowKey } }), condition),
  };
}
