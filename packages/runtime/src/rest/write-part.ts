import { flatText } from "../codec/edm/node-buffer.js";
import type { OperationRequest } from "./connection.js";

const partHead = "Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n";

/**
 * Writes one operation as a part of a change set, without a delimiter. The URL in its request line is absolute, because emulators require
 * it.
 */
export function writePart(endpoint: string, request: OperationRequest): string {
  const { path, body = "" } = request;
  // The lines before the body are cached only for inserts, because these have the same lines for all rows of a table. The path of any other
  // operation ends with the keys of its row.
  return `${path.endsWith(")") ? writeHead(endpoint, request) : findHead(endpoint, request)}${body}\r\n`;
}

function writeHead(endpoint: string, { method, path, query, headers }: OperationRequest): string {
  return `${partHead}${method} ${endpoint}${path}${query} HTTP/1.1\r\n${headerLines(headers)}\r\n`;
}

interface PartHead extends Pick<OperationRequest, "method" | "path" | "query" | "headers"> {
  readonly endpoint: string;
  readonly text: string;
}

let last: PartHead | undefined;

function findHead(endpoint: string, request: OperationRequest): string {
  const { method, path, query, headers } = request;
  const isLast = last?.path === path && last.headers === headers && last.method === method && last.query === query;
  if (last === undefined || !isLast || last.endpoint !== endpoint) {
    last = { endpoint, method, path, query, headers, text: flatText(writeHead(endpoint, request)) };
  }
  return last.text;
}

function headerLines(headers: readonly string[]): string {
  let text = "";
  for (let index = 0; index < headers.length; index += 2) text += `${headers[index]}: ${headers[index + 1]}\r\n`;
  return text;
}

/** Returns the JSON body of an operation from the text that `writePart` returned. */
export function readPartBody(part: string): string {
  const operation = part.indexOf(blankLine) + blankLine.length;
  return part.slice(part.indexOf(blankLine, operation) + blankLine.length, -2);
}

const blankLine = "\r\n\r\n";
