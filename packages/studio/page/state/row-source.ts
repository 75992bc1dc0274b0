import { batch, createSignal } from "solid-js";
import type { RowQuery } from "../../src/contract/query.js";
import type { Row, RowId } from "../../src/contract/rows.js";
import { callStudio } from "../api/call-studio.js";
import { firstPageSize, takeFirstPage } from "./first-page.js";
import type { LoadedRow, Rows } from "./rows.js";

/** Page of rows that was read once: its position, and the cursor to read it again. */
interface Slot {
  start: number;
  length: number;
  readonly cursor: string | undefined;
  rows: readonly Row[] | undefined;
  /** Running request that reads the page again. */
  reading?: Promise<void> | undefined;
}

interface State {
  readonly isLoading: boolean;
  /** True if the user has stopped the reading. */
  readonly isPaused?: boolean;
  readonly error?: Error;
}

const pageSize = 1000;
/** Maximum number of pages to keep in memory. Dropped pages are read again, with their cursors, when the user scrolls to them. */
const maxPages = 5;

/**
 * Rows of a query, read page by page as the user scrolls to them. Keeps only the last used pages, so that memory does not grow with the
 * rows.
 */
export class RowSource implements Rows {
  readonly query: RowQuery;
  readonly newRows = 0;
  readonly #slots: Slot[] = [];
  /** Pages in memory, the most recently used last. */
  readonly #recent = new Set<Slot>();
  readonly #abort = new AbortController();
  readonly #replaced = new Map<string, Row>();
  /** Keys of the rows that were removed, which a page that is being read may still have. */
  readonly #removed = new Set<string>();
  readonly #version = createSignal(0);
  readonly #state = createSignal<State>({ isLoading: false });
  #next: string | undefined;
  #pause: AbortController | undefined;
  #isComplete = false;
  /** Running request for the next page, which all callers of `more` wait for. */
  #reading: Promise<void> | undefined;

  constructor(query: RowQuery) {
    this.query = query;
  }

  /** Number of rows read so far, including rows that are no longer in memory. */
  get count(): number {
    this.#version[0]();
    const last = this.#slots.at(-1);
    return last === undefined ? 0 : last.start + last.length;
  }

  /** True once the last page was read. */
  get isComplete(): boolean {
    this.#version[0]();
    return this.#isComplete;
  }

  get whole(): Rows {
    return this;
  }

  get isLoading(): boolean {
    return this.#state[0]().isLoading;
  }

  get error(): Error | undefined {
    return this.#state[0]().error;
  }

  get isPaused(): boolean {
    return this.#state[0]().isPaused === true;
  }

  /** Aborts the request for the next page. Reading goes on with {@link more}. */
  pause(): void {
    this.#pause?.abort();
  }

  /** Returns the row at a position; undefined if it is not in memory. If its page was dropped, starts to read the page again. */
  row(index: number): Row | undefined {
    this.#version[0]();
    const slot = this.#slotAt(index);
    if (slot === undefined) return undefined;
    if (slot.rows === undefined) void this.#readAgain(slot);
    else this.#keep(slot);
    const row = slot.rows?.[index - slot.start];
    return row && this.#current(row);
  }

