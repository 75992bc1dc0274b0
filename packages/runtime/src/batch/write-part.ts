import { flatText } from "../edm/node-buffer.js";
import type { OperationRequest } from "../http/operation.js";

const partHead = "Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n";

/** Writes one operation as a part of a change set, without its delimiter. The inner address is absolute, because emulators require it. */
export function writePart(endpoint: string, { method, path, query, headers, body = "" }: OperationRequest): string {
  const address = path + query;
  if (last?.address !== address || last.headers !== headers || last.method !== method || last.endpoint !== endpoint) {
    last = {
      endpoint,
      method,
      address,
      headers,
      text: flatText(`${partHead}${method} ${endpoint}${address} HTTP/1.1\r\n${headerLines(headers)}\r\n`),
    };
  }
  return `${last.text}${body}\r\n`;
}

/** Last head that was written. Consecutive inserts all have the same one. */
let last: PartHead | undefined;

interface PartHead extends Pick<OperationRequest, "method" | "headers"> {
  readonly endpoint: string;
  readonly address: string;
  readonly text: string;
}

function headerLines(headers: readonly string[]): string {
  let text = "";
  for (let index = 0; index < headers.length; index += 2) text += `${headers[index]}: ${headers[index + 1]}\r\n`;
  return text;
}

/** Returns the body of the operation that a part was written from. */
export function bodyOfPart(part: string): string {
  const operation = part.indexOf(blankLine) + blankLine.length;
  return part.slice(part.indexOf(blankLine, operation) + blankLine.length, -2);
}

const blankLine = "\r\n\r\n";
