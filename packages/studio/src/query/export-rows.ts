import type { StoredTableRow } from "@tablewright/runtime";
import { tableRowJson } from "@tablewright/runtime/edm";
import type { ExportFormat } from "../contract/api.js";
import type { CsvLines, StudioProject } from "../project/studio-project.js";
import { readPage } from "./read-page.js";
import { Spool } from "./spool.js";
import type { StudioQuery } from "./studio-query.js";

/** Number of rows to read per page. */
const pageSize = 1000;

/**
 * Yields the rows of a query as chunks of a file, in the format of `tablewright export`. Lines of progress such as `{"rows":1000}` and an
 * empty line come before the file. NDJSON is written while rows are read. The header of CSV names all columns, which are known only after
 * the last row, so its lines wait in a temporary file, and no more than a page of them is in memory.
 */
export async function* exportRows(
  project: StudioProject,
  query: StudioQuery,
  format: ExportFormat,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  if (format === "csv") return yield* exportCsv(project.createCsv(), query, signal);
  const { table } = query.plan;
  yield "\n";
  for await (const rows of pages(query, signal)) yield rows.map((row) => ndjsonLine(table, row)).join("");
}

async function* exportCsv(csv: CsvLines, query: StudioQuery, signal: AbortSignal): AsyncGenerator<string, void> {
  const spool = await Spool.open();
  try {
    let read = 0;
    for await (const rows of pages(query, signal)) {
      for (const row of rows) csv.add(row);
      await spool.write(
        csv.width,
        rows.map((row) => csv.line(row)),
      );
      read += rows.length;
      yield `${JSON.stringify({ rows: read })}\n`;
    }
    yield `\n${csv.header()}\r\n`;
    for await (const { width, lines } of spool.read()) {
      const missing = ",".repeat(csv.width - width);
      yield lines.map((line) => `${line}${missing}\r\n`).join("");
    }
  } finally {
    await spool.close();
  }
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
