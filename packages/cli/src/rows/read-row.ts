import { type EntityId, isTableError, type StoredTableRow, type TableClient } from "@tablewright/runtime";

/** Reads the row that is stored under these keys; undefined if the row or the table does not exist. */
export async function readRow(
  table: TableClient,
  { partitionKey, rowKey }: EntityId,
  signal: AbortSignal,
): Promise<StoredTableRow | undefined> {
  try {
    return await table.get({ partitionKey, rowKey }, { signal });
  } catch (error) {
    if (isTableError(error, "table.not-found")) return undefined;
    throw error;
  }
}
