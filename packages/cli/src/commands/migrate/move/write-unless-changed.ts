import { type ETag, isTableError, type TableServiceClient } from "@tablewright/runtime";
import { type PartitionWrite, writeInPartition } from "@tablewright/runtime/reindex";

/**
 * Writes rows of one partition, all or none. Other programs may write the same rows at the same time.
 * @param table name of the table that has the rows
 * @returns the new ETag of each row (undefined for a deleted row). Returns undefined instead of the list if another program was faster, or
 * if the outcome is unknown; the caller then reads the rows again
 */
export async function writeUnlessChanged(
  service: TableServiceClient,
  table: string,
  writes: readonly PartitionWrite[],
  signal: AbortSignal,
): Promise<readonly (ETag | undefined)[] | undefined> {
  try {
    return await writeInPartition(service, table, writes, { signal });
  } catch (error) {
    if (isOvertaken(error) || isUnknown(error)) return undefined;
    throw error;
  }
}

/** Returns whether a write failed because another program has inserted, changed or deleted a row. */
function isOvertaken(error: unknown): boolean {
  return (
    isTableError(error, "entity.already-exists") ||
    isTableError(error, "entity.condition-not-met") ||
    isTableError(error, "entity.not-found")
  );
}

/** Returns whether a write that failed may still have been applied. */
function isUnknown(error: unknown): boolean {
  return isTableError(error) && "outcome" in error && error.outcome === "unknown";
}
