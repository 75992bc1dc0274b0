import { TableError } from "../errors/table-error.js";
import type { Rows } from "./query.js";
import { QueryBuilder } from "./query-builder.js";
import type { QueryState } from "./query-state.js";
import { iterateGroups } from "./read-rows.js";

/**
 * Reads the rows of any query in groups: one group for each response that has rows. For programs that read millions of rows, because
 * iterating over the query itself creates a promise for each row.
 */
export function readRowGroups<R>(query: Rows<R>): AsyncIterable<readonly R[]> {
  const state = QueryBuilder.stateOf(query) as QueryState<R> | undefined;
  if (state === undefined) throw new TableError("query.invalid-option", "readRowGroups needs a query of this package.");
  return { [Symbol.asyncIterator]: () => iterateGroups(state) };
}
