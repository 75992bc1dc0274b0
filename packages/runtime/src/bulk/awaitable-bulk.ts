import { isTableError, TableError } from "../errors/table-error.js";
import type { Bulk, BulkCounts, BulkOutcome } from "./bulk.js";
import { BulkTally } from "./bulk-tally.js";
import { unwatchBulk, watchBulk } from "./forgotten-bulk.js";

type Outcomes<Item> = AsyncIterableIterator<BulkOutcome<Item>, void>;

/** The outcomes of a bulk, to iterate over or to await: whichever comes first starts it. */
export class AwaitableBulk<Item> implements Bulk<Item> {
  readonly #outcomes: Outcomes<Item>;
  #isIterated = false;
  #isLooped = false;
  #counts: Promise<BulkCounts> | undefined;

  /** @param name of the entity or table */
  constructor(name: string, outcomes: Outcomes<Item>) {
    this.#outcomes = outcomes;
    watchBulk(this, name);
  }

  /** The outcomes themselves, so that a loop calls their `next` directly. */
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

  // biome-ignore lint/suspicious/noThenProperty: a bulk is awaited as a promise is, and begins only then
  then<Counts = BulkCounts, Failed = never>(
    onFulfilled?: ((counts: BulkCounts) => Counts | PromiseLike<Counts>) | null,
    onRejected?: ((error: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Counts | Failed> {
    unwatchBulk(this);
    this.#counts ??= this.#isIterated ? Promise.reject(usedTwice()) : countsOf(this.#outcomes);
    return this.#counts.then(onFulfilled, onRejected);
  }

  #iterate(): void {
    if (this.#isIterated) return;
    unwatchBulk(this);
    this.#isIterated = true;
  }
}

/** Takes all outcomes. @throws BulkError where an item was not written; what the iteration throws */
async function countsOf<Item>(outcomes: Outcomes<Item>): Promise<BulkCounts> {
  const tally = new BulkTally();
  try {
    for await (const outcome of outcomes) tally.add(outcome);
  } catch (error) {
    // What ended the bulk says nothing of what was written before, or may have been.
    const isOwn = isTableError(error, "request.aborted") && tally.written > 0;
    if (!isOwn && tally.unknown === 0) throw error;
    throw tally.toError(error);
  }
  if (tally.failed > 0) throw tally.toError();
  return { written: tally.written };
}

function usedTwice(): TableError {
  const problem = "This bulk was already awaited or iterated over, and it writes its items only once. Call bulk again.";
  return new TableError("bulk.used-twice", problem);
}
