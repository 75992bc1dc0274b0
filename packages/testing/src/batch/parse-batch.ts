import { ServiceError } from "../errors/service-error.js";
import { type HeaderFields, headerFields } from "../http/http-message.js";

/** One HTTP request inside a `$batch` body. */
export interface BatchPart {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderFields;
  readonly body: string;
}

export interface Batch {
  /** True if the requests are in a change set (a transaction). Otherwise there is one request, a read. */
  readonly changeSet: boolean;
  readonly parts: readonly BatchPart[];
}

interface MimePart {
  readonly headers: HeaderFields;
  readonly body: string;
}

/**
 * Parses the body of a `$batch` request.
 * https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
 */
export function parseBatch(contentType: string, body: string): Batch {
  const requests = new HeaderParser();
  const [outer, ...further] = mimeParts(body, boundaryOf(contentType));
  if (outer === undefined || further.length > 0) throw malformedBatch();
  const type = outer.headers.get("content-type") ?? "";
  if (/^application\/http\b/i.test(type)) return { changeSet: false, parts: [httpPart(outer, requests)] };
  const parts = mimeParts(outer.body, boundaryOf(type));
  return { changeSet: true, parts: parts.map((part) => httpPart(part, requests)) };
}

function boundaryOf(contentType: string): string {
  const match = /^multipart\/mixed\b.*;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw malformedBatch();
  return boundary;
}

/** Splits a multipart body at its delimiters. A delimiter must be a whole line. */
function mimeParts(body: string, boundary: string): MimePart[] {
  const headers = new HeaderParser();
  const delimiter = `--${boundary}`;
  const parts: MimePart[] = [];
  let start = -1;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && body[at - 1] !== "\n") continue;
    const next = nextLine(body, at);
    const rest = body.slice(at + delimiter.length, next).trimEnd();
    if (rest !== "" && rest !== "--") continue;
    if (start >= 0) parts.push(mimePart(body.slice(start, Math.max(start, lineBreakBefore(body, at))), headers));
    if (rest === "--") return parts;
    start = next;
  }
  if (start >= 0) parts.push(mimePart(body.slice(start), headers));
  return parts;
}

/** Returns the start of the line after this position. */
function nextLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end + 1;
}

/** Returns the position of the line break (LF or CR LF) before the line that starts at `line`. */
function lineBreakBefore(text: string, line: number): number {
  return text[line - 2] === "\r" ? line - 2 : line - 1;
}

/** Splits a MIME part into header fields and body at its first empty line. Without an empty line, the body is empty. */
function mimePart(text: string, headers: HeaderParser): MimePart {
  for (let at = 0; at < text.length; ) {
    const next = nextLine(text, at);
    if (text[at] === "\n" || (text[at] === "\r" && next === at + 2)) {
      return { headers: headers.parse(text.slice(0, at)), body: text.slice(next) };
    }
    at = next;
  }
  return { headers: headers.parse(text), body: "" };
}

function httpPart({ headers: mimeHeaders, body }: MimePart, headers: HeaderParser): BatchPart {
  if (!/^application\/http\b/i.test(mimeHeaders.get("content-type") ?? "")) throw malformedBatch();
  let start = 0;
  while (body[start] === "\n" || body[start] === "\r") start += 1;
  const next = nextLine(body, start);
  const line = /^(\S+) (.+) HTTP\/1\.[01]$/.exec(body.slice(start, next).trimEnd());
  if (line === null) throw malformedBatch();
  const request = mimePart(body.slice(next), headers);
  return { method: line[1] ?? "", url: line[2] ?? "", headers: request.headers, body: request.body.trim() };
}

/** Parses header fields, and caches the latest result: most requests in a batch have the same header fields. */
class HeaderParser {
  #text: string | undefined;
  #fields: HeaderFields = new Map();

  parse(text: string): HeaderFields {
    if (text !== this.#text) this.#fields = readHeaders(text);
    this.#text = text;
    return this.#fields;
  }
}

function readHeaders(text: string): HeaderFields {
  const pairs: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0) pairs.push(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  return headerFields(pairs);
}

/** Returns the error for a body that is not a batch. */
export function malformedBatch(): ServiceError {
  return new ServiceError("InvalidInput", "The batch request is not formed correctly.");
}

/** Returns the table of the first operation in the body of a batch, for faults and the log; undefined if none is found. */
export function findFirstTable(body: string | Uint8Array = ""): string | undefined {
  const text = typeof body === "string" ? body : Buffer.from(body.subarray(0, 4096)).toString();
  return /\/([A-Za-z][A-Za-z0-9]*)(?:\([^\r\n]*)? HTTP\/1/.exec(text)?.[1];
}
