import { createSignal } from "solid-js";
import type { RowQuery } from "../../src/contract/query.js";
import type { Row } from "../../src/contract/rows.js";
import { callStudio } from "../api/call-studio.js";

/** Page of rows: where it starts, and how to read it again. */
interface Slot {
  readonly start: number;
  readonly length: number;
  readonly cursor: string | undefined;
  rows: readonly Row[] | undefined;
  isReading: boolean;
}

const pageSize = 1000;
/** Size of the first page, which should appear at once. */
const firstPageSize = 100;
/** Maximum number of pages in memory. Others are read again by their cursors when they are scrolled to. */
const maxPages = 24;

/** Rows of a query, read page by page as they are scrolled to. Memory does not grow with the number of rows. */
export class RowSource {
  readonly query: RowQuery;
  readonly #slots: Slot[] = [];
  readonly #recent = new Set<Slot>();
  readonly #abort = new AbortController();
  readonly #replaced = new Map<string, Row | undefined>();
  readonly #version = createSignal(0);
  readonly #state = createSignal<{ readonly isLoading: boolean; readonly error?: Error }>({ isLoading: false });
  #next: string | undefined;
  #isComplete = false;

  constructor(query: RowQuery) {
    this.query = query;
  }

  /** Number of rows read so far. */
  get count(): number {
    this.#version[0]();
    const last = this.#slots.at(-1);
    return last === undefined ? 0 : last.start + last.length;
  }

  /** True once the last row was read. */
  get isComplete(): boolean {
    this.#version[0]();
    return this.#isComplete;
  }

  get isLoading(): boolean {
    return this.#state[0]().isLoading;
  }

  get error(): Error | undefined {
    return this.#state[0]().error;
  }

  /** Returns the row at a position; undefined while it is read again. */
  row(index: number): Row | undefined {
    this.#version[0]();
    const slot = this.#slotAt(index);
    if (slot === undefined) return undefined;
    if (slot.rows === undefined) void this.#readAgain(slot);
    const row = slot.rows?.[index - slot.start];
    if (row === undefined) return undefined;
    const key = rowKeyText(row);
    return this.#replaced.has(key) ? this.#replaced.get(key) : row;
  }

  /** Reads the row at a position, on from the last page that was read if need be; undefined after the last row. */
  async read(index: number): Promise<Row | undefined> {
    while (index >= this.count && !this.#isComplete && this.error === undefined) await this.more();
    const slot = this.#slotAt(index);
    if (slot !== undefined && slot.rows === undefined) await this.#readAgain(slot);
    return slot?.rows?.[index - slot.start];
  }

  /** Returns all rows in memory. */
  loaded(): Row[] {
    return this.#slots.flatMap(({ rows = [] }) => [...rows]);
  }

  /** Shows a row as it was written; undefined for one that was deleted. */
  replace(id: Pick<Row, "partitionKey" | "rowKey">, row: Row | undefined): void {
    this.#replaced.set(rowKeyText(id), row);
    this.#changed();
  }

  /** Reads the next page. */
  async more(): Promise<void> {
    if (this.#isComplete || this.isLoading) return;
    this.#state[1]({ isLoading: true });
    try {
      const cursor = this.#next;
      const size = this.#slots.length === 0 ? firstPageSize : pageSize;
      const { rows, cursor: next } = await this.#read(cursor, size);
      this.#next = next;
      this.#isComplete = next === undefined;
      const slot = { start: this.count, length: rows.length, cursor, rows, isReading: false };
      if (rows.length > 0) this.#slots.push(slot);
      this.#keep(slot);
      this.#state[1]({ isLoading: false });
    } catch (error) {
      if (!this.#abort.signal.aborted) this.#state[1]({ isLoading: false, error: error as Error });
    }
    this.#changed();
  }

  /** Stops reading. */
  stop(): void {
    this.#abort.abort();
    this.#state[1]({ isLoading: false });
  }

  async #readAgain(slot: Slot): Promise<void> {
    if (slot.isReading) return;
    slot.isReading = true;
    try {
      const size = slot.start === 0 ? firstPageSize : pageSize;
      slot.rows = (await this.#read(slot.cursor, size)).rows.slice(0, slot.length);
      this.#keep(slot);
      this.#changed();
    } catch {
      // The row stays empty; scrolling to it tries again.
    } finally {
      slot.isReading = false;
    }
  }

  #read(cursor: string | undefined, size: number) {
    const { signal } = this.#abort;
    return callStudio("rows", { query: this.query, size, ...(cursor !== undefined && { cursor }) }, signal);
  }

  /** Drops the page that was read first, if there are too many. */
  #keep(slot: Slot): void {
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

/** Returns text that only this row has. */
export function rowKeyText({ partitionKey, rowKey }: Pick<Row, "partitionKey" | "rowKey">): string {
  return JSON.stringify([partitionKey, rowKey]);
}
