import type { AmbiguousAttempt } from "../errors/call-errors.js";
import type { TableError } from "../errors/table-error.js";
import { Changeset, readPartBody } from "../rest/changeset.js";
import type { RecentWrites } from "../rest/recent-writes.js";
import type { Effects, Write, WriteResult } from "../rest/write.js";
import type { WriteOptions } from "../write/write-options.js";
import type { WriteBatch, Writer } from "../write/writer.js";

/**
 * Item of a bulk that waits to be written. It is a class, because V8 keeps the object literals of a busy loop in memory for too long. So is
 * `Write`.
 */
export class WaitingWrite<Item> {
  readonly index: number;
  readonly item: Item;
  write: Write;
  /** Total length of this write and its companions as text in the change set, in UTF-16 code units. */
  readonly length: number;
  /** Writes of other rows that are sent in the same request; undefined if there are none. */
  readonly companions: Companions | undefined;

  constructor(index: number, item: Item, write: Write, length: number, companions?: Companions) {
    this.index = index;
    this.item = item;
    this.write = write;
    this.length = length;
    this.companions = companions;
  }
}

/** Writes of other rows that must be in the same request as a write, such as those of its index rows. */
export interface Companions {
  readonly writes: readonly Write[];
  /** Texts of these writes in the change set, one for each. */
  readonly parts: readonly string[];
  readonly effects: Effects | undefined;
}

/** Size of the delimiter between two operations of a change set, in bytes: `--changeset_`, a GUID, and the end of the line. */
const delimiterBytes = 50;

/**
 * If this client has renewed the row's ETag since a write was sent, puts the new ETag into the write's condition. A renewal leaves the
 * row's content unchanged. Its purpose is that the service rejects attempts that are still in flight.
 * @param part the text of the write in the change set that was sent
 * @returns text of the write for the next change set
 */
export function renewCondition(waiting: WaitingWrite<unknown>, part: string, recentWrites: RecentWrites): string {
  const { ifMatch } = waiting.write;
  const etag = ifMatch === undefined ? undefined : recentWrites.renewalOf(waiting.write, ifMatch);
  if (etag === undefined) return part;
  waiting.write = waiting.write.under(etag);
  return part.replace(`If-Match: ${ifMatch}`, () => `If-Match: ${etag}`);
}

/** Requests that failed because their responses were lost. The service may have applied them, or may still do so. */
export interface LostRequests {
  readonly attempts: readonly AmbiguousAttempt[];
  /** Error of the last of these requests. */
  readonly error: TableError;
}

/** Writes of one partition that a bulk sends in one request. */
export class BulkBatch<Item> {
  readonly writes: WaitingWrite<Item>[] = [];
  readonly changeset: Changeset = new Changeset();
  /** True if the batch was sent. Afterwards it may be sent again unchanged, or divided, but no write is added. */
  isSent = false;
  /** Earlier requests without a response that contained all writes of this batch, and maybe others; undefined if there are none. */
  earlier: LostRequests | undefined;
  /** Number of operations in the change set, including those of index rows. */
  operations = 0;
  readonly #rowKeys = new Set<string>();

  constructor(earlier?: LostRequests) {
    this.earlier = earlier;
  }

  /**
   * True if more writes may join the batch. Once a request was lost, none may: the rows of exactly its writes, read together, show whether
   * that request was applied.
   */
  get isOpen(): boolean {
    return !this.isSent && this.earlier === undefined;
  }

  add(waiting: WaitingWrite<Item>, part: string): void {
    const { write, companions } = waiting;
    this.#rowKeys.add(write.rowKey);
    this.writes.push(waiting);
    this.changeset.add(part);
    this.operations++;
    if (companions !== undefined) this.#addCompanions(companions);
  }

  #addCompanions({ writes, parts }: Companions): void {
    for (const { rowKey } of writes) this.#rowKeys.add(rowKey);
    for (const part of parts) this.changeset.add(part);
    this.operations += parts.length;
  }

  /** Returns whether one more write fits into the request, and none of its rows is in the batch yet. */
  hasRoomFor(
    { write, companions }: WaitingWrite<Item>,
    part: string,
    maxOperations: number,
    maxBytes: number,
  ): boolean {
    if (this.writes.length === 0) return true;
    if (companions !== undefined) return this.#hasRoomForAll(write, part, companions, maxOperations, maxBytes);
    const hasRoom = this.operations < maxOperations && this.changeset.hasRoom(part, maxBytes);
    return hasRoom && !this.#rowKeys.has(write.rowKey);
  }

  #hasRoomForAll(
    { rowKey }: Write,
    part: string,
    { writes, parts }: Companions,
    maxOperations: number,
    maxBytes: number,
  ): boolean {
    const isFree = (key: string) => !this.#rowKeys.has(key);
    const hasRoom = this.operations + parts.length < maxOperations;
    return (
      hasRoom &&
      this.changeset.hasRoom([part, ...parts].join(""), maxBytes - parts.length * delimiterBytes) &&
      isFree(rowKey) &&
      writes.every((write) => isFree(write.rowKey))
    );
  }

  /** Iterates over the writes, each with its text in the change set. */
  *entries(): Generator<readonly [WaitingWrite<Item>, part: string], void> {
    const parts = this.changeset.parts();
    let position = 0;
    for (const waiting of this.writes) {
      yield [waiting, parts[position] as string];
      position += 1 + (waiting.companions?.parts.length ?? 0);
    }
  }

  /** Sends the writes in one request. @param run the bulk that sends them @returns one result for each write */
  async send(writer: Writer, options: WriteOptions, run: object): Promise<readonly WriteResult[]> {
    this.isSent = true;
    const attempts = this.earlier?.attempts;
    const [first, second] = this.writes;
    const isSingle = first !== undefined && second === undefined && first.companions === undefined;
    if (!isSingle || writer.isOnce(options)) return writer.submit(this.#collect(run), options, attempts);
    const [part = ""] = this.changeset.parts();
    return [await writer.send(first.write.alone(readPartBody(part)), options, attempts)];
  }

  #collect(run: object): WriteBatch {
    const writes: Write[] = [];
    const positions: number[] = [];
    const effects: Effects[] = [];
    for (const { write, companions } of this.writes) {
      positions.push(writes.push(write) - 1);
      if (companions === undefined) continue;
      writes.push(...companions.writes);
      if (companions.effects !== undefined) effects.push(companions.effects);
    }
    return { writes, changeset: this.changeset, positions, effects, run };
  }
}
