import { checkCount } from "../errors/check-options.js";
import { invalidQuery } from "../errors/table-error.js";
import { buildBinding, type CursorBinding, cursorAfter, invalidCursor, readCursor } from "./cursor.js";
import { checkedPlan } from "./plan-query.js";
import type { Page, PageOptions } from "./query-options.js";
import { type QueryState, withLimit } from "./query-state.js";
import { type Position, pagesOf, type QueryRequest, readResponses } from "./read-responses.js";
import { buildRequest, isUnordered, otherDefinition, rowDecoder } from "./read-rows.js";

const start: Position = { filter: 0 };

/** Reads the pages of a query, none of them empty. Begins after the cursor in the options, or without one at the first row. */
export async function* readPages<R>(state: QueryState<R>, options: PageOptions): AsyncGenerator<Page<R>, void> {
  const { request, from, remaining: wanted, binding } = buildPageRequest(state, options);
  for await (const { items, remaining, next } of pagesOf(
    readResponses(request, from),
    rowDecoder(state),
    wanted,
    otherDefinition(state),
  )) {
    const cursor = cursorAfter(next, remaining, binding);
    yield { items, cursor };
    if (cursor === undefined) return;
  }
}

/** Request for the pages of a query, and the position at which the first of them begins. */
export interface PagesRequest {
  readonly request: QueryRequest;
  readonly from: Position;
  /** Total number of rows that the pages may contain; infinite if the query has no limit. */
  readonly remaining: number;
  readonly binding: CursorBinding;
}

/**
 * Returns the request for the pages after the cursor in the options; for all pages if there is no cursor.
 * @throws TableError `query.invalid-option`, `query.invalid-cursor`, `query.too-many-comparisons`
 */
function buildPageRequest<R>(state: QueryState<R>, { size, cursor, ...call }: PageOptions): PagesRequest {
  const { pageSize } = state.connection.limits;
  if (size !== undefined) checkCount("size", size, 1, Math.min(pageSize, Number.MAX_SAFE_INTEGER));
  if (isUnordered(state)) {
    const problem = "A parallel query has no pages. Iterate over it instead.";
    throw invalidQuery(problem);
  }
  const plan = checkedPlan(state);
  const binding = buildBinding(state, plan);
  const from = cursor === undefined ? start : readCursor(cursor, binding);
  // If a cursor names a filter that the plan does not have, the query would read the table without a filter.
  if (cursor !== undefined && from.filter >= plan.filters.length) throw invalidCursor();
  const limited = from.remaining === undefined ? state : withLimit(state, from.remaining);
  const request = buildRequest(limited, plan, { ...state.options, ...call }, size);
  return { request, from, remaining: limited.limit ?? Number.POSITIVE_INFINITY, binding };
}
