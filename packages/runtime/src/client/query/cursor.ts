import { isSameSignature, signText } from "../../auth/sign-text.js";
import { TableError } from "../../errors/table-error.js";
import type { Continuation } from "../../operations/query-entities.js";
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
    throw new TableError(
      "query.invalid-cursor",
      "The cursor is damaged, belongs to another query or was sealed with another cursorKey. Read the first page again.",
    );
  }
  const [filter, remaining, partitionKey, rowKey] = JSON.parse(Buffer.from(text, "base64url").toString()) as Content;
  return {
    filter,
    remaining: remaining ?? undefined,
    nextPartitionKey: partitionKey ?? undefined,
    nextRowKey: rowKey ?? undefined,
  };
}

function seal(text: string, { query, key }: CursorBinding): string {
  const sealed = `${text}\n${query}`;
  return key === undefined ? textHash(sealed) : signText(key, sealed);
}
