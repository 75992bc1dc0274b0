import type { TableRow, TableServiceView } from "@tablewright/runtime";
import type { EntityPayload } from "@tablewright/runtime/codegen/v1";
import { type EdmValue, edm, type Guid, parseTableRow, tableRowJson } from "@tablewright/runtime/edm";
import { encodeIndexRows } from "@tablewright/runtime/reindex";
import type { AnySchema } from "../definitions/load-schema.js";

/** Index row that an entity should have, as its definition requires. */
export interface ExpectedIndexRow extends TableRow {
  /** Name of the index. */
  readonly index: string;
  readonly table: string;
}

/**
 * Returns the index rows that an entity should have.
 * @param row the stored row of the entity
 * @throws TableError `entity.wrong-kind`, `decode.*`, `value.*`, `key.*`
 */
export function expectedIndexRows(
  { connection }: TableServiceView,
  schema: AnySchema,
  row: TableRow,
): readonly ExpectedIndexRow[] {
  const payload = JSON.parse(tableRowJson(schema.table, row)) as EntityPayload;
  return encodeIndexRows(schema, payload, connection.limits).map(({ index, table, partitionKey, rowKey, body }) => {
    const { properties } = parseTableRow(table, body);
    return { index, table, partitionKey, rowKey, properties };
  });
}

/**
 * Returns the keys and content of an index row as text, for comparison. The order of the properties and the case of GUIDs make no
 * difference.
 */
export function indexRowText({ partitionKey, rowKey, properties }: TableRow): string {
  const sorted = Object.entries(properties).sort(([one], [other]) => (one < other ? -1 : 1));
  const values = sorted.map(([name, value]) => [name, value && inOneCase(value)]);
  return tableRowJson("", { partitionKey, rowKey, properties: Object.fromEntries(values) });
}

/**
 * Converts a GUID to lower case, because the service and other programs may write its digits in upper or lower case. Returns other values
 * unchanged.
 */
function inOneCase(value: EdmValue): EdmValue {
  return value.type === "Edm.Guid" ? edm.guid(value.value.toLowerCase() as Guid) : value;
}
