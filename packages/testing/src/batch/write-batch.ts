import { STATUS_CODES } from "node:http";
import type { Reply } from "../service/call.js";

const newline = "\r\n";

/** The answer to a transaction: every reply is one part of its change set. */
export function writeChangeSet(replies: readonly Reply[]): Reply {
  const boundary = `changesetresponse_${crypto.randomUUID()}`;
  const parts = replies.map((reply) => `--${boundary}${newline}${writePart(reply)}`).join("");
  return writeEnvelope(
    `Content-Type: multipart/mixed; boundary=${boundary}${newline}${newline}${parts}--${boundary}--${newline}`,
  );
}

/** The answer to a single read: no change set. */
export function writeSingle(reply: Reply): Reply {
  return writeEnvelope(writePart(reply));
}

function writeEnvelope(part: string): Reply {
  const boundary = `batchresponse_${crypto.randomUUID()}`;
  return {
    status: 202,
    contentType: `multipart/mixed; boundary=${boundary}`,
    body: `--${boundary}${newline}${part}--${boundary}--${newline}`,
  };
}

function writePart({ status, headers = [], contentType, body }: Reply): string {
  const lines = [
    "Content-Type: application/http",
    "Content-Transfer-Encoding: binary",
    "",
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
  ];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  if (contentType !== undefined) lines.push(`Content-Type: ${contentType}`);
  return `${lines.join(newline)}${newline}${newline}${body ?? ""}${newline}`;
}
