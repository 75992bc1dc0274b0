import { STATUS_CODES } from "node:http";
import type { ServiceError } from "../errors/service-error.js";
import { type Call, preferenceOf, type Reply } from "../operations/call.js";
import { preferenceHeaders, writeError } from "../operations/write-error.js";

const crlf = "\r\n";

/** Writes the response to a transaction, with each reply as a part of its change set. MIME lines end in `newline`. */
export function writeChangeSet(replies: readonly Reply[], newline: string): Reply {
  const boundary = `changesetresponse_${crypto.randomUUID()}`;
  const parts = replies.map((reply) => `--${boundary}${newline}${writePart(reply, newline)}`).join("");
  const type = `Content-Type: multipart/mixed; boundary=${boundary}${crlf}${crlf}`;
  return writeEnvelope(`${type}${parts}--${boundary}--${newline}`, newline);
}

/** Writes the response to a single read, without a change set. */
export function writeSingle(reply: Reply, newline: string): Reply {
  return writeEnvelope(writePart(reply, newline), newline);
}

function writeEnvelope(part: string, newline: string): Reply {
  const boundary = `batchresponse_${crypto.randomUUID()}`;
  return {
    status: 202,
    contentType: `multipart/mixed; boundary=${boundary}`,
    body: `--${boundary}${newline}${part}--${boundary}--${crlf}`,
  };
}

function writePart({ status, headers = [], contentType, body }: Reply, newline: string): string {
  const mime = ["Content-Type: application/http", "Content-Transfer-Encoding: binary", "", ""].join(newline);
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  if (contentType !== undefined) lines.push(`Content-Type: ${contentType}`);
  return `${mime}${lines.join(crlf)}${crlf}${crlf}${body ?? ""}${crlf}`;
}

/** Adds the header fields of a part to a reply. */
export function withPartHeaders(reply: Reply, call: Call, index: number): Reply {
  const [applied, others] = split(reply.headers ?? []);
  if (call.environment.dialect.numbersParts) {
    return { ...reply, headers: [...others, ...applied, "Content-ID", String(index + 1)] };
  }
  const version = call.target.kind === "entities" || call.method === "GET" ? "3.0;" : "1.0;";
  return {
    ...reply,
    headers: [
      ...contentId(call),
      "X-Content-Type-Options",
      "nosniff",
      "Cache-Control",
      "no-cache",
      ...applied,
      "DataServiceVersion",
      version,
      ...others,
    ],
  };
}

/** Writes an error as a part of the response. */
export function errorPart(error: ServiceError, call: Call, requestId: string): Reply {
  const { contentType, body, status } = writeError(error, {
    method: call.method,
    requestId,
    now: call.environment.clock.now(),
    level: call.level ?? "minimalmetadata",
    acceptsJson: true,
    dialect: call.environment.dialect,
  });
  const content = { ...(contentType && { contentType }), ...(body && { body }) };
  if (call.environment.dialect.numbersParts) return { status, ...content };
  const applied = preferenceHeaders(error, preferenceOf(call));
  const caching = error.code === "TableNotFound" ? [] : ["Cache-Control", "no-cache"];
  const nosniff = ["X-Content-Type-Options", "nosniff"];
  const headers = [...contentId(call), ...nosniff, ...caching, ...applied, "DataServiceVersion", "3.0;"];
  return { status, headers, ...content };
}

/** Returns the Content-ID to echo, if the inner request had one among its header fields. */
function contentId({ headers }: Call): string[] {
  const id = headers.get("content-id");
  return id === undefined ? [] : ["Content-ID", id];
}

function split(headers: readonly string[]): [applied: string[], others: string[]] {
  const at = headers.indexOf("Preference-Applied");
  return at < 0 ? [[], [...headers]] : [headers.slice(at, at + 2), headers.toSpliced(at, 2)];
}
