import { idOf, parseStoredPayload } from "../codec/payload.js";
import { isTableError } from "../errors/table-error.js";
import { isHiddenKey } from "../schema/check-key.js";
import type { EntityId, EntityPayload, PayloadKeys } from "../schema/entity-schema.js";
import { escapeUnseen } from "./row-json.js";
import { LineBytes, lineStart, type RowLines, rowLine } from "./row-lines.js";
import { type PatternLine, RowPattern } from "./row-pattern.js";
import { TableCache } from "./table-cache.js";

const [quote, comma, closingBracket, backslash, openingBrace, closingBrace] = [
  0x22, 0x2c, 0x5d, 0x5c, 0x7b, 0x7d,
] as const;

/** Beginning of a response up to its first row. */
const headPattern = /^\{(?:"odata\.metadata":"[^"\\]*",)?"value":\[/;

/** Maximum size of the beginning of a response, in bytes. It contains the address of the table. */
const maxHead = 4096;

/** Number of bytes that are read as text at once. For a text of more than 128 kB, V8 maps new memory. A longer row is parsed. */
const windowBytes = 64 * 1024;

/**
 * Maximum number of patterns for one table: rows of several kinds may have the same properties in different orders. A row may be compared
 * with each of them.
 */
const maxPatterns = 3;
/** Number of rows that no pattern could learn, without a match between them, after which all rows of the table are parsed. */
const maxStrange = 100;

/** Patterns of a table, the last one that matched first. */
interface TablePatterns {
  readonly patterns: RowPattern[];
  /** Number of rows, since the last match, that no pattern could learn. */
  strange: number;
}

const patternsOf = new TableCache<TablePatterns>(() => ({ patterns: [], strange: 0 }));

/**
 * Writes the rows of a response as lines, as `writeRowLines` does with the parsed rows. Most rows are not parsed: see {@link RowPattern}.
 * Leaves out hidden rows.
 * @param body the body of a response to a query
 * @param isRequested returns whether the query asks for the keys of a row; undefined if it asks for any
 * @returns undefined if the response has to be parsed as a whole, for example because it is invalid or has other rows
 */
export function writeResponseLines(
  table: string,
  body: Buffer,
  isRequested: ((keys: PayloadKeys) => boolean) | undefined,
): RowLines | undefined {
  const [head] = headPattern.exec(body.toString("latin1", 0, maxHead)) ?? [];
  if (head === undefined) return undefined;
  const reader = new RowTexts(table, body);
  const lines = new LineBytes();
  let rows = 0;
  let first: EntityId | undefined;
  let last: EntityId | undefined;
  let at = head.length;
  while (body[at] === openingBrace) {
    let matched = reader.match(at);
    const end = matched?.end ?? objectEnd(body, at);
    matched ??= reader.matchCut(at, end);
    const parsed = matched === undefined ? reader.parse(at, end) : undefined;
    const id = matched ?? (parsed && idOf(parsed));
    if (id === undefined) return undefined;
    if (!isHiddenKey(id.rowKey)) {
      if (isRequested?.({ PartitionKey: id.partitionKey, RowKey: id.rowKey }) === false) return undefined;
      const line = matched?.text ?? (parsed && lineOf(table, parsed));
      if (line === undefined) return undefined;
      lines.add(`${line}\n`, matched?.isAscii);
      first ??= id;
      last = id;
      rows++;
    }
    at = end;
    // Another row has to follow a comma, so that a comma before the bracket is an error.
    if (body[at] !== comma || body[at + 1] !== openingBrace) break;
    at++;
  }
  if (body[at] !== closingBracket || body[at + 1] !== closingBrace || body.length !== at + 2) return undefined;
  return { lines: lines.take(), rows, first: first && keysOf(first), last: last && keysOf(last) };
}

function keysOf({ partitionKey, rowKey }: EntityId): EntityId {
  return { partitionKey, rowKey };
}

/** Reads the rows of a response by the patterns of their table, and extends these by the rows that they do not match. */
class RowTexts {
  readonly #table: string;
  readonly #body: Buffer;
  readonly #known: TablePatterns;
  /** Bytes from `#from` on, each as one character. */
  #text = "";
  #from = 0;

  constructor(table: string, body: Buffer) {
    this.#table = table;
    this.#body = body;
    this.#known = patternsOf.get(table);
  }

  /** Returns the line of a row that a pattern matches; undefined also for a row that the text does not contain to its end. */
  match(at: number): PatternLine | undefined {
    if (this.#isGivenUp) return undefined;
    const { patterns } = this.#known;
    for (const [index, pattern] of patterns.entries()) {
      const line = pattern.lineAt(this.#text, at - this.#from);
      if (line === undefined) continue;
      // The next row probably has the same pattern.
      if (index > 0) patterns.unshift(...patterns.splice(index, 1));
      this.#known.strange = 0;
      return { ...line, end: this.#from + line.end };
    }
    return undefined;
  }

  /**
   * Continues the text from a row on that it does not contain to its end, and matches this row again. Returns undefined for any other row: it
   * differs from the patterns.
   */
  matchCut(at: number, end: number): PatternLine | undefined {
    if (this.#isGivenUp || end - at > windowBytes || end <= this.#from + this.#text.length) return undefined;
    this.#text = this.#body.toString("latin1", at, at + windowBytes);
    this.#from = at;
    return this.match(at);
  }

  get #isGivenUp(): boolean {
    return this.#known.strange >= maxStrange;
  }

  /** Parses a row. Returns undefined if it has no keys, or is invalid. */
  parse(from: number, to: number): EntityPayload | undefined {
    const row = to < 0 ? undefined : parseObject(this.#body.toString("utf8", from, to));
    if (typeof row?.PartitionKey !== "string" || typeof row.RowKey !== "string") return undefined;
    this.#learn(row);
    return row;
  }

  #learn(row: EntityPayload): void {
    if (this.#isGivenUp) return;
    const { patterns } = this.#known;
    if (patterns.some((pattern) => pattern.learn(row))) return;
    const pattern = new RowPattern(escapeUnseen(lineStart(this.#table).slice(0, -'"PartitionKey":'.length)));
    if (patterns.length < maxPatterns && pattern.learn(row)) patterns.push(pattern);
    else this.#known.strange++;
  }
}

/** Parses the text of a row. Returns undefined if it is invalid. */
function parseObject(text: string): EntityPayload | undefined {
  try {
    return parseStoredPayload(text) as EntityPayload;
  } catch {
    return undefined;
  }
}

/** Writes a row as a line. Returns undefined if it has a value that cannot be written. */
function lineOf(table: string, row: EntityPayload): string | undefined {
  try {
    return escapeUnseen(rowLine(table, row));
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}

/** Returns the end of an object, after its brace; -1 if there is none. @param from the position of its opening brace */
function objectEnd(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let isText = false;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isText && byte === backslash) at++;
    else if (byte === quote) isText = !isText;
    else if (isText) continue;
    else if (byte === openingBrace) depth++;
    else if (byte === closingBrace && --depth === 0) return at + 1;
  }
  return -1;
}
