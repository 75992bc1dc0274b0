import type { StoredTableRow } from "@tablewright/runtime";
import { TableError } from "@tablewright/runtime";
import type { StudioQuery } from "./studio-query.js";

export interface StoredPage {
  readonly items: readonly StoredTableRow[];
  readonly cursor: string | undefined;
}

/** Position of a page: the index of its `$filter`, the runtime's cursor within that, and the filters if they depend on the time. */
type Position = readonly [index: number, cursor: string | null, filters?: readonly string[]];

/**
 * Reads a page of stored rows. A query may consist of several `$filter`s, read one after the other.
 * @throws TableError `query.invalid-cursor`, and errors of the request
 */
export async function readPage(
  { rows, plan, schema }: StudioQuery,
  size: number,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<StoredPage> {
  const [first, position, given] = parseCursor(cursor);
  const filters = given ?? (schema?.ttl === undefined ? undefined : plan.filters);
  const queries = rows(filters);
  const cursorOf = (...next: [number, string | null]) =>
    JSON.stringify(filters === undefined ? next : [...next, filters]);
  for (let index = first; index < queries.length; index++) {
    const within = index === first ? position : null;
    const page = await queries[index]?.page({ size, signal, ...(within !== null && { cursor: within }) });
    if (page === undefined) break;
    if (page.cursor !== undefined) return { items: page.items, cursor: cursorOf(index, page.cursor) };
    const isLast = index === queries.length - 1;
    if (isLast || page.items.length > 0)
      return { items: page.items, cursor: isLast ? undefined : cursorOf(index + 1, null) };
  }
  return { items: [], cursor: undefined };
}

function parseCursor(cursor: string | undefined): Position {
  if (cursor === undefined) return [0, null];
  try {
    return JSON.parse(cursor) as Position;
  } catch (cause) {
    throw new TableError("query.invalid-cursor", "The cursor does not belong to this query.", { cause });
  }
}
