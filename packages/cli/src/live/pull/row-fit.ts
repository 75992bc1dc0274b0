import { isTableError } from "@tablewright/runtime";
import type { EntityPayload } from "@tablewright/runtime/codegen/v1";
import { tableRowJson } from "@tablewright/runtime/edm";
import type { AnySchema } from "../key/load-schema.js";
import type { SampledRow } from "./columns.js";

/**
 * How a definition takes a row. `fits`: it is read, and its properties make its keys. `differs`: its kind says that it is one of
 * the definition's, but it cannot be read so. `other`: it is none of the definition's.
 */
export type RowFit = "fits" | "differs" | "other";

export function fitOf(schema: AnySchema, row: SampledRow): RowFit {
  const payload = JSON.parse(tableRowJson(schema.table, row)) as EntityPayload;
  try {
    const entity = schema.decode(payload, true);
    const { PartitionKey, RowKey } = payload;
    if (schema.makesPartitionKey(entity, PartitionKey) && schema.makesRowKey(entity, RowKey)) return "fits";
  } catch (error) {
    if (!isTableError(error)) throw error;
  }
  const { kindProperty, kind } = schema;
  const stored = kindProperty === undefined ? undefined : row.properties[kindProperty];
  if (stored !== undefined) return stored.value === kind ? "differs" : "other";
  return startsAlike(schema, row) ? "differs" : "other";
}

/** Whether the literals that the keys of the definition begin with are those of the row. */
function startsAlike({ partitionKeyPrefix, rowKeyPrefix }: AnySchema, { partitionKey, rowKey }: SampledRow): boolean {
  if (partitionKeyPrefix === undefined && rowKeyPrefix === undefined) return false;
  return partitionKey.startsWith(partitionKeyPrefix ?? "") && rowKey.startsWith(rowKeyPrefix ?? "");
}
