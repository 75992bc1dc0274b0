import { isServiceError } from "../errors/call-errors.js";
import { isTableError, TableError } from "../errors/table-error.js";
import { isTransactionError, type TransactionError } from "../errors/transaction-error.js";
import { LinkedAbort } from "../http/cancellation.js";
import { monotonicNow } from "../http/clock.js";
import { type BackoffBounds, backoff } from "../http/retry-delay.js";
import { isError } from "../platform/built-ins.js";
import { startRealTimer, Timer } from "../platform/time.js";
import { ItemIterator } from "../query/item-iterator.js";
import type { Write, WriteResult } from "../rest/write.js";
import type { AnySchema } from "../schema/entity-schema.js";
import { writeError } from "../write/write-errors.js";
import { requestLimits, type Writer } from "../write/writer.js";
import { type BulkOptions, type BulkOutcome, WrittenItem } from "./bulk.js";
import { type BulkBatch, type Companions, WaitingWrite } from "./bulk-batch.js";
import { BulkSource } from "./bulk-source.js";
import { BulkTally, bulkAborted, noResponse, notAttempted, ProgressReports, stoppedBefore } from "./bulk-tally.js";
import { classifyFailure, isUnsent, lostRequests } from "./classify-failure.js";
import { type PartitionQueue, PendingWrites } from "./pending-writes.js";

/**
 * Maximum time to wait for the next item of a source, in milliseconds. After this time the bulk sends its waiting writes, even if a request
 * has room for more.
 */
const flushDelayMs = 20;

/** Delays after a 429 or 503 response, during which the bulk sends nothing. */
const slowdown: BackoffBounds = { baseDelayMs: 500, maxDelayMs: 30_000 };

/**
 * Maximum number of 429 and 503 responses in a row from one partition after which the bulk sends the request again. After one more, the
 * writes of the request fail.
 */
const maxBusyResponses = 8;

/**
 * Number of requests in a row to one partition without a usable response after which all writes that wait for this partition fail.
 * Otherwise each of them would go through all retries. They fail only if the last of these requests had a single item, because a larger
 * request may have got no response due to its size.
 */
const maxLost = 3;

/** The bulk stops reading items while the caller has not taken this number of outcomes. */
const maxOutcomes = 1000;

/** Function that checks and encodes an item. Returns undefined for the deletion of a row that does not exist. */
export type PlanItem<Item> = (item: Item) => Write | undefined;

/**
 * One bulk while it runs. Reads items while there is room for them, queues them by partition, and sends as many in a request as the service
 * accepts. It limits the number of pending items, and with it the memory, however long the source is.
 */
export class BulkRun<Item> {
  readonly #writer: Writer;
  readonly #source: BulkSource<Item>;
  readonly #plan: PlanItem<Item>;
  readonly #options: BulkOptions;
  readonly #schema: AnySchema | undefined;
  readonly #concurrency: number;
  readonly #abort: LinkedAbort;
  readonly #pending: PendingWrites<Item>;
  #outcomes: BulkOutcome<Item>[] = [];
  #index = 0;
  readonly #tally = new BulkTally();
  #requests = 0;
  readonly #progress: ProgressReports;
  #isReading = false;
  #failure: { readonly error: unknown } | undefined;
  #isStopped = false;
  #slowUntil = 0;
  #isChanged = false;
  #wake: (() => void) | undefined;
  /**
   * True if the current wait (`#changed`) has a timer. If it has none, it ends as soon as a new write may be sent, and the next wait gets a
   * timer.
   */
  #isTimed = false;

  /**
   * @param plan checks and encodes an item; if it throws a TableError, that error becomes the item's outcome
   * @param schema the schema of the entity class, for the values that outcomes have; undefined if nobody reads them
   */
  constructor(
    writer: Writer,
    items: AsyncIterable<Item> | Iterable<Item>,
    plan: PlanItem<Item>,
    options: BulkOptions,
    schema?: AnySchema,
  ) {
    this.#writer = writer;
    this.#source = new BulkSource(items);
    this.#plan = plan;
    this.#options = options;
    this.#schema = schema;
    this.#concurrency = options.concurrency ?? 8;
    this.#abort = new LinkedAbort(options.signal);
    this.#pending = new PendingWrites(requestLimits(writer, options), this.#concurrency);
    const fail = (error: unknown) => this.#fail(error);
    this.#progress = new ProgressReports(options.onProgress, fail, () => this.#change());
  }

