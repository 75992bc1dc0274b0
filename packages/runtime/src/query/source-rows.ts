import { checkCount } from "../connection/check-count.js";
import { type CallOptions, callOptionForms } from "../connection/connection.js";
import { checkOptions } from "../errors/check-options.js";
import { TableError } from "../errors/table-error.js";
import { readPages } from "./pages/read-pages.js";
import { filtersText } from "./plan-query.js";
import type { PagedRows } from "./query.js";
import {
  type ArrayOptions,
  arrayOptionForms,
  type Page,
  type PageOptions,
  pageOptionForms,
  type QueryPlan,
} from "./query-options.js";
import { iterateRows, type RowSource, responsesOf } from "./row-source.js";

/** The terminal methods of all queries, over a {@link RowSource}. */
export class SourceRows<R> implements PagedRows<R> {
  readonly #source: RowSource<R>;

  constructor(source: RowSource<R>) {
    this.#source = source;
  }

  [Symbol.asyncIterator](): AsyncIterator<R, void> {
    return iterateRows(this.#source, this.#source.options);
  }

  async first(options?: CallOptions): Promise<R | undefined> {
    checkOptions("first", options, callOptionForms, "query.invalid-option");
    let first: R | undefined;
    await visitRows(limited(this.#source, 1), options, (row) => {
      first = row;
    });
    return first;
  }

  async firstOrThrow(options?: CallOptions): Promise<R> {
    const row = await this.first(options);
    if (row !== undefined) return row;
    const { table, filters } = this.#source.plan;
    throw new TableError("query.not-found", `No row of table ${table} matches ${filtersText(filters) || "the query"}.`);
  }

  async toArray(options: ArrayOptions = {}): Promise<R[]> {
    checkOptions("toArray", options, arrayOptionForms, "query.invalid-option");
    const { max, ...call } = options;
    if (max !== undefined) checkCount("max", max, 0);
    const rows: R[] = [];
    await visitRows(max === undefined ? this.#source : limited(this.#source, max + 1), call, (row) => {
      rows.push(row);
    });
    if (max === undefined || rows.length <= max) return rows;
    const { table } = this.#source.plan;
    const help = `Raise max, or use take(${max}) to read no more than that.`;
    throw new TableError("query.too-many-rows", `The query of table ${table} found more than ${max} rows. ${help}`);
  }

  async count(options?: CallOptions): Promise<number> {
    checkOptions("count", options, callOptionForms, "query.invalid-option");
    let count = 0;
    await visitRows(this.#source.counted(), options, () => {
      count++;
    });
    return count;
  }

  async exists(options?: CallOptions): Promise<boolean> {
    checkOptions("exists", options, callOptionForms, "query.invalid-option");
    let exists = false;
    await visitRows(limited(this.#source.counted(), 1), options, () => {
      exists = true;
    });
    return exists;
  }

  async page(options: PageOptions = {}): Promise<Page<R>> {
    checkOptions("page", options, pageOptionForms, "query.invalid-option");
    for await (const page of readPages({ ...this.#source, options: { ...this.#source.options, prefetch: 0 } }, options))
      return page;
    return { items: [], cursor: undefined };
  }

  pages(options: PageOptions = {}): AsyncIterable<Page<R>> {
    checkOptions("pages", options, pageOptionForms, "query.invalid-option");
    return readPages(this.#source, options);
  }

  explain(): QueryPlan {
    return this.#source.plan;
  }
}

/** The same, with fewer rows in total. */
function limited<R>(source: RowSource<R>, limit: number): RowSource<R> {
  return { ...source, limit: Math.min(limit, source.limit ?? limit) };
}

/** All rows, without a promise for each. */
async function visitRows<R>(
  source: RowSource<R>,
  call: CallOptions | undefined,
  visit: (row: R) => void,
): Promise<void> {
  let remaining = source.limit ?? Number.POSITIVE_INFINITY;
  for await (const response of responsesOf(source, { ...source.options, ...call })) {
    for (const payload of response.rows) {
      const row = source.decode(payload);
      if (row === undefined) continue;
      visit(row);
      if (--remaining === 0) return;
    }
  }
}
