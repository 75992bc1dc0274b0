import type { RecentWrites } from "../../connection/recent-writes.js";
import type { Limits } from "../../schema/limits.js";
import { BulkBatch, type LostRequests, renewCondition, type WaitingWrite } from "./bulk-batch.js";

/** Requests that succeed before they grow again after one without a response: each try costs all attempts of a request. */
const steadyRequests = 8;

/** How a batch is put back. */
interface Division<Item> {
  /** A write that is left out. */
  readonly without?: WaitingWrite<Item>;
  /** Where ETags may have been renewed since the batch was sent. */
  readonly recentWrites?: RecentWrites;
  /** The maximum of operations in each part; that of the queue by default. */
  readonly maxOperations?: number;
  /** Whether the first write is on its own. */
  readonly isProbe?: boolean;
}

/** The writes to one partition, in their order: at most one request of a queue is in flight. */
export class PartitionQueue<Item> {
  readonly partitionKey: string;
  isBusy = false;
  /** How often in a row the service asked to slow down. */
  refusals = 0;
  /** How many requests in a row got no usable response. */
  lost = 0;
  /** The maximum of operations in the next request: fewer after one that was too large, or got no response. */
  maxOperations: number;
  /** Whether the next request is a single write, because the partition did not respond to the last one. */
  isProbing = false;
  /** Requests that have to succeed before the next ones are larger. */
  #steady = 0;
  readonly #limits: Limits;
  /** In their order; further writes join the last. */
  #batches: BulkBatch<Item>[] = [];

  constructor(partitionKey: string, limits: Limits) {
    this.partitionKey = partitionKey;
    this.#limits = limits;
    this.maxOperations = limits.transactionOperations;
  }

  get isEmpty(): boolean {
    return this.#batches.length === 0;
  }

  /** How many of the next requests no further write would make larger. */
  get full(): number {
    const last = this.#batches.at(-1);
    if (last === undefined) return 0;
    const isFull = !last.isOpen || last.operations >= this.maxOperations;
    return isFull ? this.#batches.length : this.#batches.length - 1;
  }

  /** The next requests have half of the operations of this one. @param isLost whether it got no usable response */
  shrink({ operations }: BulkBatch<Item>, isLost: boolean): void {
    this.maxOperations = Math.ceil(operations / 2);
    if (isLost) this.#steady = steadyRequests;
  }

  /** The next requests may be twice as large as this one, which succeeded. */
  grow({ operations }: BulkBatch<Item>): void {
    this.refusals = 0;
    this.lost = 0;
    this.isProbing = false;
    if (this.#steady > 0) this.#steady--;
    else if (operations * 2 > this.maxOperations) {
      this.maxOperations = Math.min(operations * 2, this.#limits.transactionOperations);
    }
  }

  push(write: WaitingWrite<Item>, part: string): void {
    this.#join(this.#batches, write, part, this.maxOperations);
  }

  /** The writes of the next request. */
  take(): BulkBatch<Item> | undefined {
    const next = this.#batches.shift();
    const maxOperations = this.isProbing ? 1 : this.maxOperations;
    if (next === undefined || next.isSent || next.operations <= maxOperations) return next;
    this.putBack(next, { isProbe: this.isProbing });
    return this.#batches.shift();
  }

  /** Everything that waits. What comes later is tried with a single write. */
  giveUp(): readonly BulkBatch<Item>[] {
    this.isProbing = true;
    this.maxOperations = this.#limits.transactionOperations;
    return this.takeAll();
  }

  /** Everything that waits. */
  takeAll(): readonly BulkBatch<Item>[] {
    const batches = this.#batches;
    this.#batches = [];
    return batches;
  }

  /** Makes the next request the same as the one before, which may have been applied: as a whole, or not at all. */
  repeat(batch: BulkBatch<Item>): void {
    this.#batches.unshift(batch);
  }

  /** Puts writes back at the front, where they came from, in as many requests as they need now. */
  putBack(batch: BulkBatch<Item>, division: Division<Item> = {}): void {
    const { without, recentWrites, maxOperations = this.maxOperations, isProbe = false } = division;
    const batches: BulkBatch<Item>[] = [];
    for (const [write, sent] of batch.entries()) {
      if (write === without) continue;
      const part = recentWrites === undefined ? sent : renewCondition(write, sent, recentWrites);
      this.#join(batches, write, part, isProbe && batches.length < 2 ? 1 : maxOperations, batch.earlier);
    }
    this.#batches.unshift(...batches);
  }

  #join(
    batches: BulkBatch<Item>[],
    write: WaitingWrite<Item>,
    part: string,
    maxOperations: number,
    earlier?: LostRequests,
  ): void {
    let last = batches.at(-1);
    const isOfThese = last?.isSent === false && last.earlier === earlier;
    if (!isOfThese || !last?.hasRoomFor(write, part, maxOperations, this.#limits.transactionBytes)) {
      last = new BulkBatch(earlier);
      batches.push(last);
    }
    last?.add(write, part);
  }
}
