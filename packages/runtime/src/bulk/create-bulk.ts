import { isTableError, TableError } from "../errors/table-error.js";
import type { RowTypes } from "../write/row-encoder.js";
import type { WriteItem } from "../write/writer.js";
import { type Bulk, type BulkCounts, type BulkInput, type BulkOptions, type BulkOutcome, checkItem } from "./bulk.js";
import { BulkRun } from "./bulk-run.js";
import { BulkTally } from "./bulk-tally.js";
import type { BulkTarget } from "./reading-bulk.js";

/** Creates a bulk that starts when it is awaited or iterated. @throws TableError `value.wrong-type` if the items are not iterable */
export function createBulk<T extends RowTypes, Item extends WriteItem<T>>(
  target: BulkTarget<T>,
  items: BulkInput<Item>,
  options: BulkOptions,
): Bulk<Item> {
  const { writer, rows } = target;
  if (writer.needsRow(rows, "replace")) return new AwaitableBulk(rows.name, readFirst(target, items, options));
  const plan = (item: Item) => {
    checkItem(rows.name, item);
    return writer.plan(rows, item);
  };
  return new AwaitableBulk(rows.name, new BulkRun<Item>(writer, items, plan, options, rows.schema).outcomes());
}

async function* readFirst<T extends RowTypes, Item extends WriteItem<T>>(
  target: BulkTarget<T>,
  items: BulkInput<Item>,
  options: BulkOptions,
): AsyncGenerator<BulkOutcome<Item>, void> {
  const { runReadingBulk } = await import("./reading-bulk.js");
  yield* runReadingBulk(target, items, options);
}

type Outcomes<Item> = AsyncIterableIterator<BulkOutcome<Item>, void>;

/** Bulk that the caller iterates over for its outcomes, or awaits for its counts. It starts when the caller does either. */
class AwaitableBulk<Item> implements Bulk<Item> {
  readonly #outcomes: Outcomes<Item>;
  #isIterated = false;
  #isLooped = false;
  #counts: Promise<BulkCounts> | undefined;

  /** @param name the entity class's or table's name, for messages */
  constructor(name: string, outcomes: Outcomes<Item>) {
    this.#outcomes = outcomes;
    watchBulk(this, name);
  }

  /** Returns the inner iterator in place of this object, so that a loop calls its `next` directly. */
  [Symbol.asyncIterator](): Outcomes<Item> {
    if (this.#counts !== undefined || this.#isLooped) throw usedTwice();
    this.#iterate();
    this.#isLooped = true;
    return this.#outcomes;
  }

  next(): Promise<IteratorResult<BulkOutcome<Item>, void>> {
    if (this.#counts !== undefined) return Promise.reject(usedTwice());
    this.#iterate();
    return this.#outcomes.next();
  }

  async return(): Promise<IteratorResult<BulkOutcome<Item>, void>> {
    if (this.#counts !== undefined) throw usedTwice();
    this.#iterate();
    return (await this.#outcomes.return?.()) ?? { done: true, value: undefined };
  }

  // biome-ignore lint/suspicious/noThenProperty: callers await a bulk as they await a promise, and that starts it
  then<Counts = BulkCounts, Failed = never>(
    onFulfilled?: ((counts: BulkCounts) => Counts | PromiseLike<Counts>) | null,
    onRejected?: ((error: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Counts | Failed> {
    unwatchBulk(this);
    this.#counts ??= this.#isIterated ? Promise.reject(usedTwice()) : countOutcomes(this.#outcomes);
    return this.#counts.then(onFulfilled, onRejected);
  }

  #iterate(): void {
    if (this.#isIterated) return;
    unwatchBulk(this);
    this.#isIterated = true;
  }
}

/**
 * Runs a bulk to its end and counts its outcomes.
 * @throws BulkError if an item was not written; otherwise the error that ended the bulk early
 */
async function countOutcomes<Item>(outcomes: Outcomes<Item>): Promise<BulkCounts> {
  const tally = new BulkTally();
  try {
    for await (const outcome of outcomes) tally.add(outcome);
  } catch (error) {
    // Throws a BulkError with the counts, whose cause is the error that ended the bulk early. It does so in two cases: the bulk was aborted
    // after items were written, or the outcome of an item is unknown.
    const isOwn = isTableError(error, "request.aborted") && tally.written > 0;
    if (!isOwn && tally.unknown === 0) throw error;
    throw tally.toError(error);
  }
  if (tally.failed > 0) throw tally.toError();
  return { written: tally.written };
}

function usedTwice(): TableError {
  const problem = "This bulk was already awaited or iterated over. Call bulk again.";
  return new TableError("bulk.used-twice", problem);
}

/**
 * Registry that warns about bulks that are garbage-collected without having been started. Created with the first bulk. Undefined before
 * that, and if the runtime has no `FinalizationRegistry`.
 */
let registry: FinalizationRegistry<string> | undefined;

/** Watches a new bulk, to warn if it is garbage-collected and was never started. @param name the entity class's or table's name */
function watchBulk(bulk: object, name: string): void {
  if (typeof FinalizationRegistry === "undefined") return;
  registry ??= new FinalizationRegistry(warn);
  registry.register(bulk, name, bulk);
}

function unwatchBulk(bulk: object): void {
  registry?.unregister(bulk);
}

/** Warns that a bulk was never started. Does nothing without `process.emitWarning`, which workers of other runtimes may lack. */
function warn(name: string): void {
  const problem = `A bulk of ${name} was never awaited, so nothing was written. Await it or iterate over it.`;
  globalThis.process?.emitWarning?.(problem);
}
