import { changesetFrameBytes, partFrameBytes } from "../operations/write-changeset.js";
import type { Limits } from "../schema/limits.js";
import type { PlannedWrite } from "./planned-write.js";

/** An item that waits to be written. */
export interface WaitingWrite<Item> {
  readonly index: number;
  readonly item: Item;
  readonly planned: PlannedWrite;
  /** The write as a part of a change set. */
  readonly part: string;
  /** Bytes of the part. */
  readonly bytes: number;
}

/** The writes of one request. */
export interface BulkPack<Item> {
  readonly writes: readonly WaitingWrite<Item>[];
  /** `performance.now()` before an earlier request with exactly these writes, which may have been applied. */
  readonly since?: number | undefined;
}

/** The writes to one partition, in their order: at most one request of a lane is under way. */
export class BulkLane<Item> {
  readonly table: string;
  isBusy = false;
  /** How often in a row the service asked to slow down. */
  refusals = 0;
  /** Writes of the next request at most; fewer while a refused request is being split. */
  most: number;
  readonly #limits: Limits;
  #waiting: WaitingWrite<Item>[] = [];
  #again: BulkPack<Item> | undefined;
  #bytes = changesetFrameBytes;

  constructor(table: string, limits: Limits) {
    this.table = table;
    this.#limits = limits;
    this.most = limits.transactionOperations;
  }

  get length(): number {
    return this.#waiting.length + (this.#again?.writes.length ?? 0);
  }

  /** Whether no further write would make the next request larger. */
  get isFull(): boolean {
    return (
      this.#again !== undefined || this.#waiting.length >= this.most || this.#bytes >= this.#limits.transactionBytes
    );
  }

  push(write: WaitingWrite<Item>): void {
    this.#waiting.push(write);
    this.#bytes += partFrameBytes + write.bytes;
  }

  /** The writes of the next request: as many as it takes, and none of a row that another of them writes. */
  take(): BulkPack<Item> {
    const again = this.#again;
    this.#again = undefined;
    if (again !== undefined) return again;
    const rowKeys = new Set<string>();
    let bytes = changesetFrameBytes;
    let count = 0;
    for (const { planned, bytes: own } of this.#waiting) {
      const grown = bytes + partFrameBytes + own;
      const isLarge = count > 0 && grown > this.#limits.transactionBytes;
      if (count >= this.most || isLarge || rowKeys.has(planned.write.rowKey)) break;
      rowKeys.add(planned.write.rowKey);
      bytes = grown;
      count++;
    }
    const taken = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    this.#bytes -= bytes - changesetFrameBytes;
    return { writes: taken };
  }

  /** Makes the next request the same as the one before, which may have been applied: as a whole, or not at all. */
  repeat(pack: BulkPack<Item>): void {
    this.#again = pack;
  }

  /** Puts writes back to the front, where they came from. */
  putBack(writes: readonly WaitingWrite<Item>[]): void {
    this.#waiting = [...writes, ...this.#waiting];
    for (const { bytes } of writes) this.#bytes += partFrameBytes + bytes;
  }
}
