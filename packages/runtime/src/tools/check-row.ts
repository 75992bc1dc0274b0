import { entityBytes } from "../codec/entity-body.js";
import { propertyNames } from "../codec/payload.js";
import { TableError } from "../errors/table-error.js";
import type { Connection } from "../rest/connection.js";
import { encodeTableRow, type TableRow } from "../rows/table-row.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { tableIn } from "../schema/mapped-tables.js";

/** Bytes that the service counts for each row and for each property, besides keys, names and values. */
const overhead = { row: 4, property: 8 } as const;

/**
 * Checks that a service accepts a row, for a tool that predicts its writes. The size includes names and some bytes for each property, as
 * the service's documentation says. Ordinary writes do not count these, because services differ in it.
 * @param table name of the table of the row
 * @throws TableError as the write of the row would: `entity.*`, `property.*`, `value.*`, `key.*`
 */
export function checkRow({ connection }: { readonly connection: Connection }, table: string, row: TableRow): void {
  const name = tableIn(connection, table);
  const { limits, kind } = connection;
  const { body } = encodeTableRow(name, row, limits);
  if (kind !== "storage" || body.length * 4 < limits.entityBytes) return;
  const payload = JSON.parse(body) as EntityPayload;
  const bytes = propertyNames(payload).reduce(
    (sum, property) => sum + overhead.property + property.length * 2,
    overhead.row + entityBytes(payload),
  );
  if (bytes <= limits.entityBytes) return;
  const problem = `A row of ${name} has ${bytes} bytes; the limit is ${limits.entityBytes}`;
  throw new TableError("entity.too-large", problem, { entity: name });
}
