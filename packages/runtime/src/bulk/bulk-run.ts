import { atLeast } from "../connection/check-count.js";
import type { Connection } from "../connection/connection.js";
import { ItemIterator } from "../connection/item-iterator.js";
import { LinkedAbort } from "../connection/linked-abort.js";
import { localWrites } from "../entries/entry-changes.js";
import { isIndexError } from "../entries/index-error.js";
import type { IndexedWrite } from "../entries/plan-indexed.js";
import { isThenable } from "../errors/check-argument.js";
import { isServiceError } from "../errors/service-error.js";
import { isTableError, TableError } from "../errors/table-error.js";
import { isTransactionError, type TransactionError } from "../errors/transaction-error.js";
import { type BackoffBounds, backoff } from "../http/retry-delay.js";
import type { ETag } from "../schema/entity-types.js";
import { submitWrites } from "../transaction/submit-writes.js";
import { type PlannedWrite, partOf, setBody } from "../write/planned-write.js";
import { writeError } from "../write/row-errors.js";
import { deleteRow, writeRow } from "../write/write-row.js";
import type { BulkOptions, BulkOutcome } from "./bulk.js";
import { type BulkBatch, type IndexedParts, WaitingWrite } from "./bulk-batch.js";
import { BulkSource } from "./bulk-source.js";
import { ambiguousAttemptsOf, bulkAborted, classifyFailure, isUnsent, notAttempted } from "./classify-failure.js";
import type { PartitionQueue } from "./partition-queue.js";
import { PendingWrites } from "./pending-writes.js";

/** How long a source may take for its next item, in milliseconds, before requests leave that could be larger. */
const flushDelayMs = 20;

/** After 429 and 503 nothing is sent for a delay of this kind. */
const slowdown: BackoffBounds = { baseDelayMs: 500, maxDelayMs: 30_000 };

/** How many refusals of one request are waited out. */
const maxRefusals = 8;

/** Outcomes that may wait for the caller before reading pauses. */
const maxOutcomes = 1000;

/** Checks and encodes an item; undefined for the deletion of a row that does not exist. */
export type PlanItem<Item> = (item: Item) => PlannedWrite | IndexedWrite | undefined;

/**
 * One bulk. Reads items while there is room for them, queues them by partition, and sends as many in a request as the
 * service takes. Memory is bounded by what is pending, however long the source is.
 */
export class BulkRun<Item> {
  readonly #connection: Connection;
  readonly #source: BulkSource<Item>;
  readonly #plan: PlanItem<Item>;
  readonly #options: BulkOptions;
  readonly #concurrency: number;
  readonly #abort: LinkedAbort;
  readonly #pending: PendingWrites<Item>;
  #outcomes: BulkOutcome<Item>[] = [];
  #index = 0;
  #done = 0;
  #failed = 0;
  #requests = 0;
  /** Promises of `onProgress` that have not settled. */
  #reports = 0;
  #isReading = false;
  #failure: { readonly error: unknown } | undefined;
  #slowUntil = 0;
  #isChanged = false;
  #wake: (() => void) | undefined;
  /** Whether it wakes by itself, too. */
  #isTimed = false;

  /** @param plan checks and encodes an item; the TableError that it throws is the item's outcome */
  constructor(
    connection: Connection,
    items: AsyncIterable<Item> | Iterable<Item>,
    plan: PlanItem<Item>,
    options: BulkOptions,
  ) {
    this.#connection = connection;
    this.#source = new BulkSource(items);
    this.#plan = plan;
    this.#options = options;
    this.#concurrency = atLeast("concurrency", options.concurrency ?? 8, 1);
    this.#abort = new LinkedAbort(options.signal);
    this.#pending = new PendingWrites(connection.limits, this.#concurrency);
  }

  /** One outcome for every item that was taken from the source, in the order in which they are known. */
  outcomes(): AsyncIterableIterator<BulkOutcome<Item>, void> {
    return new ItemIterator<readonly BulkOutcome<Item>[], BulkOutcome<Item>, BulkOutcome<Item>>({
      open: () => this.#readyOutcomes(),
      itemsOf: (outcomes) => outcomes,
      decode: (outcome) => outcome,
    });
  }

