import { STATUS_CODES } from "node:http";
import type { Reply } from "../operations/call.js";

const crlf = "\r\n";

/** The answer to a transaction: every reply is one part of its change set. The lines of MIME end in `newline`. */
export function writeChangeSet(replies: readonly Reply[], newline: string): Reply {
  const boundary = `changesetresponse_${crypto.randomUUID()}`;
  const parts = replies.map((reply) => `--${boundary}${newline}${writePart(reply, newline)}`).join("");
  const type = `Content-Type: multipart/mixed; boundary=${boundary}${crlf}${crlf}`;
  return writeEnvelope(`${type}${parts}--${boundary}--${newline}`, newline);
}

/** The answer to a single read: no change set. */
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
