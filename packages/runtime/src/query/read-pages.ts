import { isSameSignature, signText } from "../auth/shared-key.js";
import { checkCount } from "../errors/check-options.js";
import { invalidQuery, TableError } from "../errors/table-error.js";
import { checkedPlan, planQuery } from "./plan-query.js";
import type { Page, PageOptions, QueryPlan } from "./query-options.js";
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
interface PagesRequest {
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
export function buildPageRequest<R>(state: QueryState<R>, { size, cursor, ...call }: PageOptions): PagesRequest {
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

/**
 * Returns the cursor with which a later call continues at a position; undefined if no row is left to read.
 * @param remaining the number of rows that are still wanted
 */
export function cursorAfter(next: Position | undefined, remaining: number, binding: CursorBinding): string | undefined {
  if (next === undefined || remaining === 0) return undefined;
  return writeCursor({ ...next, remaining: Number.isFinite(remaining) ? remaining : undefined }, binding);
}

export function buildBinding<R>(state: QueryState<R>, plan: QueryPlan): CursorBinding {
  const { limit, options, reader } = state;
  if (options.cursorKey?.length === 0) {
    throw invalidQuery("cursorKey is empty. Pass a secret, or leave it out for unsigned cursors.");
  }
  // The filter that excludes expired rows contains the current time, so it is different in every call. The cursor must not depend on it.
  const isTimed = reader.expiry !== undefined && !options.expired;
  const { filters } = isTimed ? planQuery({ ...state, options: { ...options, expired: true } }) : plan;
  return {
    query: JSON.stringify([plan.table, filters, plan.select, limit]),
    key: options.cursorKey,
  };
}

/** Query that a cursor belongs to, and the key that signs it. A cursor is invalid with any other query or key. */
export interface CursorBinding {
  /** Text that identifies the query: equal for equal queries. */
  readonly query: string;
  readonly key: string | Uint8Array | undefined;
}

type Content = [filter: number, remaining: number | null, partitionKey: string | null, rowKey: string | null];

/**
 * Writes a position in a query as a cursor: URL-safe text with a signature. If there is no key, anyone can create the signature. Then it
 * only detects damage and cursors of other queries.
 */
export function writeCursor(position: Position, binding: CursorBinding): string {
  const { filter, remaining, nextPartitionKey, nextRowKey } = position;
  const content = [filter, remaining, nextPartitionKey, nextRowKey];
  const text = Buffer.from(JSON.stringify(content)).toString("base64url");
  return `${text}.${computeSignature(text, binding)}`;
}

/**
 * Checks the signature of a cursor, and returns the position that it contains.
 * @throws TableError `query.invalid-cursor` if the cursor is damaged, belongs to another query or is signed with another key
 */
export function readCursor(cursor: string, binding: CursorBinding): Position {
  const [text, given, ...others] = typeof cursor === "string" ? cursor.split(".") : [];
  if (
    text === undefined ||
    given === undefined ||
    others.length > 0 ||
    !isSameSignature(given, computeSignature(text, binding))
  ) {
    throw invalidCursor();
  }
  const [filter, remaining, partitionKey, rowKey] = parseContent(text);
  return {
    filter,
    remaining: remaining ?? undefined,
    nextPartitionKey: partitionKey ?? undefined,
    nextRowKey: rowKey ?? undefined,
  };
}

/** Decodes the content of a cursor and checks its shape. Without a key, anyone can sign any text. */
function parseContent(text: string): Content {
  try {
    const content: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
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

function computeSignature(text: string, { query, key }: CursorBinding): string {
  return signText(key ?? "", `${text}\n${query}`);
}
