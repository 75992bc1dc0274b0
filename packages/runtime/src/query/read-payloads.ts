import { checkQueryOptions } from "../errors/check-options.js";
import { invalidQuery, isTableError, TableError } from "../errors/table-error.js";
import { queryLines } from "../rest/query-lines.js";
import { type RowLines, writeRowLines } from "../rows/row-lines.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { Rows } from "./query.js";
import { QueryBuilder } from "./query-builder.js";
import { type Page, type PageOptions, pageOptionKinds } from "./query-options.js";
import type { QueryState } from "./query-state.js";
import { buildPageRequest, cursorAfter, readPages } from "./read-pages.js";
import { readResponses } from "./read-responses.js";
import { iterateGroups, rowDecoder } from "./read-rows.js";
import type { RowReader } from "./row-reader.js";
import type { TableQuery } from "./table-query.js";

/** Page of rows in the service's JSON, parsed but not decoded. */
export interface PayloadPage {
  /** Rows after `JSON.parse`, with an annotation beside every Edm.Double that is a whole number. `decodePayload` returns their values. */
  readonly rows: readonly EntityPayload[];
  /** Cursor to pass to `readPayloads` with the same query to continue; undefined after the last page. */
  readonly cursor: string | undefined;
}

/**
 * Reads one page of a query in the service's JSON, in half of the time of `page`. A page is empty only if no row is left.
 * @param query a query of `service.table(name)`
 * @throws TableError `query.invalid-cursor` for a cursor of another query
 */
export async function readPayloads(query: TableQuery, options: PageOptions = {}): Promise<PayloadPage> {
  const { items: rows, cursor } = await readStoredPage("readPayloads", query, options, storedRow);
  return { rows, cursor };
}

/** Page of rows, written as lines of NDJSON. */
export interface LinesPage extends RowLines {
  /** Cursor to pass to `readLines` with the same query, or to its `page`, to continue; undefined after the last page. */
  readonly cursor: string | undefined;
}

/**
 * Reads one page of a query as lines of NDJSON, in the format of `tablewright export`: `$table` with the table's name, followed by the
 * members of `tableRowJson`. That takes a fraction of the time of `page` and `tableRowJson`, because most rows are not parsed. To read the
 * next page, pass the cursor of this one. A page is empty only if no row is left.
 * @param query a query of `service.table(name)`
 * @throws TableError `query.invalid-cursor` for a cursor of another query; `decode.*` naming table and property
 */
export async function readLines(query: TableQuery, options: PageOptions = {}): Promise<LinesPage> {
  const state = stateOfPage("readLines", query, options, storedRow);
  if (state.limit === undefined) return await readWholeLines(state, options);
  const { items, cursor } = await firstPage(state, options);
  return { ...linesOf(state, items), cursor };
}

/** Reads one page of a query without a limit as lines, mostly without parsing its rows. */
async function readWholeLines(state: QueryState<EntityPayload>, options: PageOptions): Promise<LinesPage> {
  const { request, from, binding } = buildPageRequest(state, options);
  const decode = rowDecoder(state);
  for await (const { rows, lines, next } of readResponses({ ...request, linesOperation: queryLines }, from)) {
    const found =
      lines ??
      linesOf(
        state,
        rows.flatMap((row) => decode(row) ?? []),
      );
    if (found.rows > 0) return { ...found, cursor: cursorAfter(next, Number.POSITIVE_INFINITY, binding) };
  }
  return { ...linesOf(state, []), cursor: undefined };
}

/** Writes rows as lines. @throws TableError `decode.*` */
function linesOf({ connection, reader }: QueryState<EntityPayload>, rows: readonly EntityPayload[]): RowLines {
  try {
    return writeRowLines(reader.table, rows);
  } catch (error) {
    if (!isTableError(error)) throw error;
    // The message shows a value, and a server may have repeated the client's key or signature in it.
    const { code, message, entity, property } = error;
    throw new TableError(code, connection.removeSecrets(message), { entity, property });
  }
}

/**
 * Reads one page of a query as {@link readPayloads} does, including hidden rows. Clients and `migrate` keep these for themselves, and other
 * reads leave them out.
 * @param query a query of `service.table(name)`
 * @throws TableError `query.invalid-cursor` for a cursor of another query
 */
export async function readAllPayloads(query: TableQuery, options: PageOptions = {}): Promise<PayloadPage> {
  const { items: rows, cursor } = await readStoredPage("readAllPayloads", query, options, {
    ...storedRow,
    hidden: true,
  });
  return { rows, cursor };
}

/** Members of a reader that returns rows as they are stored. */
const storedRow = { decode: (row: EntityPayload) => row, decodeFormer: undefined };

/** Reads one page of a query of `service.table(name)`. @see stateOfPage */
async function readStoredPage<R>(
  of: string,
  query: TableQuery,
  options: PageOptions,
  reader: Partial<RowReader<R>>,
): Promise<Page<R>> {
  return firstPage(stateOfPage(of, query, options, reader), options);
}

/**
 * Returns the state with which one page of a query of `service.table(name)` is read.
 * @param of the name of the exported function, for messages
 * @param reader members that replace those of the query's reader
 */
function stateOfPage<R>(
  of: string,
  query: TableQuery,
  options: PageOptions,
  reader: Partial<RowReader<R>>,
): QueryState<R> {
  checkQueryOptions(of, options, pageOptionKinds);
  const given = QueryBuilder.stateOf(query) as QueryState<R> | undefined;
  if (given?.reader.reads !== "table rows") throw invalidQuery(`${of} needs a query of service.table(name).`);
  return { ...given, reader: { ...given.reader, ...reader }, options: { ...given.options, prefetch: 0 } };
}

async function firstPage<R>(state: QueryState<R>, options: PageOptions): Promise<Page<R>> {
  for await (const page of readPages(state, options)) return page;
  return { items: [], cursor: undefined };
}

/**
 * Reads the rows of any query in groups: one group for each response that has rows. It is for programs that read millions of rows, because
 * iterating over the query itself creates a promise for each row.
 */
export function readRowGroups<R>(query: Rows<R>): AsyncIterable<readonly R[]> {
  const state = QueryBuilder.stateOf(query) as QueryState<R> | undefined;
  if (state === undefined) throw new TableError("query.invalid-option", "readRowGroups needs a query of this package.");
  return { [Symbol.asyncIterator]: () => iterateGroups(state) };
}