  /**
   * Returns the row at a position, after reading the pages up to it if necessary. Returns undefined after the last row, after an error,
   * which {@link error} has, and after {@link pause} and {@link stop}.
   */
  async read(index: number): Promise<Row | undefined> {
    if (index >= this.count && this.isPaused) await this.more();
    while (index >= this.count && this.#canRead() && this.error === undefined && !this.isPaused) await this.more();
    const slot = this.#slotAt(index);
    if (slot !== undefined && slot.rows === undefined) await this.#readAgain(slot);
    return slot?.rows?.[index - slot.start];
  }

  /** Returns all rows in memory with their positions. */
  loaded(): LoadedRow[] {
    this.#version[0]();
    return this.#slots.flatMap(({ start, rows = [] }) =>
      rows.map((each, index) => ({ position: start + index, row: this.#current(each) })),
    );
  }

  /** Shows the new version of a row that was written. */
  replace(row: Row): void {
    this.#replaced.set(rowKeyText(row), row);
    this.#changed();
  }

  /**
   * Removes deleted rows, so that those below move up.
   * @returns false if a row may be in a page that is no longer in memory: its rows have to be read again from the first one
   */
  remove(ids: readonly RowId[]): boolean {
    const gone = new Set(ids.map(rowKeyText));
    for (const key of gone) this.#removed.add(key);
    const before = this.count;
    let start = 0;
    for (const slot of this.#slots) {
      slot.rows = slot.rows?.filter((row) => !gone.has(rowKeyText(row)));
      slot.length = slot.rows?.length ?? slot.length;
      slot.start = start;
      start += slot.length;
    }
    this.#changed();
    return before - start === gone.size || this.#slots.every(({ rows }) => rows !== undefined);
  }

  /** Reads the next page. Resolves once the page has arrived; concurrent callers share one request. */
  more(): Promise<void> {
    if (!this.#canRead()) return Promise.resolve();
    this.#reading ??= this.#readNext();
    return this.#reading;
  }

  /** Stops reading for good, and aborts the running requests of this source. */
  stop(): void {
    this.#abort.abort();
    this.#state[1]({ isLoading: false });
  }

  /** Returns the version of a row that was written after the row was read, or the row itself. */
  #current(row: Row): Row {
    return this.#replaced.size === 0 ? row : (this.#replaced.get(rowKeyText(row)) ?? row);
  }

  #canRead(): boolean {
    return !this.#isComplete && !this.#abort.signal.aborted;
  }

  async #readNext(): Promise<void> {
    this.#state[1]({ isLoading: true });
    const pause = new AbortController();
    this.#pause = pause;
    try {
      const cursor = this.#next;
      const size = this.#slots.length === 0 ? firstPageSize : pageSize;
      const early = cursor === undefined ? takeFirstPage(this.query) : undefined;
      const { rows: read, cursor: next } = await (early === undefined
        ? this.#read(cursor, size, pause.signal)
        : abortable(early, pause.signal));
      const rows = this.#withoutRemoved(read);
      this.#next = next;
      this.#isComplete = next === undefined;
      const slot = { start: this.count, length: rows.length, cursor, rows };
      if (rows.length > 0) {
        this.#slots.push(slot);
        this.#keep(slot);
      }
      this.#finish({ isLoading: false });
    } catch (error) {
      if (pause.signal.aborted) this.#finish({ isLoading: false, isPaused: true });
      else this.#finish({ isLoading: false, error: error as Error });
    }
  }

  /** Updates the state after a request for the next page, unless reading was stopped. */
  #finish(state: State): void {
    this.#reading = undefined;
    if (this.#abort.signal.aborted) return;
    batch(() => {
      this.#state[1](state);
      this.#changed();
    });
  }

  #readAgain(slot: Slot): Promise<void> {
    slot.reading ??= this.#readSlot(slot).finally(() => {
      slot.reading = undefined;
    });
    return slot.reading;
  }

  async #readSlot(slot: Slot): Promise<void> {
    try {
      const size = slot.cursor === undefined ? firstPageSize : pageSize;
      const { rows } = await this.#read(slot.cursor, size);
      slot.rows = this.#withoutRemoved(rows).slice(0, slot.length);
      this.#keep(slot);
      this.#changed();
    } catch {
      // The rows of the page stay empty; scrolling to them tries again.
    }
  }

  #withoutRemoved(rows: readonly Row[]): readonly Row[] {
    return this.#removed.size === 0 ? rows : rows.filter((row) => !this.#removed.has(rowKeyText(row)));
  }

  #read(cursor: string | undefined, size: number, pause?: AbortSignal) {
    const signal = AbortSignal.any([this.#abort.signal, ...(pause === undefined ? [] : [pause])]);
    return callStudio("rows", { query: this.query, size, ...(cursor !== undefined && { cursor }) }, signal);
  }

  /** Marks a page as just used. If too many pages are in memory, drops the rows of the least recently used one. */
  #keep(slot: Slot): void {
    this.#recent.delete(slot);
    this.#recent.add(slot);
    const [oldest] = this.#recent;
    if (this.#recent.size <= maxPages || oldest === undefined) return;
    oldest.rows = undefined;
    this.#recent.delete(oldest);
  }

  #slotAt(index: number): Slot | undefined {
    let low = 0;
    let high = this.#slots.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const slot = this.#slots[middle] as Slot;
      if (index < slot.start) high = middle - 1;
      else if (index >= slot.start + slot.length) low = middle + 1;
      else return slot;
    }
    return undefined;
  }

  #changed(): void {
    this.#version[1]((version) => version + 1);
  }
}

/** Rejects as soon as the signal is aborted. */
function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

/** Returns a text made of both keys that identifies the row within its table. */
export function rowKeyText({ partitionKey, rowKey }: Pick<Row, "partitionKey" | "rowKey">): string {
  return JSON.stringify([partitionKey, rowKey]);
}
