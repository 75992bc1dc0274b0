import { type EntityId, isTableError, type TableClient, type TableRow, type Written } from "@tablewright/runtime";

/*
 * Functions that write a row which other programs may write at the same time. If the outcome of an insert or a replacement is unknown, the
 * function returns undefined, as if another program had been faster: the caller then reads the row again.
 */

/**
 * Inserts a row.
 * @returns undefined if a row with these keys exists, or if the outcome is unknown, so that the row may exist
 */
export async function insertUnlessThere(
  table: TableClient,
  row: TableRow,
  signal: AbortSignal,
): Promise<Written | undefined> {
  try {
    return await table.insert(row, { signal });
  } catch (error) {
    if (isTableError(error, "entity.already-exists") || isUnknown(error)) return undefined;
    throw error;
  }
}

/** Replaces a row under its ETag. @returns undefined if another program changed the row first, or if the outcome is unknown */
export async function replaceUnlessChanged(
  table: TableClient,
  { partitionKey, rowKey, properties }: TableRow,
  { $etag: ifMatch }: Written,
  signal: AbortSignal,
): Promise<Written | undefined> {
  try {
    return await table.replace({ partitionKey, rowKey, properties }, { ifMatch, signal });
  } catch (error) {
    if (isOvertaken(error) || isUnknown(error)) return undefined;
    throw error;
  }
}

/**
 * Outcome of deleting a row under its ETag.
 * - `missing`: another program deleted the row, or the request arrived twice, e.g. because the first response was lost.
 * - `changed`: the row has another ETag.
 * - `unknown`: the response was lost, so the row may be deleted.
 */
export type Deletion = "deleted" | "missing" | "changed" | "unknown";

export async function deleteUnlessChanged(
  table: TableClient,
  row: EntityId & Written,
  signal: AbortSignal,
): Promise<Deletion> {
  try {
    return (await table.delete(row, { ifMatch: row.$etag, signal })) ? "deleted" : "missing";
  } catch (error) {
    if (isTableError(error, "entity.condition-not-met")) return "changed";
    if (isUnknown(error)) return "unknown";
    throw error;
  }
}

/** Returns whether a write failed because another program has changed or deleted the row. */
export function isOvertaken(error: unknown): boolean {
  return isTableError(error, "entity.condition-not-met") || isTableError(error, "entity.not-found");
}

/** Returns whether a failed write may have been applied all the same. */
export function isUnknown(error: unknown): boolean {
  return isTableError(error) && "outcome" in error && error.outcome === "unknown";
}
