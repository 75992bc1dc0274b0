import { TableError } from "../errors/table-error.js";
import { headerValue } from "../http/headers.js";
import type { HttpResponse } from "../http/http-message.js";
import { bodyText } from "./response.js";

/**
 * Splits the answer to a transaction into the answers of its operations, in their order: as many as there were
 * operations, or the one that failed. Takes CRLF, LF and a mixture of both, and text before the first delimiter.
 * @throws TableError `response.malformed` for anything that is not wholly there: what it was is never guessed.
 * @see https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
 */
export function readChangeset(response: HttpResponse): HttpResponse[] {
  const text = bodyText(response);
  const outer = boundaryOf(headerValue(response.headers, "content-type"));
  if (outer === undefined) throw malformed("its Content-Type names no boundary", text);
  const [batch, ...others] = splitAt(text, outer);
  if (batch === undefined || others.length > 0) throw malformed("it holds not exactly one change set", text);
  const inner = boundaryOf(/^content-type:(.*)$/im.exec(batch)?.[1]);
  // A failure of the whole batch may come as a bare part, without a change set around it.
  return (inner === undefined ? [batch] : splitAt(batch, inner)).map((part) => readPart(part, response));
}

function boundaryOf(contentType: string | undefined): string | undefined {
  return /^\s*multipart\/mixed\s*;.*?boundary="?([^";\s]+)"?/i.exec(contentType ?? "")?.[1];
}

/** The texts between the delimiters of a boundary; delimiters count at the beginning of a line alone. */
function splitAt(text: string, boundary: string): string[] {
  const delimiter = `--${boundary}`;
  const parts: string[] = [];
  let start = -1;
  for (let at = text.indexOf(delimiter); at !== -1; at = text.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && text.charCodeAt(at - 1) !== lineFeed) continue;
    const after = at + delimiter.length;
    const closes = text.startsWith("--", after);
    const next = text.charCodeAt(closes ? after + 2 : after);
    // A longer boundary that begins like this one is none of ours.
    if (next !== carriageReturn && next !== lineFeed && !(closes && Number.isNaN(next))) continue;
    if (start !== -1) parts.push(text.slice(start, at));
    if (closes) return parts;
    start = after;
  }
  throw malformed("it breaks off before its last delimiter", text);
}

const lineFeed = 10;
const carriageReturn = 13;
const noBody = new Uint8Array(0);

function readPart(part: string, { attempts, ambiguous }: HttpResponse): HttpResponse {
  const start = statusLine(part);
  if (start === -1) throw malformed("one of its parts has no status line", part);
  const status = Number(part.slice(start + 9, start + 12));
  // Of a success without content nothing is of interest but the ETag.
  const etag = status === 204 ? etagOf(part, start) : undefined;
  if (etag !== undefined) return { status, headers: ["etag", etag], body: noBody, attempts, ambiguous };
  const end = endOfHead(part, start);
  if (end === -1) throw malformed("one of its parts ends within its headers", part);
  const body = part.slice(end).trim();
  return { status, headers: headersOf(part.slice(start, end)), body: Buffer.from(body), attempts, ambiguous };
}

function statusLine(part: string): number {
  for (let at = part.indexOf("HTTP/1."); at !== -1; at = part.indexOf("HTTP/1.", at + 1)) {
    const startsLine = at === 0 || part.charCodeAt(at - 1) === lineFeed;
    if (startsLine && /^[01] \d{3}\b/.test(part.slice(at + 7, at + 13))) return at;
  }
  return -1;
}

/** Where the empty line after the headers ends; lines end with CRLF or LF. */
function endOfHead(part: string, start: number): number {
  const crlf = part.indexOf("\n\r\n", start);
  const lf = part.indexOf("\n\n", start);
  return lf !== -1 && (crlf === -1 || lf < crlf) ? lf + 2 : crlf === -1 ? -1 : crlf + 3;
}

/** The ETag's line as the service writes it. */
function etagOf(part: string, start: number): string | undefined {
  const at = part.indexOf("\nETag: ", start);
  const end = part.indexOf("\n", at + 1);
  return at === -1 || end === -1 ? undefined : part.slice(at + 7, end).trimEnd();
}

function headersOf(head: string): readonly string[] {
  return head.split("\n").flatMap((line) => {
    const colon = line.indexOf(":");
    return colon > 0 ? [line.slice(0, colon), line.slice(colon + 1).trim()] : [];
  });
}

function malformed(reason: string, text: string): TableError {
  return new TableError(
    "response.malformed",
    `The answer to a transaction cannot be read: ${reason}. It begins with ${JSON.stringify(text.slice(0, 80))}.`,
  );
}
