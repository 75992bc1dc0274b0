import { Buffer } from "node:buffer";
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
  const address = path + query;
  if (last?.address !== address || last.headers !== headers || last.method !== method || last.endpoint !== endpoint) {
    last = {
      endpoint,
      method,
      address,
      headers,
      text: `${partHead}${method} ${endpoint}${address} HTTP/1.1\r\n${headerLines(headers)}\r\n`,
    };
  }
  return `${last.text}${body}\r\n`;
}

/** Inserts come in runs, all with the same head. */
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

/**
 * The body of an entity group transaction while it is put together: one change set in one batch. As bytes from the
 * beginning, so that its size is known and all attempts send the same ones.
 * @see https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
 */
export class Changeset {
  readonly #delimiter: string;
  readonly #end: string;
  #buffer: Buffer = Buffer.allocUnsafe(16 * 1024);
  #length = 0;

  constructor({ batch, changeset }: ChangesetIds) {
    this.#delimiter = `--changeset_${changeset}\r\n`;
    this.#end = `--changeset_${changeset}--\r\n--batch_${batch}--\r\n`;
    this.#write(`--batch_${batch}\r\nContent-Type: multipart/mixed; boundary=changeset_${changeset}\r\n\r\n`);
  }

  /** Bytes of the whole body, were it ended here. */
  get bytes(): number {
    return this.#length + this.#end.length;
  }

  /** @param part made by {@link writePart} */
  add(part: string): void {
    this.#write(this.#delimiter + part);
  }

  end(): Uint8Array {
    this.#write(this.#end);
    return this.#buffer.subarray(0, this.#length);
  }

  #write(text: string): void {
    const most = this.#length + text.length * 3;
    if (most > this.#buffer.length) {
      const written = this.#buffer;
      this.#buffer = Buffer.allocUnsafe(Math.max(most, written.length * 2));
      written.copy(this.#buffer, 0, 0, this.#length);
    }
    this.#length += this.#buffer.write(text, this.#length);
  }
}

export function writeChangeset(parts: readonly string[], ids: ChangesetIds): Uint8Array {
  const changeset = new Changeset(ids);
  for (const part of parts) changeset.add(part);
  return changeset.end();
}

/** The bodies of the parts of a change set that was written here, in their order. */
export function sentBodies(written: Uint8Array, { changeset }: ChangesetIds): string[] {
  const text = Buffer.from(written).toString();
  const [, ...parts] = text
    .slice(0, text.lastIndexOf(`--changeset_${changeset}--`))
    .split(`--changeset_${changeset}\r\n`);
  return parts.map((part) => {
    const inner = part.indexOf(blankLine) + blankLine.length;
    return part.slice(part.indexOf(blankLine, inner) + blankLine.length, -2);
  });
}

const blankLine = "\r\n\r\n";
const guidLength = 36;

/** What a delimiter adds to the bytes of each part. */
export const partFrameBytes: number = "--changeset_\r\n".length + guidLength;

/** The bytes of a change set without parts. */
export const changesetFrameBytes: number = writeChangeset([], { batch: "", changeset: "" }).length + 4 * guidLength;
