import { isTableError } from "../errors/table-error.js";
import type { Write } from "../rest/write.js";
import type { EntityId } from "../schema/entity-schema.js";
import { readCurrent } from "../write/deciding-reads.js";
import type { RowEncoder, RowTypes } from "../write/row-encoder.js";
import { isOvertaken } from "../write/write-errors.js";
import type { WriteItem, Writer } from "../write/writer.js";
import { type BulkInput, type BulkOptions, type BulkOutcome, checkItem, WrittenItem } from "./bulk.js";
import { BulkRun } from "./bulk-run.js";
import { BulkTally, bulkAborted } from "./bulk-tally.js";

export interface BulkTarget<T extends RowTypes> {
  readonly writer: Writer;
  readonly rows: RowEncoder<T>;
}

/** Item of a bulk that is ready to be written. If its write depends on the stored row, the row has been read. */
interface PreparedItem<Item> {
  readonly item: Item;
  /**
   * Write as planned before the row was read. If another writer changes the row first, the item is planned again from this. Undefined if
   * the write does not depend on the row.
   */
  readonly given: Write | undefined;
  /** Write to send. Undefined after the bulk has taken it, and for the deletion of a row that does not exist. */
  plan: Write | undefined;
  readonly error: unknown;
  /** Lets the next item that waits for the same row continue. */
  release(): void;
}

/** Maximum number of rows that are read concurrently, ahead of their writes. */
const maxAhead = 32;

/**
 * Runs a bulk whose writes depend on the stored contents of their rows, so it reads each row before its write. Items for the same row wait
 * for each other. If another writer changes a row between its read and its write, the item is planned again and sent in a separate request,
 * unless its condition is an ETag.
 */
export async function* runReadingBulk<T extends RowTypes, Item extends WriteItem<T>>(
  { writer, rows }: BulkTarget<T>,
  items: BulkInput<Item>,
  options: BulkOptions,
): AsyncGenerator<BulkOutcome<Item>, void> {
  const { connection } = writer;
  const claimed = new ClaimedRows();
  const call = { signal: options.signal, timeoutMs: options.timeoutMs, exactly: options.exactly };
  const prepare = async (item: Item): Promise<PreparedItem<Item>> => {
    let given: Write | undefined;
    let release = () => {};
    try {
      checkItem(rows.name, item);
      const planned = writer.plan(rows, item);
      if (planned.effects?.needsRow === true) given = planned;
      release = await claimed.claim(planned);
      const row = given && (await readCurrent(connection, rows, given, call));
      return { item, given, plan: given ? writer.complete(rows, given, row) : planned, error: undefined, release };
    } catch (error) {
      return { item, given, plan: undefined, error, release };
    }
  };
  const planned = (prepared: PreparedItem<Item>) => {
    if (prepared.error !== undefined) throw prepared.error;
    const { plan } = prepared;
    prepared.plan = undefined;
    return plan;
  };
  const source = readAhead(items, maxAhead, prepare);
  const outcomes = new BulkRun(writer, source, planned, options, rows.schema).outcomes();
  const tally = new BulkTally();
  try {
    for (let next = await outcomes.next(); next.done !== true; next = await outcomes.next()) {
      const { value: outcome } = next;
      const { item, given, release } = outcome.item;
      const isAlone = !outcome.ok && given !== undefined && isOvertaken(outcome.error, given);
      const own = isAlone ? await writeAlone(given, { item, index: outcome.index }) : withItem(outcome, item);
      release();
      tally.add(own);
      yield own;
    }
  } catch (error) {
    // If another writer was faster, the inner `BulkRun` counts the item as failed, even if `writeAlone` wrote it later. So if the bulk was
    // aborted, its error is created again here, with the counts of `tally`.
    const isAborted = options.signal?.aborted === true && isTableError(error, "request.aborted");
    throw isAborted ? bulkAborted(options.signal?.reason, tally) : error;
  } finally {
    claimed.releaseAll();
    await outcomes.return?.();
  }

  async function writeAlone(
    given: Write,
    { item, index }: { readonly item: Item; readonly index: number },
  ): Promise<BulkOutcome<Item>> {
    try {
      const result = await writer.send(given, call);
      return new WrittenItem({ index, item }, result, given, rows.schema);
    } catch (error) {
      if (isTableError(error)) return { ok: false, index, item, error };
      throw error;
    }
  }
}

/** Returns the outcome of a prepared item as that of the item that the caller passed. */
function withItem<Item>(outcome: BulkOutcome<PreparedItem<Item>>, item: Item): BulkOutcome<Item> {
  if (!outcome.ok) return { ...outcome, item };
  return (outcome as WrittenItem<PreparedItem<Item>>).of(item);
}

/** Rows that items of the bulk are reading or writing at present. A later item for one of these rows waits. */
class ClaimedRows {
  readonly #last = new Map<string, Promise<void>>();
  readonly #releases = new Set<() => void>();

  /** Waits for earlier items with the same row, and returns a function that lets the next one continue. */
  async claim({ partitionKey, rowKey }: EntityId): Promise<() => void> {
    const key = JSON.stringify([partitionKey, rowKey]);
    const before = this.#last.get(key);
    let release = () => {};
    const own = new Promise<void>((resolve) => {
      release = () => {
        if (this.#last.get(key) === own) this.#last.delete(key);
        this.#releases.delete(release);
        resolve();
      };
    });
    this.#last.set(key, own);
    this.#releases.add(release);
    await before;
    return release;
  }

  /** Lets all waiting items continue when the iteration ends, because nobody else would. */
  releaseAll(): void {
    for (const release of this.#releases) release();
  }
}

/** Result of one call of a source's `next`: an item, the end, or the error that ended the source. */
interface Step<Item> {
  readonly result?: IteratorResult<Item>;
  readonly error?: unknown;
}

/**
 * Calls `prepare` for each item, at most `max` concurrently, and yields the results in the order of the items. It reads at most `max` items
 * ahead. If the source fails, its error is thrown after the results of all items that were read.
 */
export async function* readAhead<Item, Prepared>(
  items: Iterable<Item> | AsyncIterable<Item>,
  max: number,
  prepare: (item: Item) => Promise<Prepared>,
): AsyncGenerator<Prepared, void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const ahead: Promise<Prepared>[] = [];
  let next: Promise<Step<Item>> | undefined;
  let end: Step<Item> | undefined;
  try {
    for (;;) {
      if (end === undefined && ahead.length < max) next ??= readStep(iterator);
      const [first] = ahead;
      if (first === undefined && next === undefined) break;
      const ready = first?.then(() => undefined);
      const step = await (next === undefined ? ready : ready === undefined ? next : Promise.race([next, ready]));
      if (step === undefined) {
        yield (await ahead.shift()) as Prepared;
        continue;
      }
      next = undefined;
      if (step.result === undefined || step.result.done === true) end = step;
      else ahead.push(prepare(step.result.value));
    }
  } finally {
    if (end === undefined) await iterator.return?.();
  }
  if (end !== undefined && "error" in end) throw end.error;
}

async function readStep<Item>(iterator: Iterator<Item> | AsyncIterator<Item>): Promise<Step<Item>> {
  try {
    return { result: await iterator.next() };
  } catch (error) {
    return { error };
  }
}
