import type { StoredTableRow } from "@tablewright/runtime";
import { isTableError } from "@tablewright/runtime";
import { parseTableRow } from "@tablewright/runtime/edm";
import { findLoss } from "@tablewright/runtime/lines";
import { InputError } from "../errors/input-error.js";

/** A line of NDJSON: a row, or a table alone. */
export interface RowLine {
  /** Table that the line names. */
  readonly table: string;
  /** Row of the line; undefined if the line only names a table without rows. */
  readonly row: StoredTableRow | undefined;
}

const tableMember = "$table";

/**
 * Parses a line of NDJSON.
 * @param table destination of the row, for errors
 * @param number number of the line, from 1
 * @throws InputError `import.file-invalid`
 */
export function readRowLine(table: string, line: string, number: number): RowLine {
  const { properties, ...row } = parseRow(table, line, number);
  const loss = findLoss(line);
  if (loss !== undefined) throw invalidLine(number, loss);
  const { [tableMember]: named, ...others } = properties;
  if (named?.type !== "Edm.String") throw invalidLine(number, `${tableMember}, the name of the table, is missing`);
  if (row.partitionKey === undefined && row.rowKey === undefined && Object.keys(others).length === 0)
    return { table: named.value, row: undefined };
  if (typeof row.partitionKey !== "string" || typeof row.rowKey !== "string")
    throw invalidLine(number, "PartitionKey and RowKey must both be strings");
  return { table: named.value, row: { ...row, properties: others } };
}

function parseRow(table: string, line: string, number: number): StoredTableRow {
  try {
    return parseTableRow(table, line);
  } catch (error) {
    if (!isTableError(error)) throw error;
    throw invalidLine(number, error.message.replace(/\.$/, ""));
  }
}

/**
 * Creates the error of a line that is not a row.
 * @param reason a sentence without its full stop
 */
export function invalidLine(number: number, reason: string): InputError {
  const help = "Correct the file, then run the same command again.";
  return new InputError("import.file-invalid", `Line ${number}: ${reason}.`, help);
}
