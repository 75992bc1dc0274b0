import type { Limits } from "../schema/limits.js";
import { BulkBatch, type WaitingWrite } from "./bulk-batch.js";

/** The writes to one partition, in their order: at most one request of a queue is in flight. */
export class PartitionQueue<Item> {
  readonly partitionKey: string;
  isBusy = false;
  /** How often in a row the service asked to slow down. */
  refusals = 0;
  /** The maximum of writes in the next request: fewer while a refused request is being split. */
  maxOperations: number;
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
    const isFull = last.isSent || last.operations >= this.maxOperations;
    return isFull ? this.#batches.length : this.#batches.length - 1;
  }

  push(write: WaitingWrite<Item>, part: string): void {
    this.#join(this.#batches, write, part);
  }

  /** The writes of the next request. */
  take(): BulkBatch<Item> | undefined {
    const next = this.#batches.shift();
    if (next === undefined || next.isSent || next.operations <= this.maxOperations) return next;
    this.putBack(next);
    return this.#batches.shift();
  }

  /** Makes the next request the same as the one before, which may have been applied: as a whole, or not at all. */
  repeat(batch: BulkBatch<Item>): void {
    this.#batches.unshift(batch);
  }

  /** Puts writes back at the front, where they came from, in as many requests as they need now. */
  putBack(batch: BulkBatch<Item>, without?: WaitingWrite<Item>): void {
    const batches: BulkBatch<Item>[] = [];
    for (const [write, part] of batch.entries()) if (write !== without) this.#join(batches, write, part);
    this.#batches.unshift(...batches);
  }

  #join(batches: BulkBatch<Item>[], write: WaitingWrite<Item>, part: string): void {
    let last = batches.at(-1);
    const hasRoom =
      last?.isSent === false && last.hasRoomFor(write, part, this.maxOperations, this.#limits.transactionBytes);
    if (last === undefined || !hasRoom) {
      last = new BulkBatch();
      batches.push(last);
    }
    last.add(write, part);
  }
}
