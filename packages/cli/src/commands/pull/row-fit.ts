import { isTableError } from "@tablewright/runtime";
import type { EntityPayload } from "@tablewright/runtime/codegen/v1";
import { tableRowJson } from "@tablewright/runtime/edm";
import { hasKind, startsAlike } from "../../definitions/find-schema.js";
import type { AnySchema } from "../../definitions/load-schema.js";
import type { SampledRow } from "./sample/columns.js";

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
  const { kindProperty, partitionKeyPrefix, rowKeyPrefix } = schema;
  if (kindProperty !== undefined && row.properties[kindProperty] !== undefined)
    return hasKind(schema, row) ? "differs" : "other";
  const areKeysTelling = partitionKeyPrefix !== undefined || rowKeyPrefix !== undefined;
  return areKeysTelling && startsAlike(schema, row) ? "differs" : "other";
}
