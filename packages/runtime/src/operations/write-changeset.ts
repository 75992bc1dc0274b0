import type { OperationRequest } from "./operation.js";

const partHead = "Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n";

/** The boundaries of one request body; unique, so that no two bodies are alike. */
export interface ChangesetIds {
  /** A GUID. */
  readonly batch: string;
  /** A GUID. */
  readonly changeset: string;
}

/** One operation as a part of a change set, without its delimiter. The inner address is absolute: emulators demand it. */
export function writePart(endpoint: string, { method, path, query, headers, body = "" }: OperationRequest): string {
  const line = `${method} ${endpoint}${path}${query} HTTP/1.1`;
  if (last?.line !== line || last.headers !== headers) last = { line, headers, head: writeHead(line, headers) };
  // Counting makes the body one flat string: the pieces it was put together from would outlive many collections while it waits.
  Buffer.byteLength(body);
  return `${last.head}${body}\r\n`;
}

/** Inserts come in runs, all with the same head. */
let last: { readonly line: string; readonly headers: readonly string[]; readonly head: string } | undefined;

function writeHead(line: string, headers: readonly string[]): string {
  let text = `${partHead}${line}\r\n`;
  for (let index = 0; index < headers.length; index += 2) text += `${headers[index]}: ${headers[index + 1]}\r\n`;
  return `${text}\r\n`;
}

/**
 * The body of an entity group transaction: one change set in one batch.
 * @see https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
 */
export function writeChangeset(parts: readonly string[], { batch, changeset }: ChangesetIds): string {
  const delimiter = `--changeset_${changeset}\r\n`;
  let text = `--batch_${batch}\r\nContent-Type: multipart/mixed; boundary=changeset_${changeset}\r\n\r\n`;
  for (const part of parts) text += delimiter + part;
  return `${text}--changeset_${changeset}--\r\n--batch_${batch}--\r\n`;
}

const guidLength = 36;

/** What a delimiter adds to the bytes of each part. */
export const partFrameBytes: number = "--changeset_\r\n".length + guidLength;

/** The bytes of a change set without parts. */
export const changesetFrameBytes: number = writeChangeset([], { batch: "", changeset: "" }).length + 4 * guidLength;
