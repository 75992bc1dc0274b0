import type { StoredTableRow } from "@tablewright/runtime";
import { isTableError } from "@tablewright/runtime";
import { parseTableRow } from "@tablewright/runtime/edm";
import { findLoss, readWrittenLine } from "@tablewright/runtime/lines";
import { InputError } from "../errors/input-error.js";

/** Content of a line in an NDJSON file: a row, with or without its table's name, or only the name of a table that has no rows. */
export interface RowLine {
  /** Name of the table in the line; undefined if the line names none. */
  readonly table: string | undefined;
  /** Row in the line; undefined if the line only names a table. */
  readonly row: StoredTableRow | undefined;
}

const tableMember = "$table";

/** Length from which a line is long, in UTF-16 code units. */
const longLine = 64 * 1024;

/**
 * Parses a line of an NDJSON file.
 * @param table the table to import to, for error messages
 * @param number the line's number, from 1
 * @throws InputError `import.file-invalid` if the line is neither a row nor the name of a table
 */
export function readRowLine(table: string, line: string, number: number): RowLine {
  // For a long line it would take more memory, to write it again for comparison.
  const written = line.length < longLine ? readWrittenLine(line) : undefined;
  if (written !== undefined) return written;
  const { properties, ...row } = parseRow(table, line, number);
  const loss = findLoss(line);
  if (loss !== undefined) throw invalidLine(number, loss);
  const { [tableMember]: named, ...others } = properties;
  if (named !== undefined && named.type !== "Edm.String")
    throw invalidLine(number, `${tableMember} is not the name of a table`);
  const hasKeys = row.partitionKey !== undefined || row.rowKey !== undefined;
  if (named !== undefined && !hasKeys && Object.keys(others).length === 0)
    return { table: named.value, row: undefined };
  if (typeof row.partitionKey !== "string" || typeof row.rowKey !== "string")
    throw invalidLine(number, `PartitionKey and RowKey must both be strings${otherKeys(others)}`);
  return { table: named?.value, row: { ...row, properties: others } };
}

/** Returns advice for a row whose key names have another case, such as `partitionKey` in rows of `@azure/data-tables`. */
function otherKeys(properties: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(properties).filter((name) => /^(?:partition|row)key$/i.test(name));
  if (names.length === 0) return "";
  const command = `jq -c '{PartitionKey: .${names[0]}, RowKey: .${names[1] ?? "rowKey"}} + del(.${names.join(", .")}, .etag, .timestamp)' rows.ndjson`;
  return `, and names are case-sensitive: the row has ${names.join(" and ")}. This renames them: ${command}`;
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
 * Creates the error for a line of a file that is not a row.
 * @param reason a sentence without its full stop
 */
export function invalidLine(number: number, reason: string): InputError {
  const help = "Correct the file, then run the same command again.";
  return new InputError("import.file-invalid", `Line ${number}: ${reason}.`, help);
}

/** Creates the error for a text that is not UTF-8, e.g. because Excel saved it. @param place the place of the first wrong byte */
export function invalidEncoding(place: string): InputError {
  const help =
    "Give the name of a compressed file the ending .gz. Convert any other file: iconv -f WINDOWS-1252 -t UTF-8 rows.csv > utf8.csv";
  return new InputError("import.file-invalid", `The text ${place} is not in UTF-8.`, help);
}
