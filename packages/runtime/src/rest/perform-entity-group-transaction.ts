import { foreignText } from "../errors/format-value.js";
import { malformedResponse, type TableError } from "../errors/table-error.js";
import { type HttpResponse, headerValue } from "../http/http-message.js";
import { bufferOver } from "../platform/node.js";
import type { ETag } from "../schema/entity-schema.js";
import type { Changeset } from "./changeset.js";
import type { Operation } from "./connection.js";
import { parseWrite } from "./read-response.js";
import { toServiceError } from "./to-service-error.js";

export interface TransactionInput {
  readonly table: string;
  readonly changeset: Changeset;
  /** Operations in the change set, in the same order. */
  readonly operations: readonly { readonly name: string }[];
}

/** Result of a transaction: either all operations were applied, or none because the service rejected one of them. */
export type TransactionResponse =
  /** New ETag of each operation's row, in the order of the operations; undefined for a delete. */
  | { readonly etags: readonly (ETag | undefined)[]; readonly errorResponse?: undefined }
  /** Part of the response that belongs to the operation that the service rejected. */
  | { readonly errorResponse: HttpResponse };

/**
 * Entity group transaction. Applies all operations on one partition, or none. The response has one part for each operation or, if the
 * service rejected one, a single part for that one.
 * @see https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
 */
export const submitTransaction: Operation<TransactionInput, TransactionResponse, Uint8Array> = {
  name: "submitTransaction",
  readOnly: false,
  request: ({ changeset }) => ({
    method: "POST",
    path: "/$batch",
    query: "",
    headers: [
      "Content-Type",
      `multipart/mixed; boundary=batch_${changeset.ids.batch}`,
      "Accept",
      "application/json",
      "DataServiceVersion",
      "3.0",
    ],
    body: changeset.end(),
  }),
  parse(response, { table, operations }) {
    if (response.status !== 202) throw toServiceError(response, { operation: "submitTransaction", table });
    const parts = readChangeset(response);
    const [first] = parts;
    if (parts.length === 1 && first !== undefined && first.status >= 400) return { errorResponse: first };
    if (parts.length !== operations.length) {
      const counts = `${operations.length} operations with ${parts.length} results`;
      throw malformedResponse(`Invalid response to a transaction: ${counts}.`);
    }
    return { etags: parts.map((part, index) => parseETag(part, operations[index]?.name === "delete", table)) };
  },
  rejectedStatus: ({ errorResponse }) => errorResponse?.status,
};

function parseETag(part: HttpResponse, isDelete: boolean, table: string): ETag | undefined {
  if (isDelete && part.status === 204) return undefined;
  return parseWrite(part, "submitTransaction", table);
}

/**
 * Splits the response to a transaction into the responses of its operations, in their order. If an operation failed, only its response is
 * there. Lines may end with CRLF or LF, and there may be text before the first delimiter.
 * @throws TableError `response.malformed` for anything incomplete
 * @see https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
 */
export function readChangeset(response: HttpResponse): HttpResponse[] {
  const bytes = bufferOver(response.body);
  // Latin-1 has one character for each byte, so positions in the text are positions in the bytes.
  const text = bytes.toString("latin1");
  const outer = parseDelimiter(headerValue(response.headers, "content-type"));
  if (outer === undefined) throw malformed("its Content-Type names no boundary", text);
  const start = delimiterAt(text, outer, 0);
  if (start.closes) throw malformed("it does not contain exactly one change set", text);
  const inner = parseDelimiter(/^content-type:(.*)/im.exec(text.slice(start.to))?.[1]);
  // If the whole batch failed, its response may be a single part, without a change set around it.
  const parts = inner === undefined ? [] : divide(text, inner, start.to);
  const end = delimiterAt(text, outer, parts.at(-1)?.to ?? start.to);
  if (!end.closes) throw malformed("it does not contain exactly one change set", text);
  if (inner === undefined) parts.push({ from: start.to, to: end.from });
  return parts.map((part) => readPart(text, bytes, part, response));
}

/** Returns the delimiter of a multipart body: `--` and the boundary. Undefined if the Content-Type names no boundary. */
function parseDelimiter(contentType: string | undefined): string | undefined {
  const boundary = /^\s*multipart\/mixed\s*;.*?boundary="?([^";\s]+)"?/i.exec(contentType ?? "")?.[1];
  return boundary && `--${boundary}`;
}

/** Piece of the response's text, from one position to another. The part of an operation ends with the line before a delimiter. */
interface Part {
  readonly from: number;
  readonly to: number;
}

