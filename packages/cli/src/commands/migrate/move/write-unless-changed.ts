import { type EntityId, isTableError, type TableClient, type TableRow, type Written } from "@tablewright/runtime";

/*
 * Writes of rows that other programs write too. A write whose outcome is unknown counts as failed because another program was faster: the
 * caller reads the row again.
 */

/** @returns undefined if the row exists, or may have been inserted by this call */
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

/** @returns undefined if another program changed the row first, or may have done so */
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
 * `missing`: another program deleted the row, or the request arrived twice and this is the second response. `unknown`: the row may be
 * deleted.
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

/** Returns whether the write failed because the row is not the expected one. */
export function isOvertaken(error: unknown): boolean {
  return isTableError(error, "entity.condition-not-met") || isTableError(error, "entity.not-found");
}

/** Returns whether a write may have been applied although it failed. */
export function isUnknown(error: unknown): boolean {
  return isTableError(error) && "outcome" in error && error.outcome === "unknown";
}
