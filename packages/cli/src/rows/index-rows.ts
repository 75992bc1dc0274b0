import type { TableRow, TableServiceClient } from "@tablewright/runtime";
import type { EntityPayload } from "@tablewright/runtime/codegen/v1";
import { type EdmValue, edm, type Guid, parseTableRow, tableRowJson } from "@tablewright/runtime/edm";
import { encodeIndexRows } from "@tablewright/runtime/reindex";
import type { AnySchema } from "../definitions/load-schema.js";

/** Index row that an entity must have. */
export interface ExpectedIndexRow extends TableRow {
  /** Name of the index. */
  readonly index: string;
  readonly table: string;
}

/**
 * Returns the index rows that the entity of a row must have.
 * @throws TableError `entity.wrong-kind`, `decode.*`, `value.*`, `key.*`
 */
export function expectedIndexRows(
  { connection }: TableServiceClient,
  schema: AnySchema,
  row: TableRow,
): readonly ExpectedIndexRow[] {
  const payload = JSON.parse(tableRowJson(schema.table, row)) as EntityPayload;
  return encodeIndexRows(schema, payload, connection.limits).map(({ index, table, partitionKey, rowKey, body }) => {
    const { properties } = parseTableRow(table, body);
    return { index, table, partitionKey, rowKey, properties };
  });
}

/** Returns the content of an index row as text that does not depend on the order of its properties. */
export function indexRowText({ partitionKey, rowKey, properties }: TableRow): string {
  const sorted = Object.entries(properties).sort(([one], [other]) => (one < other ? -1 : 1));
  const values = sorted.map(([name, value]) => [name, value && inOneCase(value)]);
  return tableRowJson("", { partitionKey, rowKey, properties: Object.fromEntries(values) });
}

/** Normalizes the case of GUIDs, because the service and other programs may write their digits in upper or lower case. */
function inOneCase(value: EdmValue): EdmValue {
  return value.type === "Edm.Guid" ? edm.guid(value.value.toLowerCase() as Guid) : value;
}
