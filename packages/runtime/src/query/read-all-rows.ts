import { checkQueryOptions } from "../errors/check-options.js";
import { invalidQuery } from "../errors/common-errors.js";
import type { StoredTableRow } from "../rows/table-row.js";
import { QueryBuilder } from "./query-builder.js";
import { type Page, type PageOptions, pageOptionKinds } from "./query-options.js";
import { readPages } from "./read-pages.js";
import type { TableQuery } from "./table-query.js";

/**
 * Reads one page of a query with the hidden rows: those that clients and `migrate` keep for themselves, which `page` leaves out.
 * @param query of `service.table(name)`
 * @throws TableError `query.invalid-cursor` for a cursor of another query
 */
export async function readAllRows(query: TableQuery, options: PageOptions = {}): Promise<Page<StoredTableRow>> {
  checkQueryOptions("readAllRows", options, pageOptionKinds);
  const state = QueryBuilder.stateOf(query);
  if (state?.reader.reads !== "table rows") throw invalidQuery("readAllRows needs a query of service.table(name).");
  const reader = { ...state.reader, hidden: true } as const;
  const whole = { ...state, reader, options: { ...state.options, prefetch: 0 } } as const;
  for await (const page of readPages(whole, options)) return page as Page<StoredTableRow>;
  return { items: [], cursor: undefined };
}