interface Delimiter extends Part {
  /** True for the last delimiter with this boundary, which is followed by `--`. */
  readonly closes: boolean;
}

/** Finds the next delimiter from a position on. Only text at the beginning of a line is a delimiter. Throws if there is none. */
function delimiterAt(text: string, delimiter: string, from: number): Delimiter {
  for (let at = text.indexOf(delimiter, from); at !== -1; at = text.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && text.charCodeAt(at - 1) !== lineFeed) continue;
    const after = at + delimiter.length;
    const closes = text.startsWith("--", after);
    const next = text.charCodeAt(closes ? after + 2 : after);
    // A longer boundary that only begins with this text is a different boundary.
    if (next !== carriageReturn && next !== lineFeed && !(closes && Number.isNaN(next))) continue;
    return { from: at, to: after, closes };
  }
  throw malformed("it breaks off before its last delimiter", text);
}

/** Returns the positions of the parts between the delimiters of a multipart body. */
function divide(text: string, delimiter: string, from: number): Part[] {
  const parts: Part[] = [];
  let last = delimiterAt(text, delimiter, from);
  while (!last.closes) {
    const next = delimiterAt(text, delimiter, last.to);
    parts.push({ from: last.to, to: next.from });
    last = next;
  }
  return parts;
}

const lineFeed = 10;
const carriageReturn = 13;
const noBody = new Uint8Array(0);

function readPart(
  text: string,
  bytes: Buffer,
  part: Part,
  { attempts, ambiguousAttempts }: HttpResponse,
): HttpResponse {
  const start = statusLine(text, part);
  if (start === -1) throw malformed("one of its parts has no status line", text.slice(part.from, part.to));
  const status = statusAt(text, start);
  // If an operation succeeded without content (204), callers need only the ETag, so the other headers are not read.
  const etag = status === 204 ? findETag(text, bytes, start, part.to) : undefined;
  if (etag !== undefined) return { status, headers: ["etag", etag], body: noBody, attempts, ambiguousAttempts };
  const whole = text.slice(start, part.to);
  const blank = /\n\r?\n/.exec(whole);
  if (blank === null) throw malformed("one of its parts ends within its headers", text.slice(part.from, part.to));
  const end = blank.index + blank[0].length;
  const body = Buffer.from(whole.slice(end).trim(), "latin1");
  return { status, headers: parseHeaders(whole.slice(0, end)), body, attempts, ambiguousAttempts };
}

function statusLine(text: string, { from, to }: Part): number {
  for (let at = text.indexOf("HTTP/1.", from); at !== -1 && at < to; at = text.indexOf("HTTP/1.", at + 1)) {
    if (text.charCodeAt(at - 1) === lineFeed && !Number.isNaN(statusAt(text, at))) return at;
  }
  return -1;
}

/** Returns the HTTP status in a line that begins with `HTTP/1.`; NaN if it is not a status line. */
function statusAt(text: string, at: number): number {
  const isStatusLine =
    digitAt(text, at + 7) <= 1 && text.charCodeAt(at + 8) === space && Number.isNaN(digitAt(text, at + 12));
  if (!isStatusLine) return Number.NaN;
  return digitAt(text, at + 9) * 100 + digitAt(text, at + 10) * 10 + digitAt(text, at + 11);
}

function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - zero;
  return digit >= 0 && digit <= 9 ? digit : Number.NaN;
}

const zero = 48;
const space = 32;

/** Returns the value of the `ETag: ` line, as the service writes it; undefined if there is none. */
function findETag(text: string, bytes: Buffer, start: number, to: number): string | undefined {
  const at = text.indexOf("ETag: ", start);
  if (at === -1 || at >= to || text.charCodeAt(at - 1) !== lineFeed) return undefined;
  const end = text.indexOf("\n", at);
  // A slice of `text` would keep the whole text in memory, so the ETag is decoded again.
  return bytes.toString("latin1", at + 6, text.charCodeAt(end - 1) === carriageReturn ? end - 1 : end);
}

function parseHeaders(head: string): readonly string[] {
  return head.split("\n").flatMap((line) => {
    const colon = line.indexOf(":");
    return colon > 0 ? [line.slice(0, colon), line.slice(colon + 1).trim()] : [];
  });
}

function malformed(reason: string, text: string): TableError {
  const start = `"${foreignText(Buffer.from(text.slice(0, 4096), "latin1").toString(), 80)}"`;
  return malformedResponse(`Invalid response to a transaction: ${reason}. It begins with ${start}.`);
}
