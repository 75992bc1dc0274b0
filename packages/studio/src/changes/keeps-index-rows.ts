import { isTableError, type TableRow, type TableServiceView } from "@tablewright/runtime";
import type { EntityPayload } from "@tablewright/runtime/codegen/v1";
import { tableRowJson } from "@tablewright/runtime/edm";
import { encodeIndexRows } from "@tablewright/runtime/reindex";
import type { RowId } from "../contract/rows.js";
import type { AnySchema } from "../project/studio-project.js";

type Properties = TableRow["properties"];

/** Stored properties of an entity's row before and after a write; undefined if there is no row. */
interface RowChange {
  readonly schema: AnySchema | undefined;
  readonly id: RowId;
  readonly before: { readonly properties: Properties } | undefined;
  readonly target: Properties | undefined;
}

/** Returns whether a write leaves the index rows of its entity as they are, so that it need not write them. */
export function keepsIndexRows(service: TableServiceView, { schema, id, before, target }: RowChange): boolean {
  if (schema?.indexes === undefined) return true;
  return indexRowsOf(service, schema, id, before?.properties) === indexRowsOf(service, schema, id, target);
}

/** Returns the index rows of an entity as text to compare; empty if the row is absent or does not fit its definition. */
function indexRowsOf(
  service: TableServiceView,
  schema: AnySchema,
  id: RowId,
  properties: Properties | undefined,
): string {
  if (properties === undefined) return "";
  try {
    const rows = encodeIndexRows(schema, payloadOf(schema, id, properties), service.connection.limits);
    return rows.length === 0 ? "" : JSON.stringify(rows);
  } catch (error) {
    if (isTableError(error)) return "";
    throw error;
  }
}

/** Returns a row in the JSON of the service, from which the runtime decodes an entity. */
export function payloadOf(schema: AnySchema, id: RowId, properties: Properties): EntityPayload {
  const row = { ...id, properties, $timestamp: new Date(0) };
  return JSON.parse(tableRowJson(schema.table, row)) as EntityPayload;
}
