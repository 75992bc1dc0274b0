import type { RecentWrites } from "../rest/recent-writes.js";
import type { Limits } from "../schema/limits.js";
import { BulkBatch, type LostRequests, renewCondition, type WaitingWrite } from "./bulk-batch.js";

/**
 * Number of requests that must succeed after a lost one (without a usable response) before requests grow again. Losing a request is
 * expensive, because all its attempts were made in vain.
 */
const steadyRequests = 8;

/** Options of {@link PartitionQueue.putBack}. */
interface Division<Item> {
  /** Write to leave out, because it caused the failure. */
  readonly without?: WaitingWrite<Item>;
  /** Recent writes of the client. If they show a new ETag of a row since the batch was sent, the write of that row gets it. */
  readonly recentWrites?: RecentWrites;
  /** Maximum number of operations in each new request; by default the queue's maximum. */
  readonly maxOperations?: number;
  /** True to send the first write alone, to test whether the partition responds. */
  readonly isProbe?: boolean;
}

/** Queue of a bulk's writes to one partition, in the order of the items. At most one request to the partition is in flight. */
export class PartitionQueue<Item> {
  readonly partitionKey: string;
  isBusy = false;
  /** Number of consecutive responses that asked to slow down. */
  busyResponses = 0;
  /** Number of consecutive requests without a usable response. */
  lost = 0;
  /** Maximum number of operations in the next request. It shrinks after a request that was too large, or got no response. */
  maxOperations: number;
  /** True if the next request has only one write, because the partition has not responded to several requests. */
  isProbing = false;
  /** Number of requests that must still succeed before later requests may contain more writes. */
  #steady = 0;
  readonly #limits: Limits;
  /** Waiting batches in their order. New writes join the last one if it has room. */
  #batches: BulkBatch<Item>[] = [];

  constructor(partitionKey: string, limits: Limits) {
    this.partitionKey = partitionKey;
    this.#limits = limits;
    this.maxOperations = limits.transactionOperations;
  }

  get isEmpty(): boolean {
    return this.#batches.length === 0;
  }

  /** Number of requests at the front of the queue that are complete: no further write can join them. */
  get full(): number {
    const last = this.#batches.at(-1);
    if (last === undefined) return 0;
    const isFull = !last.isOpen || last.operations >= this.maxOperations;
    return isFull ? this.#batches.length : this.#batches.length - 1;
  }

  /** Limits the next requests to half the size of this one, which failed. @param isLost true if it got no usable response */
  shrink({ operations }: BulkBatch<Item>, isLost: boolean): void {
    this.maxOperations = Math.ceil(operations / 2);
    if (isLost) this.#steady = steadyRequests;
  }

  /** Allows the next requests to be twice as large as this one, which succeeded. After a lost request, several must succeed first. */
  grow({ operations }: BulkBatch<Item>): void {
    this.busyResponses = 0;
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

  /**
   * Removes the batch to send next, and returns it; undefined if none waits. If the batch was never sent and has more operations than a
   * request may have now, it is divided, and its first part is returned.
   */
  take(): BulkBatch<Item> | undefined {
    const next = this.#batches.shift();
    const maxOperations = this.isProbing ? 1 : this.maxOperations;
    if (next === undefined || next.isSent || next.operations <= maxOperations) return next;
    this.putBack(next, { isProbe: this.isProbing });
    return this.#batches.shift();
  }

  /** Removes and returns all waiting writes. The next request then has a single write, to test whether the partition responds. */
  giveUp(): readonly BulkBatch<Item>[] {
    this.isProbing = true;
    this.maxOperations = this.#limits.transactionOperations;
    return this.takeAll();
  }

  takeAll(): readonly BulkBatch<Item>[] {
    const batches = this.#batches;
    this.#batches = [];
    return batches;
  }

  /** Puts a batch back unchanged as the next request. It may have been applied, so the same writes must be sent together again. */
  repeat(batch: BulkBatch<Item>): void {
    this.#batches.unshift(batch);
  }

  /** Puts the writes of a batch back at the front of the queue. The current limits decide how many requests they need. */
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
