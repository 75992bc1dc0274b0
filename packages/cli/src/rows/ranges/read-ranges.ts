import type { TableClient, TableQuery } from "@tablewright/runtime";
import { divideRest, type KeyRange, markRead, type PageEnds, queryRange } from "./key-range.js";
import { PageBudget } from "./page-budget.js";
import type { PageForm } from "./page-form.js";

export interface ReadOptions {
  /** Ranges to read at a time. */
  readonly parallel: number;
  /** Whether the service returns rows in the order of their keys, as Azure Storage does: then large ranges are divided. */
  readonly isOrdered: boolean;
  readonly signal: AbortSignal;
}

/**
 * Takes the rows of a page, of which there are none if the range has no rows, or no more.
 * @param markRead notes in the range that it is read up to here: to be called as soon as the rows are taken
 */
export type TakePage<Content> = (content: Content, markRead: () => void) => Promise<void>;

/** Pages of a range after which it is worth dividing, which takes some requests. */
const pagesBeforeDivision = 8;

/**
 * Reads ranges with several readers at a time. Each holds one page until `take` has resolved. The order of the pages is that of the
 * responses. A reader that has nothing left to read gets a part of what others have, so that one large partition is
 * not left to one reader.
 * @param ranges parts of divided ranges are added to them
 */
export async function readRanges<Content>(
  table: TableClient,
  ranges: KeyRange[],
  form: PageForm<Content>,
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
  readonly #form: PageForm<Content>;
  readonly #options: ReadOptions;
  readonly #take: TakePage<Content>;
  readonly #budget = new PageBudget();
  /** Ranges that no reader has yet. */
  readonly #waiting: KeyRange[];
  /** Readers that wait for a range. */
  readonly #idle: ((range: KeyRange | undefined) => void)[] = [];
  #busy = 0;

  constructor(
    table: TableClient,
    ranges: KeyRange[],
    form: PageForm<Content>,
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

  /** One reader, until nothing is left that it could be given. */
  async read(): Promise<void> {
    for (let range = await this.#next(); range !== undefined; range = await this.#next()) {
      await this.#readRange(range);
      this.#busy--;
      if (this.#busy === 0 && this.#waiting.length === 0) this.end();
    }
  }

  /** Sends the waiting readers home. */
  end(): void {
    for (const resume of this.#idle.splice(0)) resume(undefined);
  }

  async #next(): Promise<KeyRange | undefined> {
    const range = this.#waiting.shift();
    if (range !== undefined) this.#busy++;
    if (range !== undefined || this.#busy === 0) return range;
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  async #readRange(range: KeyRange): Promise<void> {
    const query = queryRange(this.#table, range, this.#options.signal);
    let divideAfter = pagesBeforeDivision;
    for (let pages = 1; ; pages++) {
      const ends = await this.#readPage(query, range);
      if (range.isRead) return;
      if (pages < divideAfter || ends === undefined || !this.#isDivisible) continue;
      if (await this.#divide(range, ends)) return;
      divideAfter = 2 * pages;
    }
  }

  /** @returns the keys of the first and of the last row; undefined without rows */
  async #readPage(query: TableQuery, range: KeyRange): Promise<PageEnds | undefined> {
    const release = await this.#budget.acquire();
    try {
      const { content, ends, bytes, cursor } = await this.#form.read(query, range.cursor);
      this.#budget.learn(bytes);
      await this.#take(content, () => markRead(range, cursor));
      return ends;
    } finally {
      release();
    }
  }

  get #isDivisible(): boolean {
    return this.#options.isOrdered && this.#idle.length > 0 && this.#waiting.length === 0;
  }

  /** Shares what is left of a range with the readers that are idle. */
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
