import type { StoredTableRow } from "@tablewright/runtime";
import { TableError } from "@tablewright/runtime";
import type { StudioQuery } from "./studio-query.js";

export interface StoredPage {
  readonly items: readonly StoredTableRow[];
  readonly cursor: string | undefined;
}

/**
 * Reads a page of stored rows. A query may consist of several `$filter`s, read one after the other, so the cursor contains the index of the
 * `$filter` and the runtime's cursor within it: `0:eyJ…`.
 * @throws TableError `query.invalid-cursor`, and errors of the request
 */
export async function readPage(
  { rows }: StudioQuery,
  size: number,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<StoredPage> {
  const [first, position] = parseCursor(cursor);
  for (let index = first; index < rows.length; index++) {
    const within = index === first ? position : undefined;
    const query = rows[index];
    const page = await query?.page({ size, signal, ...(within !== undefined && { cursor: within }) });
    if (page === undefined) break;
    if (page.cursor !== undefined) return { items: page.items, cursor: `${index}:${page.cursor}` };
    const isLast = index === rows.length - 1;
    if (isLast || page.items.length > 0) return { items: page.items, cursor: isLast ? undefined : `${index + 1}:` };
  }
  return { items: [], cursor: undefined };
}

function parseCursor(cursor: string | undefined): readonly [filter: number, position: string | undefined] {
  if (cursor === undefined) return [0, undefined];
  const [, filter, position = ""] = /^(\d{1,4}):(.*)$/s.exec(cursor) ?? [];
  if (filter === undefined) throw new TableError("query.invalid-cursor", "The cursor does not belong to this query.");
  return [Number(filter), position === "" ? undefined : position];
}
