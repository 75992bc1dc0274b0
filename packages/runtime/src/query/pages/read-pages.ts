import { isSameSignature, signText } from "../../auth/hmac-sha256.js";
import { checkCount } from "../../connection/check-count.js";
import { TableError } from "../../errors/table-error.js";
import type { Page, PageOptions } from "../query-options.js";
import { type PageRequest, type Position, readResponses } from "../read-responses.js";
import { type RowSource, requestOf } from "../row-source.js";

const start: Position = { filter: 0 };

/** Page after page, none of them empty. */
export async function* readPages<R>(source: RowSource<R>, options: PageOptions): AsyncGenerator<Page<R>, void> {
  const { request, from, remaining: wanted, binding } = pageRequestOf(source, options);
  let remaining = wanted;
  for await (const response of readResponses(source, request, from)) {
    const items: R[] = [];
    for (const payload of response.rows) {
      const row = source.decode(payload);
      if (row !== undefined && items.length < remaining) items.push(row);
    }
    if (items.length === 0) continue;
    remaining -= items.length;
    const cursor = cursorAfter(response.next, remaining, binding);
    yield { items, cursor };
    if (cursor === undefined) return;
  }
}

/** What to request for pages, and where to begin. */
export interface PagesRequest {
  readonly request: PageRequest;
  readonly from: Position;
  /** Rows wanted in total; infinite for all. */
  readonly remaining: number;
  readonly binding: CursorBinding;
}

/** @throws TableError `query.invalid-option`, `query.invalid-cursor` */
export function pageRequestOf<R>(source: RowSource<R>, { size, cursor, ...call }: PageOptions): PagesRequest {
  const { pageSize } = source.connection.limits;
  if (size !== undefined) checkCount("size", size, 1, Math.min(pageSize, Number.MAX_SAFE_INTEGER));
  if (source.readUnordered !== undefined) {
    const problem = "A parallel query returns rows in no order, so it has no pages. Iterate over it instead.";
    throw new TableError("query.invalid-option", problem);
  }
  const binding = bindingOf(source);
  const from = cursor === undefined ? start : readCursor(cursor, binding);
  // A position past the plan's filters would read without a filter.
  if (cursor !== undefined && from.filter >= source.plan.filters.length) throw invalidCursor();
  const remaining = Math.min(from.remaining ?? Number.POSITIVE_INFINITY, source.limit ?? Number.POSITIVE_INFINITY);
  const limit = Number.isFinite(remaining) ? remaining : undefined;
  const request = requestOf(source, limit, { ...source.options, ...call }, size);
  return { request, from, remaining, binding };
}

/** @param remaining rows that are still wanted */
export function cursorAfter(next: Position | undefined, remaining: number, binding: CursorBinding): string | undefined {
  if (next === undefined || remaining === 0) return undefined;
  return writeCursor({ ...next, remaining: Number.isFinite(remaining) ? remaining : undefined }, binding);
}

function bindingOf<R>({ plan, limit, options }: RowSource<R>): CursorBinding {
  if (options.cursorKey?.length === 0) {
    throw new TableError(
      "query.invalid-option",
      "cursorKey is empty. Pass a secret of at least one character, or leave it out for unsigned cursors.",
    );
  }
  return {
    query: JSON.stringify([plan.table, plan.filters, plan.select ?? null, limit ?? null]),
    key: options.cursorKey,
  };
}

/** What a cursor belongs to. */
export interface CursorBinding {
  /** The query as text: equal for equal queries. */
  readonly query: string;
  readonly key: string | Uint8Array | undefined;
}

type Content = [filter: number, remaining: number | null, partitionKey: string | null, rowKey: string | null];

/**
 * The position as URL-safe text with a signature. Without a key the signature only detects damage and cursors of other
 * queries: anyone could make it.
 */
export function writeCursor(position: Position, binding: CursorBinding): string {
  const { filter, remaining, nextPartitionKey, nextRowKey } = position;
  const content: Content = [filter, remaining ?? null, nextPartitionKey ?? null, nextRowKey ?? null];
  const text = Buffer.from(JSON.stringify(content), "utf8").toString("base64url");
  return `${text}.${signatureOf(text, binding)}`;
}

/** @throws TableError `query.invalid-cursor` for a cursor that is damaged, of another query or signed with another key */
export function readCursor(cursor: string, binding: CursorBinding): Position {
  const [text, given, ...others] = typeof cursor === "string" ? cursor.split(".") : [];
  if (
    text === undefined ||
    given === undefined ||
    others.length > 0 ||
    !isSameSignature(given, signatureOf(text, binding))
  ) {
    throw invalidCursor();
  }
  const [filter, remaining, partitionKey, rowKey] = contentOf(text);
  return {
    filter,
    remaining: remaining ?? undefined,
    nextPartitionKey: partitionKey ?? undefined,
    nextRowKey: rowKey ?? undefined,
  };
}

/** Without a key anyone can sign any text, so its shape is checked. */
function contentOf(text: string): Content {
  try {
    const content: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (isContent(content)) return content;
  } catch (cause) {
    throw invalidCursor(cause);
  }
  throw invalidCursor();
}

function isContent(content: unknown): content is Content {
  if (!Array.isArray(content) || content.length !== 4) return false;
  const [filter, remaining, partitionKey, rowKey] = content as unknown[];
  return isCount(filter) && (remaining === null || isCount(remaining)) && isToken(partitionKey) && isToken(rowKey);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isToken(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

function invalidCursor(cause?: unknown): TableError {
  const problem = "The cursor is damaged, belongs to another query or was signed with another cursorKey.";
  return new TableError("query.invalid-cursor", `${problem} Read the first page again.`, { cause });
}

function signatureOf(text: string, { query, key }: CursorBinding): string {
  return signText(key ?? "", `${text}\n${query}`);
}
