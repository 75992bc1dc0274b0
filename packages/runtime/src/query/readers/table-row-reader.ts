import { decodeTableRow, type StoredTableRow } from "../../codec/rows/table-row.js";
import { formatValue } from "../../errors/format-value.js";
import { TableError } from "../../errors/table-error.js";
import type { RowReader } from "./row-reader.js";

/** Returns a reader of rows without a definition, whole or only these stored properties. */
export function tableRowReader(table: string, select?: readonly string[]): RowReader<StoredTableRow> {
  return {
    reads: "table rows",
    table,
    filtered: { name: table, properties: {} },
    select,
    metadata: "minimal",
    isExact: true,
    onMismatch: undefined,
    decode: (row) => decodeTableRow(table, row),
    nameOf: () => table,
    counted: () => ({
      ...tableRowReader(table, ["PartitionKey", "RowKey"]),
      metadata: "none",
      isExact: false,
      decode: (row) => row,
    }),
    selecting: (names) => tableRowReader(table, selectedNames(names)),
  };
}

/** Checks the names of a `select`, and adds those of the keys and Timestamp. @throws TableError `query.invalid-option` */
function selectedNames(names: readonly string[]): readonly string[] {
  for (const name of names) {
    if (typeof name === "string") continue;
    throw new TableError(
      "query.invalid-option",
      `select takes names, such as select("a", "b"), not ${formatValue(name)}.`,
    );
  }
  return [...new Set(["PartitionKey", "RowKey", "Timestamp", ...names])];
}
