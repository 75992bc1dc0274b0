import { checkCount } from "../connection/check-count.js";
import { TableError } from "../errors/table-error.js";
import { type CursorBinding, invalidCursor, type Position, readCursor, writeCursor } from "./cursor.js";
import type { Page, PageOptions } from "./query-options.js";
import { readAnswers } from "./read-answers.js";
import { type RowSource, readingOf } from "./row-source.js";

const start: Position = { filter: 0 };

/** Page after page, none of them empty. */
export async function* pagesOf<R>(source: RowSource<R>, options: PageOptions): AsyncGenerator<Page<R>, void> {
  const { size, cursor, ...call } = options;
  const { pageSize } = source.connection.limits;
  if (size !== undefined) checkCount("size", size, 1, Math.min(pageSize, Number.MAX_SAFE_INTEGER));
  if (source.readUnordered !== undefined) {
    throw new TableError(
      "query.invalid-option",
      "A scan in parallel has no order, so it has no pages. Iterate over it.",
    );
  }
  const binding = bindingOf(source);
  const from = cursor === undefined ? start : readCursor(cursor, binding);
  // A filter that the plan does not have would be no filter at all.
  if (cursor !== undefined && from.filter >= source.plan.filters.length) throw invalidCursor();
  let remaining = Math.min(from.remaining ?? Number.POSITIVE_INFINITY, source.limit ?? Number.POSITIVE_INFINITY);
  const reading = readingOf(
    { ...source, limit: Number.isFinite(remaining) ? remaining : undefined },
    { ...source.options, ...call },
    size,
  );
  for await (const answer of readAnswers(reading, from)) {
    const items: R[] = [];
    for (const payload of answer.rows) {
      const row = source.decode(payload);
      if (row !== undefined && items.length < remaining) items.push(row);
    }
    if (items.length === 0) continue;
    remaining -= items.length;
    const next = remaining === 0 ? undefined : answer.next;
    yield {
      items,
      cursor: next && writeCursor({ ...next, remaining: Number.isFinite(remaining) ? remaining : undefined }, binding),
    };
    if (next === undefined) return;
  }
}

function bindingOf<R>({ plan, limit, options }: RowSource<R>): CursorBinding {
  if (options.cursorKey?.length === 0) {
    throw new TableError(
      "query.invalid-option",
      "cursorKey is empty: anyone could sign with it. Leave it out or set it.",
    );
  }
  return {
    query: JSON.stringify([plan.table, plan.filters, plan.select ?? null, limit ?? null]),
    key: options.cursorKey,
  };
}
