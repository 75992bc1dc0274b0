import { isTableError } from "@tablewright/runtime";
import type { EntityPayload } from "@tablewright/runtime/codegen/v1";
import { tableRowJson } from "@tablewright/runtime/edm";
import { hasKind, hasPrefixes } from "../../definitions/find-schema.js";
import type { AnySchema } from "../../definitions/load-schema.js";
import type { SampledRow } from "./sample/columns.js";

/**
 * Degree to which a definition fits a row.
 * - `fits`: the definition reads the row, and from the row's properties it builds the row's keys.
 * - `differs`: the row has the definition's kind but does not fit. If no kind is stored, the key prefixes count instead of the kind.
 * - `other`: the row does not belong to the definition.
 */
export type RowFit = "fits" | "differs" | "other";

export function determineFit(schema: AnySchema, row: SampledRow): RowFit {
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
  return areKeysTelling && hasPrefixes(schema, row) ? "differs" : "other";
}
