import type { Limits } from "../schema/limits.js";
import type { WaitingWrite } from "./bulk-batch.js";
import { PartitionQueue } from "./partition-queue.js";

/** Maximum number of a bulk's writes that wait or are in flight, in all partitions. */
const maxPending = 10_000;

/** Writes of a bulk that have no outcome yet, in one queue for each partition. */
export class PendingWrites<Item> {
  readonly #limits: Limits;
  readonly #maxFull: number;
  readonly #maxBytes: number;
  /** Queues by PartitionKey, in the order in which they take turns. A queue may be idle, or have a request in flight. */
  readonly #queues = new Map<string, PartitionQueue<Item>>();
  #count = 0;
  /** Approximate size of the pending writes, in bytes. */
  #bytes = 0;
  #full = 0;

  constructor(limits: Limits, concurrency: number) {
    this.#limits = limits;
    this.#maxFull = 2 * concurrency;
    this.#maxBytes = this.#maxFull * limits.transactionBytes;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** True if reading must pause: twice as many full requests wait as may be in flight, or there are too many pending writes or bytes. */
  get isFull(): boolean {
    return this.#full >= this.#maxFull || this.#count >= maxPending || this.#bytes >= this.#maxBytes;
  }

  /** True if a full request waits, which no further write can join. */
  get hasFullRequest(): boolean {
    return this.#full > 0;
  }

  /** True if a write waits for a partition that has no request in flight. */
  get hasIdle(): boolean {
    for (const queue of this.#queues.values()) if (!queue.isBusy && !queue.isEmpty) return true;
    return false;
  }

  queues(): IterableIterator<PartitionQueue<Item>> {
    return this.#queues.values();
  }

  /** Adds a write to the queue of its partition. @returns true if the write filled one more request */
  add(waiting: WaitingWrite<Item>, part: string): boolean {
    this.#count++;
    this.#bytes += waiting.length;
    const { partitionKey } = waiting.write;
    let queue = this.#queues.get(partitionKey);
    if (queue === undefined) {
      queue = new PartitionQueue(partitionKey, this.#limits);
      this.#queues.set(partitionKey, queue);
    }
    const { full } = queue;
    queue.push(waiting, part);
    this.#full += queue.full - full;
    return queue.full > full;
  }

  /**
   * Calls `change`, which changes the waiting writes of a queue, and then counts the queue's full requests again. Returns the result of
   * `change`.
   */
  update<Result>(queue: PartitionQueue<Item>, change: () => Result): Result {
    const { full } = queue;
    const result = change();
    this.#full += queue.full - full;
    return result;
  }

  /** Stops counting writes as pending, because they have their outcome. */
  remove(writes: readonly WaitingWrite<Item>[]): void {
    this.#count -= writes.length;
    for (const { length } of writes) this.#bytes -= length;
  }

  /**
   * Moves a queue behind the others, so that each gets its turn. An empty queue is removed, unless it remembers that its partition did not
   * respond.
   */
  requeue(queue: PartitionQueue<Item>): void {
    this.#queues.delete(queue.partitionKey);
    if (!queue.isEmpty || queue.isProbing) this.#queues.set(queue.partitionKey, queue);
  }
}