  async *#readyOutcomes(): AsyncGenerator<readonly BulkOutcome<Item>[], void> {
    const onAbort = () => this.#change();
    this.#abort.signal.addEventListener("abort", onAbort);
    try {
      let isLate = false;
      for (;;) {
        this.#isChanged = false;
        if (this.#options.signal?.aborted === true) this.#cancelPending();
        this.#read();
        this.#send(isLate);
        const ready = this.#outcomes;
        this.#outcomes = [];
        if (ready.length > 0) yield ready;
        if (this.#isDone) break;
        isLate = this.#isChanged ? false : await this.#changed();
      }
      if (this.#failure !== undefined) throw this.#failure.error;
      if (this.#options.signal?.aborted === true) throw bulkAborted(this.#options.signal.reason);
    } finally {
      this.#abort.signal.removeEventListener("abort", onAbort);
      this.#abort.end();
      await this.#source.close();
    }
  }

  get #isDone(): boolean {
    return this.#source.isEnded && this.#pending.isEmpty && this.#outcomes.length === 0 && this.#reports === 0;
  }

  #read(): void {
    if (this.#isReading || this.#source.isEnded || this.#pending.isFull) return;
    this.#isReading = true;
    this.#source
      .readWhile(
        () => !this.#pending.isFull && this.#outcomes.length < maxOutcomes,
        (item) => this.#take(item),
      )
      .catch((error) => {
        this.#source.isEnded = true;
        this.#failure = { error };
      })
      .finally(() => {
        this.#isReading = false;
        this.#change();
      });
  }

  #take(item: Item): void {
    const index = this.#index++;
    let plan: PlannedWrite | IndexedWrite | undefined;
    try {
      plan = this.#plan(item);
    } catch (error) {
      if (isTableError(error)) this.#endAtOnce({ ok: false, index, item, error });
      else this.#fail(error);
      return;
    }
    if (plan === undefined) {
      this.#endAtOnce({ ok: true, index, item, $etag: undefined, existed: false });
      return;
    }
    const planned = "changes" in plan ? plan.write : plan;
    const part = this.#partOf(planned);
    const indexed = "changes" in plan ? this.#indexedParts(plan) : undefined;
    const length = indexed?.parts.reduce((sum, entry) => sum + entry.length, part.length) ?? part.length;
    if (this.#pending.add(new WaitingWrite(index, item, planned, length, indexed), part)) this.#send(false);
    if (!this.#isTimed && this.#requests < this.#concurrency) this.#wake?.();
  }

  /** The write's part of a change set, which holds its body from now on. */
  #partOf(planned: PlannedWrite): string {
    const part = partOf(planned, this.#connection.endpoint);
    setBody(planned, "");
    return part;
  }

  #indexedParts({ changes }: IndexedWrite): IndexedParts {
    const writes = localWrites(this.#connection, changes);
    return { changes, writes, parts: writes.map((write) => this.#partOf(write)) };
  }

  /** @param isLate whether the source is late, so that requests leave which could be larger */
  #send(isLate: boolean): void {
    if (this.#abort.signal.aborted || performance.now() < this.#slowUntil) return;
    if (this.#pending.hasFullRequest) this.#sendQueues(true);
    if ((isLate && this.#source.isWaiting) || this.#source.isEnded || this.#pending.isFull) this.#sendQueues(false);
  }

  #sendQueues(onlyFull: boolean): void {
    for (const queue of this.#pending.queues()) {
      if (this.#requests >= this.#concurrency) return;
      const isReady = onlyFull ? queue.full > 0 : !queue.isEmpty;
      if (queue.isBusy || !isReady) continue;
      this.#requests++;
      queue.isBusy = true;
      void this.#sendNext(queue);
    }
  }

  async #sendNext(queue: PartitionQueue<Item>): Promise<void> {
    const batch = this.#pending.update(queue, () => queue.take()) as BulkBatch<Item>;
    try {
      batch.isSent = true;
      const results = await this.#submit(batch);
      this.#pending.update(queue, () => this.#written(queue, batch, results));
    } catch (error) {
      batch.ambiguousAttempts = ambiguousAttemptsOf(error);
      this.#pending.update(queue, () => this.#refused(queue, batch, error));
    }
    queue.isBusy = false;
    this.#pending.requeue(queue);
    this.#requests--;
    this.#report();
    // What is ready leaves before more is read: the service works while this process does.
    this.#send(false);
    this.#change();
  }

  /** Calls `onProgress`; what it throws or rejects with ends the bulk. */
  #report(): void {
    try {
      const reported: unknown = this.#options.onProgress?.({ done: this.#done, failed: this.#failed });
      if (isThenable(reported)) void this.#awaitReport(reported);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #awaitReport(reported: PromiseLike<unknown>): Promise<void> {
    this.#reports++;
    try {
      await reported;
    } catch (error) {
      this.#fail(error);
    }
    this.#reports--;
    this.#change();
  }

  /** Ends the bulk with an error, once everything that was read has its outcome. */
  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#closeSource();
  }

  /** Reads nothing more; an error from closing the source does not replace the reason for closing it. */
  #closeSource(): void {
    this.#source.close().catch(() => undefined);
  }

  /** New ETags; of deletes, whether the row existed. */
  async #submit(batch: BulkBatch<Item>): Promise<readonly (ETag | boolean)[]> {
    const options = { signal: this.#abort.signal, timeoutMs: this.#options.timeoutMs };
    const { writes, changeset, ambiguousAttempts } = batch;
    const indexed = batch.indexedTransaction();
    if (indexed !== undefined) {
      const { submitIndexedTransaction } = await import("../indexes/indexed-writes.js");
      const etags = await submitIndexedTransaction(this.#connection, indexed, options, ambiguousAttempts);
      return etags.map((etag) => etag ?? true);
    }
    if (writes.length === 1) {
      const write = batch.single();
      return write.name === "delete"
        ? [await deleteRow(this.#connection, write, options, ambiguousAttempts)]
        : [await writeRow(this.#connection, write, options, ambiguousAttempts)];
    }
    const operations = writes.map(({ planned }) => planned);
    const etags = await submitWrites(this.#connection, { operations, changeset }, options, ambiguousAttempts);
    // A transaction fails where a row to be deleted does not exist.
    return etags.map((etag) => etag ?? true);
  }

  #written(queue: PartitionQueue<Item>, { writes }: BulkBatch<Item>, results: readonly (ETag | boolean)[]): void {
    for (const [position, { index, item, planned }] of writes.entries()) {
      const result = results[position];
      const $etag = typeof result === "string" ? result : undefined;
      this.#end({ ok: true, index, item, $etag, existed: planned.name === "delete" ? result === true : undefined });
    }
    this.#pending.remove(writes);
    queue.refusals = 0;
    queue.maxOperations = Math.min(queue.maxOperations * 2, this.#connection.limits.transactionOperations);
  }

  /** What becomes of the writes of a request that failed: what is to blame fails, the others are sent again. */
  #refused(queue: PartitionQueue<Item>, batch: BulkBatch<Item>, error: unknown): void {
    const { writes, operations } = batch;
    const refusal = isIndexError(error) ? error.cause : error;
    const failure = classifyFailure(refusal, writes.length);
    // An entity with index rows is a transaction also where it is alone.
    const isOne = failure.next === "fail" && writes.length === 1 && isTransactionError(refusal);
    const blamed = isOne ? writes[0] : failure.next === "without" ? writes[failure.index] : undefined;
    if (failure.next === "wait" && queue.refusals < maxRefusals && this.#options.signal?.aborted !== true) {
      this.#slowDown(++queue.refusals);
      queue.repeat(batch);
    } else if (blamed !== undefined) {
      this.#blame(blamed, refusal as TransactionError, error);
      queue.putBack(batch, blamed);
    } else if (failure.next === "split") {
      queue.maxOperations = Math.ceil(operations / 2);
      queue.putBack(batch);
    } else if (isUnsent(error)) {
      this.#failAll(writes, notAttempted(batch.ambiguousAttempts));
    } else {
      const message = error instanceof Error ? error.message : String(error);
      this.#failAll(writes, isTableError(error) ? error : new TableError("request.failed", message, { cause: error }));
    }
  }

  #blame(write: WaitingWrite<Item>, error: TransactionError, thrown: unknown): void {
    const { index, item, planned } = write;
    const isGone = planned.name === "delete" && error.code === "entity.not-found";
    if (isGone) this.#end({ ok: true, index, item, $etag: undefined, existed: false });
    else
      this.#end({
        ok: false,
        index,
        item,
        error: isIndexError(thrown) ? thrown : isServiceError(error.cause) ? writeError(error.cause, planned) : error,
      });
    this.#pending.remove([write]);
  }

  #failAll(writes: readonly WaitingWrite<Item>[], error: TableError): void {
    for (const { index, item } of writes) this.#end({ ok: false, index, item, error });
    this.#pending.remove(writes);
  }

  /** After an abort: reads nothing more, and reports what waits as not written. */
  #cancelPending(): void {
    this.#closeSource();
    for (const queue of this.#pending.queues()) {
      this.#pending.update(queue, () => {
        for (let batch = queue.take(); batch !== undefined; batch = queue.take())
          this.#failAll(batch.writes, notAttempted(batch.ambiguousAttempts));
      });
      if (!queue.isBusy) this.#pending.requeue(queue);
    }
  }

  #end(outcome: BulkOutcome<Item>): void {
    this.#outcomes.push(outcome);
    this.#done++;
    if (!outcome.ok) this.#failed++;
  }

  /** The source may wait for what becomes of the item before it gives the next one. */
  #endAtOnce(outcome: BulkOutcome<Item>): void {
    this.#end(outcome);
    this.#change();
  }

  #slowDown(refusals: number): void {
    this.#slowUntil = performance.now() + backoff(refusals, slowdown, this.#connection.random);
  }

  #change(): void {
    this.#isChanged = true;
    this.#wake?.();
  }

  /** Resolves at the next change; with true where nothing changed for so long that what waits is sent as it is. */
  #changed(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = this.#mayLeave ? setTimeout(() => end(true), this.#dueMs) : undefined;
      const end = (isLate: boolean) => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve(isLate);
      };
      this.#isTimed = timer !== undefined;
      this.#wake = () => end(false);
    });
  }

  /** Whether a request waits for nothing but the source or a slowdown; all others wait for a response. */
  get #mayLeave(): boolean {
    return this.#requests < this.#concurrency && this.#pending.hasIdle;
  }

  get #dueMs(): number {
    return Math.max(flushDelayMs, this.#slowUntil - performance.now());
  }
}
