import type { StoredTableRow } from "@tablewright/runtime";
import { tableRowJson } from "@tablewright/runtime/edm";
import type { ExportFormat } from "../contract/api.js";
import type { CsvLines, StudioProject } from "../project/studio-project.js";
import { readPage } from "./read-page.js";
import type { StudioQuery } from "./studio-query.js";

/** Number of rows to read per page. */
const pageSize = 1000;

/**
 * Yields the rows of a query as chunks of a file, in the format of `tablewright export`. NDJSON is written while rows are read. CSV is
 * written after all rows have been read, because only then all columns are known.
 */
export async function* exportRows(
  project: StudioProject,
  query: StudioQuery,
  format: ExportFormat,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const { table } = query.plan;
  if (format === "ndjson") {
    for await (const rows of pages(query, signal)) yield rows.map((row) => ndjsonLine(table, row)).join("");
    return;
  }
  const csv: CsvLines = project.createCsv();
  const read: (readonly StoredTableRow[])[] = [];
  for await (const rows of pages(query, signal)) {
    for (const row of rows) csv.add(row);
    read.push(rows);
  }
  yield `${csv.header()}\r\n`;
  for (const rows of read) yield rows.map((row) => `${csv.line(row)}\r\n`).join("");
}

async function* pages(query: StudioQuery, signal: AbortSignal): AsyncGenerator<readonly StoredTableRow[], void> {
  let cursor: string | undefined;
  do {
    const page = await readPage(query, pageSize, cursor, signal);
    yield page.items;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/** Returns a row as a line of NDJSON with a line feed: `{"$table":"Shop","PartitionKey":…}`. */
function ndjsonLine(table: string, row: StoredTableRow): string {
  return `{"$table":${JSON.stringify(table)},${tableRowJson(table, row).slice(1)}\n`;
}
