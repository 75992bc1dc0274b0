import { checkQueryOptions } from "../errors/check-options.js";
import { invalidQuery } from "../errors/common-errors.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { QueryBuilder } from "./query-builder.js";
import { type PageOptions, pageOptionKinds } from "./query-options.js";
import { readPages } from "./read-pages.js";
import type { TableQuery } from "./table-query.js";

/** Page of rows in the service's JSON, parsed but not decoded. */
export interface PayloadPage {
  /** Rows after `JSON.parse`, with an annotation beside every Edm.Double that is a whole number. `decodePayload` returns their values. */
  readonly rows: readonly EntityPayload[];
  /** Cursor to pass to `readPayloads` with the same query to continue; undefined after the last page. */
  readonly cursor: string | undefined;
}

/**
 * Reads one page of a query in the service's JSON, which takes half of the time of `page`. A page is empty only if no row is left.
 * @param query of `service.table(name)`
 * @throws TableError `query.invalid-cursor` for a cursor of another query
 */
export async function readPayloads(query: TableQuery, options: PageOptions = {}): Promise<PayloadPage> {
  checkQueryOptions("readPayloads", options, pageOptionKinds);
  const state = QueryBuilder.stateOf(query);
  if (state?.reader.reads !== "table rows") throw invalidQuery("readPayloads needs a query of service.table(name).");
  const reader = { ...state.reader, decode: (row: EntityPayload) => row, decodeFormer: undefined };
  const raw = { ...state, reader, options: { ...state.options, prefetch: 0 } } as const;
  for await (const { items: rows, cursor } of readPages(raw, options)) return { rows, cursor };
  return { rows: [], cursor: undefined };
}
