import type { Counted } from "../contract/api.js";
import { readPage } from "./read-page.js";
import type { StudioQuery } from "./studio-query.js";

const pageSize = 1000;

/** Counts the rows of a query by reading their keys, and reports the number after each page. */
export async function countRows(
  query: StudioQuery,
  report: (progress: Counted) => void,
  signal: AbortSignal,
): Promise<Counted> {
  let rows = 0;
  let cursor: string | undefined;
  const ofKeys: StudioQuery = { ...query, rows: (filters) => query.rows(filters).map((each) => each.select("RowKey")) };
  do {
    const page = await readPage(ofKeys, pageSize, cursor, signal);
    rows += page.items.length;
    cursor = page.cursor;
    report({ rows });
  } while (cursor !== undefined);
  return { rows };
}
