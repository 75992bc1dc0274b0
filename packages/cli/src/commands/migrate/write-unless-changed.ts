import { type EntityId, isTableError, type TableClient, type TableRow, type Written } from "@tablewright/runtime";

/** @returns undefined if the row exists */
export async function insertUnlessThere(
  table: TableClient,
  row: TableRow,
  signal: AbortSignal,
): Promise<Written | undefined> {
  try {
    return await table.insert(row, { signal });
  } catch (error) {
    if (isTableError(error, "entity.already-exists")) return undefined;
    throw error;
  }
}

/** @returns undefined if another program changed the row first */
export async function replaceUnlessChanged(
  table: TableClient,
  { partitionKey, rowKey, properties }: TableRow,
  { $etag: ifMatch }: Written,
  signal: AbortSignal,
): Promise<Written | undefined> {
  try {
    return await table.replace({ partitionKey, rowKey, properties }, { ifMatch, signal });
  } catch (error) {
    if (isTableError(error, "entity.condition-not-met") || isTableError(error, "entity.not-found")) return undefined;
    throw error;
  }
}

/** @returns whether the row existed; undefined if another program has changed it */
export async function deleteUnlessChanged(
  table: TableClient,
  row: EntityId & Written,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  try {
    return await table.delete(row, { ifMatch: row.$etag, signal });
  } catch (error) {
    if (isTableError(error, "entity.condition-not-met")) return undefined;
    throw error;
  }
}
