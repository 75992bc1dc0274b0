import { Changeset } from "../../batch/changeset.js";
import { bodyOfPart } from "../../batch/write-part.js";
import type { RecentWrites } from "../../connection/recent-writes.js";
import type { EntryChange } from "../../entries/entry-changes.js";
import type { AmbiguousAttempt } from "../../errors/request-error.js";
import type { TableError } from "../../errors/table-error.js";
import type { CollectedTransaction } from "../../transaction/transaction-builder.js";
import { type PlannedWrite, setBody } from "../../write/planned-write.js";

/** An item that waits to be written. A class for the reason that `PlannedWrite` is one. */
export class WaitingWrite<Item> {
  readonly index: number;
  readonly item: Item;
  /** With an empty body while its batch holds it. */
  readonly planned: PlannedWrite;
  /** UTF-16 units of its parts of the change set. */
  readonly length: number;
  /** What it changes in the indexes of its entity; undefined where that has none. */
  readonly indexed: IndexedParts | undefined;

  constructor(index: number, item: Item, planned: PlannedWrite, length: number, indexed?: IndexedParts) {
    this.index = index;
    this.item = item;
    this.planned = planned;
    this.length = length;
    this.indexed = indexed;
  }
}

/** The rows of indexes that one write of an entity changes; those in its partition stay in one request with it. */
export interface IndexedParts {
  readonly changes: readonly EntryChange[];
  /** With empty bodies. */
  readonly writes: readonly PlannedWrite[];
  /** Of each of them, its part of the change set. */
  readonly parts: readonly string[];
}

/** What separates two parts: `--changeset_`, a GUID, and the end of the line. */
const delimiterBytes = 50;

/**
 * Puts a write that was not applied under the ETag that its row has now, where this client has renewed that since.
 * @returns its part of the next change set
 */
export function renewCondition({ planned }: WaitingWrite<unknown>, part: string, recentWrites: RecentWrites): string {
  if (!("ifMatch" in planned)) return part;
  const former = planned.ifMatch;
  const etag = recentWrites.renewalOf(planned, former);
  if (etag === undefined) return part;
  planned.ifMatch = etag;
  return part.replace(`If-Match: ${former}`, () => `If-Match: ${etag}`);
}

/** Requests that failed and may have been applied all the same, now or later. */
export interface LostRequests {
  readonly attempts: readonly AmbiguousAttempt[];
  /** The error of the last one. */
  readonly error: TableError;
}

/** The writes of one request. */
export class BulkBatch<Item> {
  readonly writes: WaitingWrite<Item>[] = [];
  readonly changeset: Changeset = new Changeset();
  /** Whether it was sent: it is sent again as it is, or divided. */
  isSent = false;
  /** Earlier requests that held every one of its writes, and others perhaps. */
  earlier: LostRequests | undefined;
  /** Operations of the change set: those of index rows included. */
  operations = 0;
  readonly #rowKeys = new Set<string>();

  constructor(earlier?: LostRequests) {
    this.earlier = earlier;
  }

  /** Whether more writes may join it. Those of lost requests stay among themselves: their rows are judged together. */
  get isOpen(): boolean {
    return !this.isSent && this.earlier === undefined;
  }

  add(write: WaitingWrite<Item>, part: string): void {
    this.#rowKeys.add(write.planned.rowKey);
    this.writes.push(write);
    this.changeset.add(part);
    this.operations++;
    if (write.indexed !== undefined) this.#addIndexed(write.indexed);
  }

  #addIndexed({ writes, parts }: IndexedParts): void {
    for (const { rowKey } of writes) this.#rowKeys.add(rowKey);
    for (const part of parts) this.changeset.add(part);
    this.operations += parts.length;
  }

  /** Whether one more write fits, and is of another row. */
  hasRoomFor({ planned, indexed }: WaitingWrite<Item>, part: string, maxOperations: number, maxBytes: number): boolean {
    if (this.writes.length === 0) return true;
    if (indexed !== undefined) return this.#hasRoomForAll(planned, part, indexed, maxOperations, maxBytes);
    const hasRoom = this.operations < maxOperations && this.changeset.hasRoom(part, maxBytes);
    return hasRoom && !this.#rowKeys.has(planned.rowKey);
  }

  #hasRoomForAll(
    { rowKey }: PlannedWrite,
    part: string,
    { writes, parts }: IndexedParts,
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

  /** Each write with its part of the change set. */
  *entries(): Generator<readonly [WaitingWrite<Item>, part: string], void> {
    const parts = this.changeset.parts();
    let position = 0;
    for (const write of this.writes) {
      yield [write, parts[position] as string];
      position += 1 + (write.indexed?.parts.length ?? 0);
    }
  }

  /** As a transaction whose index rows follow their entities; undefined where there are none. */
  indexedTransaction(): CollectedTransaction | undefined {
    if (this.writes.every(({ indexed }) => indexed === undefined)) return undefined;
    const operations: PlannedWrite[] = [];
    const positions = this.writes.map(({ planned, indexed }) => {
      const position = operations.length;
      operations.push(planned, ...(indexed?.writes ?? []));
      return position;
    });
    const changes = this.writes.flatMap(({ indexed }) => indexed?.changes ?? []);
    return { operations, positions, changes, changeset: this.changeset };
  }

  /** The only write, with its body. */
  single(): PlannedWrite {
    const [[{ planned }, part]] = [...this.entries()] as [[WaitingWrite<Item>, string]];
    setBody(planned, bodyOfPart(part));
    return planned;
  }
}
