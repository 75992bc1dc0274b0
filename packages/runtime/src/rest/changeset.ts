import { flatText, randomUuid } from "../platform/node.js";
import type { OperationRequest } from "./connection.js";

/** GUIDs in the multipart boundaries of one request body. They are random, so no two bodies are equal. */
interface ChangesetIds {
  /** GUID of the outer boundary, `batch_…`. */
  readonly batch: string;
  /** GUID of the inner boundary, `changeset_…`. */
  readonly changeset: string;
}

const newIds = (): ChangesetIds => ({ batch: randomUuid(), changeset: randomUuid() });

/**
 * Body of an entity group transaction while it is built: one change set in one batch. Each part becomes bytes when it is added. Bytes need
 * not be encoded again for a retry, and the garbage collector does not look into them.
 * @see https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
 */
export class Changeset {
  readonly ids: ChangesetIds;
  readonly #delimiter: string;
  readonly #end: string;
  #buffer: Buffer = Buffer.allocUnsafe(4096);
  #length = 0;
  /** Lines before the body of the last insert that `addOperation` added, and the position of their bytes with the delimiter. */
  #head = "";
  #headStart = 0;
  #headEnd = 0;
  #isEnded = false;

  constructor(ids: ChangesetIds = newIds()) {
    this.ids = ids;
    const { batch, changeset } = ids;
    this.#delimiter = flatText(`--changeset_${changeset}\r\n`);
    this.#end = `--changeset_${changeset}--\r\n--batch_${batch}--\r\n`;
    this.#write(`--batch_${batch}\r\nContent-Type: multipart/mixed; boundary=changeset_${changeset}\r\n\r\n`);
  }

  /** Size of the body, in bytes: its parts so far, and the delimiters that end it. */
  get bytes(): number {
    return this.#isEnded ? this.#length : this.#length + this.#end.length;
  }

  /** Returns whether the body with one more part would have at most `limit` bytes. */
  hasRoom(part: string, limit: number): boolean {
    const free = limit - this.bytes - this.#delimiter.length;
    return part.length * maxBytesPerUnit <= free || Buffer.byteLength(part) <= free;
  }

  /**
   * Adds an operation.
   * @param part a result of `writePart`
   */
  add(part: string): void {
    this.#write(this.#delimiter + part);
  }

  /**
   * Adds an operation. For an insert it copies the lines before the body from the last one, because encoding them again would take longer.
   * @param endpoint the address of the account
   */
  addOperation(endpoint: string, request: OperationRequest): void {
    if (hasKeys(request)) {
      this.add(writePart(endpoint, request));
      return;
    }
    this.#addHead(findHead(endpoint, request));
    this.#write(writeBody(request));
  }

  #addHead(head: string): void {
    if (head === this.#head) {
      this.#makeRoom(this.#headEnd - this.#headStart);
      this.#buffer.copyWithin(this.#length, this.#headStart, this.#headEnd);
      this.#length += this.#headEnd - this.#headStart;
    } else {
      this.#head = head;
      this.#headStart = this.#length;
      this.#write(this.#delimiter + head);
      this.#headEnd = this.#length;
    }
  }

  /** Returns the whole body. No part can be added after that. */
  end(): Uint8Array {
    if (!this.#isEnded) this.#write(this.#end);
    this.#isEnded = true;
    usualBytes = this.#length * 1.1;
    return this.#buffer.subarray(0, this.#length);
  }

  static of(parts: Iterable<string>): Changeset {
    const changeset = new Changeset();
    for (const part of parts) changeset.add(part);
    return changeset;
  }

  /** Returns the parts that were added, as text, in their order. */
  parts(): string[] {
    const text = this.#buffer.toString("utf8", 0, this.bytes - this.#end.length);
    return text.split(this.#delimiter).slice(1);
  }

  #write(text: string): void {
    const mostBytes = text.length * maxBytesPerUnit;
    if (mostBytes > this.#buffer.length - this.#length) this.#makeRoom(Buffer.byteLength(text));
    this.#length += this.#buffer.write(text, this.#length);
  }

  #makeRoom(bytes: number): void {
    const written = this.#buffer;
    const needed = this.#length + bytes;
    if (needed <= written.length) return;
    this.#buffer = Buffer.allocUnsafe(Math.max(needed, written.length * 2, Math.min(usualBytes, written.length * 8)));
    this.#buffer.set(written);
  }
}

/** Maximum number of UTF-8 bytes for one UTF-16 code unit of a string. */
const maxBytesPerUnit = 3;

/**
 * Size of the last body in bytes, and a tenth more. The next body probably has about the same size. A buffer that is too small grows to
 * this size at once, which saves five steps of allocating and copying. It grows to at most eight times its own size, because a bulk may
 * have a body for each of many partitions.
 */
let usualBytes = 0;

const partHead = "Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n";

/**
 * Writes one operation as a part of a change set, without a delimiter. The URL in its request line is absolute, because emulators require
 * it.
 */
export function writePart(endpoint: string, request: OperationRequest): string {
  const head = hasKeys(request) ? writeHead(endpoint, request) : findHead(endpoint, request);
  return head + writeBody(request);
}

function writeBody({ body = "" }: OperationRequest): string {
  return `${body}\r\n`;
}

/**
 * Returns whether the path of an operation ends with the keys of its row. Only that of an insert does not, so all inserts into a table have
 * the same lines before their bodies.
 */
function hasKeys({ path }: OperationRequest): boolean {
  return path.endsWith(")");
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
