import { atLeast } from "../connection/at-least.js";
import type { Connection } from "../connection/connection.js";
import { LinkedAbort } from "../connection/linked-abort.js";
import { isThenable } from "../errors/check-argument.js";
import { formatValue } from "../errors/format-value.js";
import { RequestError } from "../errors/request-error.js";
import { isServiceError } from "../errors/service-error.js";
import { isTableError, TableError } from "../errors/table-error.js";
import type { TransactionError } from "../errors/transaction-error.js";
import { type BackoffBounds, backoff } from "../http/retry-delay.js";
import type { ETag } from "../schema/entity-types.js";
import { submitWrites } from "../transaction/submit-writes.js";
import { type PlannedWrite, partOf } from "../write/planned-write.js";
import { ofRow, writeRow } from "../write/write-row.js";
import type { BulkOptions, BulkOutcome } from "./bulk.js";
import { type BulkPack, WaitingWrite } from "./bulk-batch.js";
import { ambiguousAttemptsOf, isUnsent, reactionTo } from "./classify-failure.js";
import { ItemIterator } from "./item-iterator.js";
import { BulkLane } from "./partition-queue.js";

/** A source that is slower than this, in milliseconds, is not waited for with requests that could be sent. */
const lingerMs = 20;

/** Items that wait or are under way at most, wherever they go. */
const mostHeld = 10_000;

/** Items that are read before answers have their turn, whose connections stand idle until then. */
const readsInARow = 25;

/** After 429 and 503 nothing is sent for a delay of this kind. */
const slowdown: BackoffBounds = { baseDelayMs: 500, maxDelayMs: 30_000 };

/** How many refusals of one request are waited out. */
const maxRefusals = 8;

/**
 * One bulk. Items are read as long as there is room for them, wait in lanes by partition, and leave in requests of as
 * many as the service takes. Memory is bounded by what waits, whatever the length of the source.
 */
export class BulkRun<Item> {
  readonly #connection: Connection;
  readonly #source: AsyncIterator<Item> | Iterator<Item>;
  readonly #plan: (item: Item) => PlannedWrite;
  readonly #options: BulkOptions;
  readonly #concurrency: number;
  readonly #abort: LinkedAbort;
  /** Idle and busy lanes by PartitionKey, in the order in which they began to wait. */
  readonly #lanes = new Map<string, BulkLane<Item>>();
  #outcomes: BulkOutcome<Item>[] = [];
  #index = 0;
  #done = 0;
  #failed = 0;
  /** Items that wait or are under way, and about their bytes. */
  #held = 0;
  #heldBytes = 0;
  /** Requests that wait and that nothing would make larger. */
  #full = 0;
  #requests = 0;
  /** Promises of `onProgress` that have not ended. */
  #reports = 0;
  #isReading = false;
  /** Whether the source was asked for an item that has not come: reading takes time too, and is not its fault. */
  #isWaiting = false;
  #isEnded = false;
  #failure: { readonly error: unknown } | undefined;
  #slowUntil = 0;
  #isChanged = false;
  #wake: (() => void) | undefined;

  /** @param plan checks and encodes an item; the TableError that it throws is the item's outcome */
  constructor(
    connection: Connection,
    items: AsyncIterable<Item> | Iterable<Item>,
    plan: (item: Item) => PlannedWrite,
    options: BulkOptions,
  ) {
    this.#connection = connection;
    this.#source = iteratorOf(items);
    this.#plan = plan;
    this.#options = options;
    this.#concurrency = atLeast("concurrency", options.concurrency ?? 8, 1);
    this.#abort = new LinkedAbort(options.signal);
  }

