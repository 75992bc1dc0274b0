import { isSameSignature, signText } from "../auth/hmac-sha256.js";
import { TableError } from "../errors/table-error.js";
import type { Continuation } from "../operations/query-entities.js";
import { textHash } from "./text-hash.js";

/** Where a query goes on. */
export interface Position extends Continuation {
  /** Which of the plan's filters. */
  readonly filter: number;
  /** Rows still wanted by `take`; undefined for all. */
  readonly remaining?: number | undefined;
}

/** What a cursor holds only for: a text that is the same whenever the query is. */
export interface CursorBinding {
  readonly query: string;
  readonly key: string | Uint8Array | undefined;
}

type Content = [filter: number, remaining: number | null, partitionKey: string | null, rowKey: string | null];

/** The position as URL-safe text, sealed by a signature where there is a key, else by a hash against damage and mix-ups. */
export function writeCursor(position: Position, binding: CursorBinding): string {
  const { filter, remaining, nextPartitionKey, nextRowKey } = position;
  const content: Content = [filter, remaining ?? null, nextPartitionKey ?? null, nextRowKey ?? null];
  const text = Buffer.from(JSON.stringify(content), "utf8").toString("base64url");
  return `${text}.${seal(text, binding)}`;
}

/** @throws TableError `query.invalid-cursor` for a cursor that is damaged, of another query or signed with another key */
export function readCursor(cursor: string, binding: CursorBinding): Position {
  const [text, given, ...others] = typeof cursor === "string" ? cursor.split(".") : [];
  if (text === undefined || given === undefined || others.length > 0 || !isSameSignature(given, seal(text, binding))) {
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

/** Without a key anyone can seal any text, so that its shape is not to be trusted. */
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

export function invalidCursor(cause?: unknown): TableError {
  const problem = "The cursor is damaged, belongs to another query or was sealed with another cursorKey.";
  return new TableError("query.invalid-cursor", `${problem} Read the first page again.`, { cause });
}

function seal(text: string, { query, key }: CursorBinding): string {
  const sealed = `${text}\n${query}`;
  return key === undefined ? textHash(sealed) : signText(key, sealed);
}
