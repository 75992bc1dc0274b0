import type { Connection } from "../connection/connection.js";
import { touchesIndexes } from "../entries/indexed-values.js";
import { conditionalWrite, type IndexedWrite, planIndexed, planIndexedInsert } from "../entries/plan-indexed.js";
import { isTableError } from "../errors/table-error.js";
import { isOutdated, isOvertaken, readCurrent, writeIndexed } from "../indexes/write-indexed.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../schema/entity-types.js";
import type { PlannedWrite } from "../write/planned-write.js";
import { entityNotFound } from "../write/row-errors.js";
import type { BulkInput, BulkItem, BulkOptions, BulkOutcome } from "./bulk.js";
import { BulkRun } from "./bulk-run.js";
import { BulkTally } from "./bulk-tally.js";
import { bulkAborted } from "./classify-failure.js";
import { checkItem, planItem } from "./plan-item.js";
import { readAhead } from "./read-ahead.js";

/** An item whose entity was read where its indexes need that. */
interface PreparedItem<Item> {
  readonly item: Item;
  /** The write as the item says; undefined where it was refused. */
  readonly given: PlannedWrite | undefined;
  /** What to send; undefined for the deletion of a row that does not exist. */
  readonly plan: PlannedWrite | IndexedWrite | undefined;
  readonly error: unknown;
  /** Ends the item's claim on its row. */
  release(): void;
}

/** Rows that are read at a time, ahead of their writes. */
const maxAhead = 32;

/**
 * A bulk of an entity with indexes. Writes that need to know what is stored read it first; of several items with one row each waits for
 * the one before. An item that another writer overtakes is written on its own, unless it has a condition.
 */
export async function* runIndexedBulk<T extends EntityTypes, Item extends BulkItem<T>>(
  connection: Connection,
  schema: EntitySchema<T>,
  items: BulkInput<Item>,
  options: BulkOptions,
): AsyncGenerator<BulkOutcome<Item>, void> {
  const rows = new ClaimedRows();
  const call = { signal: options.signal, timeoutMs: options.timeoutMs };
  const prepare = async (item: Item): Promise<PreparedItem<Item>> => {
    let given: PlannedWrite | undefined;
    let release = () => {};
    try {
      checkItem(schema, item);
      const insert = "insert" in item ? planIndexedInsert(connection, schema, item.insert) : undefined;
      given = insert?.write ?? planItem(connection, schema, item);
      release = await rows.claim(given);
      return { item, given, plan: insert ?? (await planChange(given, item)), error: undefined, release };
    } catch (error) {
      return { item, given, plan: undefined, error, release };
    }
  };
  const planChange = async (given: PlannedWrite, item: Item) => {
    if ("merge" in item && !touchesIndexes(schema, item.changes)) return given;
    const row = await readCurrent(connection, schema, given, call);
    // The service refuses it.
    if (isOutdated(given, row)) return given;
    const write = conditionalWrite(schema, given, row);
    if (write !== undefined) return planIndexed(connection, schema, write, row);
    if (given.name === "delete") return undefined;
    throw entityNotFound(schema.name, given);
  };
  const planned = (prepared: PreparedItem<Item>) => {
    if (prepared.error !== undefined) throw prepared.error;
    return prepared.plan;
  };
  const source = readAhead(items, maxAhead, prepare);
  const outcomes = new BulkRun(connection, source, planned, options).outcomes();
  const tally = new BulkTally();
  try {
    for (let next = await outcomes.next(); next.done !== true; next = await outcomes.next()) {
      const { value: outcome } = next;
      const { item, given, release } = outcome.item;
      const isAlone = !outcome.ok && given !== undefined && isOvertaken(outcome.error, given);
      const own = isAlone ? await writeAlone(given, { item, index: outcome.index }) : { ...outcome, item };
      release();
      tally.add(own);
      yield own;
    }
  } catch (error) {
    // It counted what was overtaken as failed.
    const isAborted = options.signal?.aborted === true && isTableError(error, "request.aborted");
    throw isAborted ? bulkAborted(options.signal?.reason, tally) : error;
  } finally {
    rows.releaseAll();
    await outcomes.return?.();
  }

  async function writeAlone(
    given: PlannedWrite,
    { item, index }: { readonly item: Item; readonly index: number },
  ): Promise<BulkOutcome<Item>> {
    try {
      const { $etag, existed } = await writeIndexed(connection, schema, given, call);
      return { ok: true, index, item, $etag, existed: given.name === "delete" ? existed : undefined };
    } catch (error) {
      if (isTableError(error)) return { ok: false, index, item, error };
      throw error;
    }
  }
}

/** Which rows have a write under way. */
class ClaimedRows {
  readonly #last = new Map<string, Promise<void>>();
  readonly #releases = new Set<() => void>();

  /** Waits for the writes of the same row that came before. */
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

  /** Ends all waiting, where no outcome is awaited any more. */
  releaseAll(): void {
    for (const release of this.#releases) release();
  }
}
