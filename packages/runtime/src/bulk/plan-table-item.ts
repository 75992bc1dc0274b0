import { encodeTableRow, type TableRow } from "../codec/rows/table-row.js";
import type { Connection } from "../connection/connection.js";
import { type InsertName, PlannedInsert } from "../write/planned-write.js";
import { checkOperations } from "./plan-item.js";

/** One write of a bulk of rows without a definition. Its name is that of the table client's method. */
export type TableBulkItem =
  | { readonly insert: TableRow }
  | { readonly insertOrMerge: TableRow }
  | { readonly insertOrReplace: TableRow };

const operations: readonly InsertName[] = ["insert", "insertOrReplace", "insertOrMerge"];

/** Checks and encodes the write of a bulk's item. @throws TableError naming table and property */
export function planTableItem(
  { kind, limits }: Pick<Connection, "kind" | "limits">,
  table: string,
  item: TableBulkItem,
): PlannedInsert {
  const name = checkOperations(table, item, operations);
  const row = (item as Readonly<Record<InsertName, TableRow>>)[name];
  return new PlannedInsert(name, { name: table, table }, encodeTableRow(table, row, limits), kind);
}
