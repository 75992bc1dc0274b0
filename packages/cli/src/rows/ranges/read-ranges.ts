import type { TableClient, TableQuery } from "@tablewright/runtime";
import { divideRest, divideTable, type PageEnds } from "./divide-ranges.js";
import { type KeyRange, markRead, queryRange, type RowSelection } from "./key-range.js";
import { PageBudget } from "./page-budget.js";
import type { PageContent } from "./page-content.js";

export interface ReadOptions {
  /** Maximum number of ranges that are read concurrently. */
  readonly parallel: number;
  /** True if the service returns rows in key order, as Azure Storage does. If so, large ranges are divided while they are read. */
  readonly isOrdered: boolean;
  /** Rows and properties to read; undefined for all. */
  readonly selection?: RowSelection;
  /** Ranges of keys that contain all rows of the selection; undefined if that is not known. */
  readonly within?: readonly KeyRange[] | undefined;
  readonly signal: AbortSignal;
}

/**
 * Processes the rows of a page. The last page of a range may have no rows.
 * @param markRead records that the range is read up to here; must be called as soon as the rows are processed
 * @param signal aborts when another reader fails; after that, nothing new must be started
 */
export type TakePage<Content> = (content: Content, markRead: () => void, signal: AbortSignal) => Promise<void>;

/**
 * Number of pages after which a range is divided if another reader has nothing to do. In a smaller range, the search for boundaries would
 * take too many requests.
 */
const pagesBeforeDivision = 8;

/** Returns the ranges to read: those that contain the selection, or the table or partition divided among the readers. */
export async function rangesToRead(table: TableClient, options: ReadOptions): Promise<KeyRange[]> {
  const { parallel, signal, selection, within } = options;
  return within?.map((range) => ({ ...range })) ?? (await divideTable(table, parallel, signal, selection));
}

/**
 * Reads ranges with several concurrent readers. Each reader holds one page at a time, until `take` has resolved. Pages of different
 * ranges arrive in any order. A reader without work gets part of another reader's range, so that no large partition is left to one
 * reader.
 * @param ranges the key ranges to read; if one is divided, this function adds the parts to the list
 */
export async function readRanges<Content>(
  table: TableClient,
  ranges: KeyRange[],
  form: PageContent<Content>,
  options: ReadOptions,
  take: TakePage<Content>,
): Promise<void> {
  const abort = new AbortController();
  const run = new RangeRun(
    table,
    ranges,
    form,
    { ...options, signal: AbortSignal.any([options.signal, abort.signal]) },
    take,
  );
  const readers = Array.from({ length: options.parallel }, () => run.read());
  try {
    await Promise.all(readers);
  } catch (error) {
    abort.abort();
    run.end();
    await Promise.allSettled(readers);
    throw error;
  }
}

class RangeRun<Content> {
  readonly #table: TableClient;
  readonly #ranges: KeyRange[];
  readonly #form: PageContent<Content>;
  readonly #options: ReadOptions;
  readonly #take: TakePage<Content>;
  readonly #budget = new PageBudget();
  /** Ranges that no reader reads yet. */
  readonly #waiting: KeyRange[];
  /** Resolve functions of the readers that wait for a range. */
  readonly #idle: ((range: KeyRange | undefined) => void)[] = [];
  #busy = 0;
  #isEnded = false;

  constructor(
    table: TableClient,
    ranges: KeyRange[],
    form: PageContent<Content>,
    options: ReadOptions,
    take: TakePage<Content>,
  ) {
    this.#table = table;
    this.#ranges = ranges;
    this.#form = form;
    this.#options = options;
    this.#take = take;
    this.#waiting = ranges.filter(({ isRead }) => isRead !== true);
  }

  /** Runs one reader until there is no range left to read. */
  async read(): Promise<void> {
    for (let range = await this.#next(); range !== undefined; range = await this.#next()) {
      await this.#readRange(range);
      this.#busy--;
      if (this.#busy === 0 && this.#waiting.length === 0) this.end();
    }
  }

  /** Ends all readers: those that wait end now, the others after their current range. */
  end(): void {
    this.#isEnded = true;
    for (const resume of this.#idle.splice(0)) resume(undefined);
  }

  async #next(): Promise<KeyRange | undefined> {
    // After a reader has failed, `#busy` (the number of readers with a range) never becomes 0 again. So a reader that started to wait now
    // would wait forever.
    if (this.#isEnded) return undefined;
    const range = this.#waiting.shift();
    if (range !== undefined) this.#busy++;
    if (range !== undefined || this.#busy === 0) return range;
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  async #readRange(range: KeyRange): Promise<void> {
    const query = queryRange(this.#table, range, this.#options.signal, this.#options.selection);
    let divideAfter = pagesBeforeDivision;
    for (let pages = 1; ; pages++) {
      const ends = await this.#readPage(query, range);
      if (range.isRead) return;
      if (pages < divideAfter || ends === undefined || !this.#isDivisible) continue;
      if (await this.#divide(range, ends)) return;
      divideAfter = 2 * pages;
    }
  }

  /** Reads a page and processes its rows. Returns the keys of the page's first and last row; undefined if the page has no rows. */
  async #readPage(query: TableQuery, range: KeyRange): Promise<PageEnds | undefined> {
    const page = await this.#budget.acquire();
    try {
      const { content, ends, bytes, cursor } = await this.#form.read(query, range.cursor);
      page.arrived(bytes);
      const since = this.#options.selection?.since;
      const kept = since === undefined ? content : this.#form.since(content, since);
      await this.#take(kept, () => markRead(range, cursor), this.#options.signal);
      return ends;
    } finally {
      page.release();
    }
  }

  get #isDivisible(): boolean {
    return this.#options.isOrdered && this.#idle.length > 0 && this.#waiting.length === 0;
  }

  /** Divides the rest of a range among this reader and the idle ones. Returns false if the rest cannot be divided. */
  async #divide(range: KeyRange, ends: PageEnds): Promise<boolean> {
    const parts = await divideRest(this.#table, range, ends, this.#idle.length + 1, this.#options.signal);
    if (parts === undefined) return false;
    markRead(range, undefined);
    this.#ranges.push(...parts);
    this.#waiting.push(...parts);
    for (const resume of this.#idle.splice(0, this.#waiting.length)) {
      this.#busy++;
      resume(this.#waiting.shift());
    }
    return true;
  }
}