  /** One outcome for every item that was taken from the source, in the order in which they are known. */
  outcomes(): AsyncIterableIterator<BulkOutcome<Item>, void> {
    return new ItemIterator(this.#batches());
  }

  async *#batches(): AsyncGenerator<readonly BulkOutcome<Item>[], void> {
    const onAbort = () => this.#change();
    this.#abort.signal.addEventListener("abort", onAbort);
    try {
      let isLate = false;
      for (;;) {
        this.#isChanged = false;
        if (this.#options.signal?.aborted === true) this.#giveUp();
        this.#read();
        this.#send(isLate);
        const ready = this.#outcomes;
        this.#outcomes = [];
        if (ready.length > 0) yield ready;
        if (this.#isEnded && this.#held === 0 && this.#outcomes.length === 0 && this.#reports === 0) break;
        isLate = this.#isChanged ? false : await this.#changed();
      }
      if (this.#failure !== undefined) throw this.#failure.error;
      if (this.#options.signal?.aborted === true) throw aborted(this.#options.signal.reason);
    } finally {
      this.#abort.signal.removeEventListener("abort", onAbort);
      this.#abort.end();
      await this.#stopReading();
    }
  }

  /** Whether enough waits: twice the requests that can be under way, or as much as is ever held. */
  get #isFull(): boolean {
    return (
      this.#full >= 2 * this.#concurrency ||
      this.#held >= mostHeld ||
      this.#heldBytes >= 2 * this.#concurrency * this.#connection.limits.transactionBytes
    );
  }

  #read(): void {
    if (this.#isReading || this.#isEnded || this.#isFull) return;
    this.#isReading = true;
    this.#readWhileRoom()
      .catch((error) => {
        this.#isEnded = true;
        this.#failure = { error };
      })
      .finally(() => {
        this.#isReading = false;
        this.#change();
      });
  }

  async #readWhileRoom(): Promise<void> {
    for (let read = 1; !this.#isEnded && !this.#isFull && this.#outcomes.length < 1000; read++) {
      let next = this.#source.next();
      if ("then" in next) {
        this.#isWaiting = true;
        next = await next;
        this.#isWaiting = false;
      }
      const { done, value } = next;
      if (done === true) this.#isEnded = true;
      else this.#take(value);
      // A source that never waits would keep answers waiting.
      if (read % readsInARow === 0) await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  #take(item: Item): void {
    const index = this.#index++;
    let planned: PlannedWrite;
    try {
      planned = this.#plan(item);
    } catch (error) {
      if (isTableError(error)) this.#end({ ok: false, index, item, error });
      else this.#fail(error);
      return;
    }
    const part = partOf(planned, this.#connection.endpoint);
    this.#held++;
    this.#heldBytes += part.length;
    const { partitionKey } = planned;
    let lane = this.#lanes.get(partitionKey);
    if (lane === undefined) {
      lane = new BulkLane(this.#connection.limits);
      this.#lanes.set(partitionKey, lane);
    }
    const { full } = lane;
    lane.push(new WaitingWrite(index, item, planned.withBody(""), part.length), part);
    if (lane.full === full) return;
    this.#full += lane.full - full;
    this.#send(false);
  }

  /**
   * @param isLate whether requests that could be larger are sent all the same, because the source keeps them waiting
   */
  #send(isLate: boolean): void {
    if (this.#abort.signal.aborted || performance.now() < this.#slowUntil) return;
    if (this.#full > 0) this.#sendLanes(({ full }) => full > 0);
    if ((isLate && this.#isWaiting) || this.#isEnded || this.#isFull) this.#sendLanes(({ isEmpty }) => !isEmpty);
  }

  #sendLanes(isReady: (lane: BulkLane<Item>) => boolean): void {
    for (const [partitionKey, lane] of this.#lanes) {
      if (this.#requests >= this.#concurrency) return;
      if (lane.isBusy || !isReady(lane)) continue;
      this.#requests++;
      lane.isBusy = true;
      void this.#sendOne(partitionKey, lane);
    }
  }

  async #sendOne(partitionKey: string, lane: BulkLane<Item>): Promise<void> {
    let { full } = lane;
    const pack = lane.take() as BulkPack<Item>;
    this.#full += lane.full - full;
    try {
      pack.isSent = true;
      const results = await this.#submit(pack);
      full = lane.full;
      this.#written(lane, pack, results);
    } catch (error) {
      full = lane.full;
      pack.ambiguousAttempts = ambiguousAttemptsOf(error);
      this.#refused(lane, pack, error);
    }
    this.#full += lane.full - full;
    lane.isBusy = false;
    this.#lanes.delete(partitionKey);
    // To the end of the queue, so that every lane has its turn.
    if (!lane.isEmpty) this.#lanes.set(partitionKey, lane);
    this.#requests--;
    this.#report();
    // What is ready leaves before more is read: the service works while this process does.
    this.#send(false);
    this.#change();
  }

  /** What the callback throws ends the bulk, and what a promise of its rejects with. */
  #report(): void {
    try {
      const reported: unknown = this.#options.onProgress?.({ done: this.#done, failed: this.#failed });
      if (isThenable(reported)) void this.#heed(reported);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #heed(reported: PromiseLike<unknown>): Promise<void> {
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
    this.#letGo();
  }

  /** Reads nothing more; what the source's end throws does not take the place of why. */
  #letGo(): void {
    this.#stopReading().catch(() => undefined);
  }

  /** Reads nothing more from here on, also from a source that cannot be let go, such as an array. */
  async #stopReading(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    await this.#source.return?.();
  }

  /** New ETags; of deletes, whether the row existed. */
  async #submit(pack: BulkPack<Item>): Promise<readonly (ETag | boolean)[]> {
    const options = { signal: this.#abort.signal, timeoutMs: this.#options.timeoutMs };
    const { writes, changeset, ambiguousAttempts } = pack;
    if (writes.length === 1) {
      return [await writeRow(this.#connection, pack.single(), options, ambiguousAttempts)];
    }
    const operations = writes.map(({ planned }) => planned);
    const etags = await submitWrites(this.#connection, { operations, changeset }, options, ambiguousAttempts);
    // A transaction fails where a row to be deleted does not exist.
    return etags.map((etag) => etag ?? true);
  }

  #written(lane: BulkLane<Item>, { writes }: BulkPack<Item>, results: readonly (ETag | boolean)[]): void {
    for (const [position, { index, item, planned }] of writes.entries()) {
      const result = results[position];
      const $etag = typeof result === "string" ? result : undefined;
      this.#end({ ok: true, index, item, $etag, existed: planned.name === "delete" ? result === true : undefined });
    }
    this.#release(writes);
    lane.refusals = 0;
    lane.most = Math.min(lane.most * 2, this.#connection.limits.transactionOperations);
  }

  /** What becomes of the writes of a request that failed: what is to blame fails, the others are sent again. */
  #refused(lane: BulkLane<Item>, pack: BulkPack<Item>, error: unknown): void {
    const { writes } = pack;
    const reaction = reactionTo(error, writes.length);
    const blamed = reaction.next === "without" ? writes[reaction.index] : undefined;
    if (reaction.next === "wait" && lane.refusals < maxRefusals && this.#options.signal?.aborted !== true) {
      this.#slowDown(++lane.refusals);
      lane.repeat(pack);
    } else if (blamed !== undefined) {
      this.#blame(blamed, error as TransactionError);
      lane.putBack(pack, blamed);
    } else if (reaction.next === "split") {
      lane.most = Math.ceil(writes.length / 2);
      lane.putBack(pack);
    } else if (isUnsent(error)) {
      this.#failAll(writes, notAttempted(pack));
    } else {
      const message = error instanceof Error ? error.message : String(error);
      this.#failAll(writes, isTableError(error) ? error : new TableError("request.failed", message, { cause: error }));
    }
  }

  #blame(write: WaitingWrite<Item>, error: TransactionError): void {
    const { index, item, planned } = write;
    const isGone = planned.name === "delete" && error.code === "entity.not-found";
    if (isGone) this.#end({ ok: true, index, item, $etag: undefined, existed: false });
    else
      this.#end({ ok: false, index, item, error: isServiceError(error.cause) ? ofRow(error.cause, planned) : error });
    this.#release([write]);
  }

  #failAll(writes: readonly WaitingWrite<Item>[], error: TableError): void {
    for (const { index, item } of writes) this.#end({ ok: false, index, item, error });
    this.#release(writes);
  }

  /** After an abort: reads nothing more, and tells of what waits that it was not written. */
  #giveUp(): void {
    this.#letGo();
    for (const [partitionKey, lane] of this.#lanes) {
      for (let pack = lane.take(); pack !== undefined; pack = lane.take())
        this.#failAll(pack.writes, notAttempted(pack));
      if (!lane.isBusy) this.#lanes.delete(partitionKey);
    }
    this.#full = 0;
  }

  #end(outcome: BulkOutcome<Item>): void {
    this.#outcomes.push(outcome);
    this.#done++;
    if (!outcome.ok) this.#failed++;
  }

  #release(writes: readonly WaitingWrite<Item>[]): void {
    this.#held -= writes.length;
    for (const { length } of writes) this.#heldBytes -= length;
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
      const pause = Math.max(lingerMs, this.#slowUntil - performance.now());
      const timer = setTimeout(() => end(true), pause);
      const end = (isLate: boolean) => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve(isLate);
      };
      this.#wake = () => end(false);
    });
  }
}

function iteratorOf<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncIterator<Item> | Iterator<Item> {
  if (typeof items === "object" && items !== null) {
    if (Symbol.asyncIterator in items) return items[Symbol.asyncIterator]();
    if (Symbol.iterator in items) return items[Symbol.iterator]();
  }
  throw new TableError(
    "value.wrong-type",
    `A bulk takes an iterable of items, such as an array; it was given ${formatValue(items)}.`,
  );
}

/** The error of writes that were not sent, or not again. */
function notAttempted<Item>({ ambiguousAttempts }: BulkPack<Item>): TableError {
  if (ambiguousAttempts === undefined) {
    return new TableError("bulk.not-attempted", "The bulk was aborted before this item was sent.");
  }
  const message = "The bulk was aborted before this item was sent again. An earlier attempt may have written it.";
  return new RequestError("request.aborted", message, { attempts: ambiguousAttempts.length, ambiguousAttempts });
}

function aborted(reason: unknown): RequestError {
  const message = "The bulk was aborted by the caller's signal.";
  return new RequestError("request.aborted", message, { attempts: 0, cause: reason });
}
