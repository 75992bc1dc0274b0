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
  /** True if the parts are in a change set. Otherwise there is one part, a read. */
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
  const [outer, ...further] = mimeParts(body, boundaryOf(contentType));
  if (outer === undefined || further.length > 0) throw malformedBatch();
  const type = outer.headers.get("content-type") ?? "";
  if (/^application\/http\b/i.test(type)) return { changeSet: false, parts: [httpPart(outer)] };
  const parts = mimeParts(outer.body, boundaryOf(type)).map(httpPart);
  return { changeSet: true, parts };
}

function boundaryOf(contentType: string): string {
  const match = /^multipart\/mixed\b.*;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw malformedBatch();
  return boundary;
}

/** Splits a body at its delimiters, which count only at the start of a line. */
function mimeParts(body: string, boundary: string): MimePart[] {
  const escaped = boundary.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pieces = body.split(new RegExp(`(?:^|\\r?\\n)--${escaped}(--)?[ \\t]*(?=\\r?\\n|$)`));
  const parts: MimePart[] = [];
  for (let at = 1; at < pieces.length && pieces[at] === undefined; at += 2) {
    parts.push(mimePart((pieces[at + 1] ?? "").replace(/^\r?\n/, "")));
  }
  return parts;
}

function mimePart(text: string): MimePart {
  const end = /(?:^|\r?\n)\r?\n/.exec(text);
  if (end === null) return { headers: parseHeaders(text), body: "" };
  return { headers: parseHeaders(text.slice(0, end.index)), body: text.slice(end.index + end[0].length) };
}

function httpPart({ headers, body }: MimePart): BatchPart {
  if (!/^application\/http\b/i.test(headers.get("content-type") ?? "")) throw malformedBatch();
  const text = body.replace(/^(?:\r?\n)+/, "");
  const line = /^(\S+) (.+) HTTP\/1\.[01](?:\r?\n|$)/.exec(text);
  if (line === null) throw malformedBatch();
  const request = mimePart(text.slice(line[0].length));
  return { method: line[1] ?? "", url: line[2] ?? "", headers: request.headers, body: request.body.trim() };
}

let latestText: string | undefined;
let latestFields: HeaderFields = new Map();

/** Parses header fields. The parts of a batch mostly have the same ones, so the latest are cached. */
function parseHeaders(text: string): HeaderFields {
  if (text === latestText) return latestFields;
  latestFields = readHeaders(text);
  latestText = text;
  return latestFields;
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

/** Finds the table of the first operation of a transaction, for faults and the log. */
export function firstTableOf(body: string | Uint8Array | undefined): string | undefined {
  const text = typeof body === "string" ? body : Buffer.from(body ?? []).toString("utf8", 0, 4096);
  return /\/([A-Za-z][A-Za-z0-9]*)(?:\([^\r\n]*)? HTTP\/1/.exec(text)?.[1];
}