  /** Iterates over the outcomes, in the order in which they become known: one for every item that was read from the source. */
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
        if (this.#isStopped || this.#isAborted) this.#cancelPending();
        this.#read();
        this.#send(isLate);
        const ready = this.#outcomes;
        this.#outcomes = [];
        if (ready.length > 0) yield ready;
        if (this.#isDone) break;
        isLate = this.#isChanged ? false : await this.#changed();
      }
      this.#throwFailure();
    } finally {
      this.#abort.signal.removeEventListener("abort", onAbort);
      this.#abort.end();
      await this.#source.close();
    }
  }

  /** Stops sending. Items in flight still get their outcome; waiting items fail. */
  stop(): void {
    this.#isStopped = true;
    this.#change();
  }

  get #isAborted(): boolean {
    return this.#options.signal?.aborted === true;
  }

  #throwFailure(): void {
    const error = this.#failure?.error;
    // If the caller's signal also aborted the source, `#failure` is the error of the source. It says nothing about the writes in flight, so
    // an error that does is thrown in its place.
    if (this.#isAborted && (this.#failure === undefined || isTableError(error, "request.aborted"))) {
      throw bulkAborted(this.#options.signal?.reason, this.#tally);
    }
    if (this.#failure !== undefined) throw error;
  }

  get #isDone(): boolean {
    return this.#source.isEnded && this.#pending.isEmpty && this.#outcomes.length === 0 && this.#progress.areSettled;
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
    let planned: Write | undefined;
    try {
      planned = this.#plan(item);
    } catch (error) {
      if (isTableError(error)) this.#endAtOnce({ ok: false, index, item, error });
      else this.#fail(error);
      return;
    }
    if (planned === undefined) {
      this.#endAtOnce(new WrittenItem({ index, item }, false, undefined, this.#schema));
      return;
    }
    const part = planned.toPart(this.#writer.connection);
    const companions = this.#companionsOf(planned);
    const length = companions?.parts.reduce((sum, each) => sum + each.length, part.length) ?? part.length;
    if (this.#pending.add(new WaitingWrite(index, item, planned.withoutBody(), length, companions), part))
      this.#send(false);
    if (!this.#isTimed && this.#requests < this.#concurrency) this.#wake?.();
  }

  #companionsOf({ companions, effects }: Write): Companions | undefined {
    if (companions.length === 0 && effects === undefined) return undefined;
    const writes = companions.map((each) => each.withoutBody());
    return { writes, parts: companions.map((each) => each.toPart(this.#writer.connection)), effects };
  }

  /**
   * Sends requests that are full. If no more writes are expected soon, sends all waiting ones. @param isLate true if the source has kept
   * the bulk waiting: then requests are sent although more writes could join them
   */
  #send(isLate: boolean): void {
    if (this.#abort.signal.aborted || this.#isStopped || monotonicNow() < this.#slowUntil) return;
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
    const { timeoutMs, exactly } = this.#options;
    const options = { timeoutMs, exactly, signal: this.#abort.signal };
    try {
      const results = await batch.send(this.#writer, options, this);
      this.#pending.update(queue, () => this.#written(queue, batch, results));
    } catch (error) {
      this.#pending.update(queue, () => this.#handleFailure(queue, batch, error));
    }
    queue.isBusy = false;
    this.#pending.requeue(queue);
    this.#requests--;
    this.#progress.report(this.#tally);
    // Sends full requests before reading more, so that the service works while this process reads.
    this.#send(false);
    this.#change();
  }

  /** Ends the bulk with an error, once everything that was read has its outcome. */
  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#closeSource();
  }

  /** Stops reading. An error from closing the source does not replace the reason for closing it. */
  #closeSource(): void {
    this.#source.close().catch(() => undefined);
  }

  #written(queue: PartitionQueue<Item>, batch: BulkBatch<Item>, results: readonly WriteResult[]): void {
    const { writes } = batch;
    for (const [position, waiting] of writes.entries()) {
      this.#end(new WrittenItem(waiting, results[position], waiting.write, this.#schema));
    }
    this.#pending.remove(writes);
    queue.grow(batch);
  }

  /** Handles the failure of a request: the writes that caused it fail, the others are sent again. */
  #handleFailure(queue: PartitionQueue<Item>, batch: BulkBatch<Item>, error: unknown): void {
    const { writes, earlier } = batch;
    const cause = findCause(error);
    const mayWait = queue.busyResponses < maxBusyResponses && !this.#isAborted;
    const failure = classifyFailure(cause, { writes: writes.length, earlier: earlier?.attempts, mayWait });
    batch.earlier = lostRequests(cause, earlier);
    const isLost = failure.next === "lost";
    queue.lost = isLost ? queue.lost + 1 : 0;
    if (failure.next === "wait") {
      this.#slowDown(++queue.busyResponses);
      queue.repeat(batch);
    } else if (failure.next === "without") {
      const blamed = writes[failure.index] as WaitingWrite<Item>;
      this.#blame(blamed, cause as TransactionError, error);
      // An earlier request with these writes may have been applied. So each further rejection makes the client read the rows of all writes
      // in the rejected request. Smaller requests cost fewer reads.
      const maxOperations = batch.earlier === undefined ? queue.maxOperations : Math.ceil(batch.operations / 2);
      queue.putBack(batch, { without: blamed, recentWrites: this.#writer.connection.recentWrites, maxOperations });
    } else if (failure.next === "split" || (isLost && writes.length > 1)) {
      queue.shrink(batch, isLost);
      queue.putBack(batch);
    } else if (failure.next === "apart") {
      queue.putBack(batch, { maxOperations: 1 });
    } else {
      this.#failAll(writes, isUnsent(error) ? notAttempted(batch.earlier?.attempts) : tableError(error));
      if (isLost && queue.lost >= maxLost) this.#giveUp(queue, error);
    }
  }

  #blame(waiting: WaitingWrite<Item>, rejection: TransactionError, thrown: unknown): void {
    const { index, item, write } = waiting;
    if (write.name === "delete" && rejection.code === "entity.not-found")
      this.#end(new WrittenItem(waiting, false, write, this.#schema));
    else {
      const own = isServiceError(rejection.cause) ? writeError(rejection.cause, write) : rejection;
      this.#end({ ok: false, index, item, error: thrown === rejection ? own : tableError(thrown) });
    }
    this.#pending.remove([waiting]);
  }

  #failAll(writes: readonly WaitingWrite<Item>[], error: TableError): void {
    for (const { index, item } of writes) this.#end({ ok: false, index, item, error });
    this.#pending.remove(writes);
  }

  /**
   * Fails all writes that wait for a partition that does not respond. A write that earlier requests may have applied fails with the error
   * of the last of these requests.
   */
  #giveUp(queue: PartitionQueue<Item>, cause: unknown): void {
    const error = noResponse(queue.lost, cause);
    for (const { writes, earlier } of queue.giveUp()) this.#failAll(writes, earlier?.error ?? error);
  }

  /** Stops reading after an abort or `stop`, and fails all waiting writes. */
  #cancelPending(): void {
    this.#closeSource();
    const unsent = this.#isAborted ? notAttempted(undefined) : stoppedBefore();
    for (const queue of this.#pending.queues()) {
      this.#pending.update(queue, () => {
        for (const { writes, earlier } of queue.takeAll()) {
          const error = this.#isAborted && earlier !== undefined ? notAttempted(earlier.attempts) : earlier?.error;
          this.#failAll(writes, error ?? unsent);
        }
      });
      if (!queue.isBusy) this.#pending.requeue(queue);
    }
  }

  #end(outcome: BulkOutcome<Item>): void {
    this.#outcomes.push(outcome);
    this.#tally.add(outcome);
  }

  /** Reports an outcome immediately, because the source may yield its next item only after the caller has the outcome. */
  #endAtOnce(outcome: BulkOutcome<Item>): void {
    this.#end(outcome);
    this.#change();
  }

  #slowDown(busyResponses: number): void {
    this.#slowUntil = monotonicNow() + backoff(busyResponses, slowdown, this.#writer.connection.random);
  }

  #change(): void {
    this.#isChanged = true;
    this.#wake?.();
  }

  /**
   * Waits for the next change, such as a response, and resolves to false. If the timer ends before anything has changed, resolves to true:
   * the caller then sends the waiting writes, even if a request has room for more.
   */
  #changed(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = this.#canSendMore ? this.#startTimer(() => end(true)) : undefined;
      const end = (isLate: boolean) => {
        timer?.stop();
        this.#wake = undefined;
        resolve(isLate);
      };
      this.#isTimed = timer !== undefined;
      this.#wake = () => end(false);
    });
  }

  /** True if a wait gets a timer: a write waits whose partition has no request in flight, and the bulk may send another request. */
  get #canSendMore(): boolean {
    return this.#requests < this.#concurrency && this.#pending.hasIdle;
  }

  /** Starts the timer of a wait. If a test has a fake clock, only the delay after a busy response follows it, as all retries do. */
  #startTimer(end: () => void): Pick<Timer, "stop"> {
    const slowMs = this.#slowUntil - monotonicNow();
    return slowMs > 0 ? new Timer(end, Math.max(flushDelayMs, slowMs)) : startRealTimer(end, flushDelayMs);
  }
}

/** If a thrown error has a TransactionError as its cause, returns that; otherwise the thrown error. */
function findCause(error: unknown): unknown {
  return isTableError(error) && isTransactionError(error.cause) ? error.cause : error;
}

function tableError(error: unknown): TableError {
  if (isTableError(error)) return error;
  const message = isError(error) ? error.message : String(error);
  return new TableError("request.failed", message, { cause: error });
}
