import { checkCount, checkQueryOptions } from "../errors/check-options.js";
import { invalidQuery, TableError } from "../errors/table-error.js";
import { type CallOptions, callOptionKinds } from "../rest/connection.js";
import { filtersText, planQuery } from "./plan-query.js";
import type { PagedRows } from "./query.js";
import type { ArrayOptions, Page, PageOptions, QueryOptions, QueryPlan } from "./query-options.js";
import { arrayOptionKinds, pageOptionKinds, queryOptionKinds } from "./query-options.js";
import { type QueryState, withLimit, withWhere } from "./query-state.js";
import { readPages } from "./read-pages.js";
import { iterateRows, visitRows } from "./read-rows.js";
import type { RowReader } from "./row-reader.js";

/**
 * Key under which a query shows its state to functions of this package. It is a shared symbol, so another copy of the package finds it too.
 */
const stateKey: unique symbol = Symbol.for("@tablewright/query-state/v1") as never;

/**
 * Verbs that all queries share: methods that return a query with another state, and methods that read the rows. `EntityQueryBuilder` and
 * the like add their own verbs, and the public interfaces declare both. If a method changes the type of the rows, it returns a query of
 * `never`, which is assignable to all of those interfaces.
 */
export class QueryBuilder<R, Reader extends RowReader<R> = RowReader<R>> implements PagedRows<R> {
  /** Private, so that printing a query shows no connection. */
  readonly #state: QueryState<R, Reader>;

  constructor(state: QueryState<R, Reader>) {
    this.#state = state;
  }

  protected get state(): QueryState<R, Reader> {
    return this.#state;
  }

  get [stateKey](): QueryState<R> {
    return this.state;
  }

  /** Returns the state of a query; undefined if no client of this package created the object. */
  static stateOf(query: object): QueryState<unknown> | undefined {
    return (query as { readonly [stateKey]?: QueryState<unknown> })[stateKey];
  }

  /** Returns a query of the same kind with another state. */
  static withState<Q extends object>(query: Q, state: QueryState<unknown>): Q {
    const Same = query.constructor as new (state: QueryState<unknown>) => Q;
    return new Same(state);
  }

  where(condition: object): this {
    return this.derive(withWhere(this.state, condition));
  }

  take(rows: number): this {
    checkCount("take", rows, 0);
    return this.derive({ limit: rows });
  }

  with(options: QueryOptions): this {
    checkQueryOptions("with", options, queryOptionKinds);
    return this.derive({ options: { ...this.state.options, ...options } });
  }

  [Symbol.asyncIterator](): AsyncIterator<R, void> {
    return iterateRows(this.state);
  }

  async first(options?: CallOptions): Promise<R | undefined> {
    checkQueryOptions("first", options, callOptionKinds);
    let first: R | undefined;
    await visitRows(withLimit(this.state, 1), options, (row) => {
      first = row;
    });
    return first;
  }

  async firstOrThrow(options?: CallOptions): Promise<R> {
    const row = await this.first(options);
    if (row !== undefined) return row;
    const { table, filters } = this.explain();
    throw new TableError("query.not-found", `No row of table ${table} matches ${filtersText(filters) || "the query"}.`);
  }

  async toArray(options: ArrayOptions = {}): Promise<R[]> {
    checkQueryOptions("toArray", options, arrayOptionKinds);
    const { max, ...call } = options;
    const rows: R[] = [];
    await visitRows(max === undefined ? this.state : withLimit(this.state, max + 1), call, (row) => {
      rows.push(row);
    });
    if (max === undefined || rows.length <= max) return rows;
    const { table } = this.state.reader;
    const help = `Raise max, or use take(${max}) to read no more than that.`;
    throw new TableError("query.too-many-rows", `The query of table ${table} found more than ${max} rows. ${help}`);
  }

  async count(options?: CallOptions): Promise<number> {
    checkQueryOptions("count", options, callOptionKinds);
    let count = 0;
    await visitRows(this.#counted, options, () => {
      count++;
    });
    return count;
  }

  async exists(options?: CallOptions): Promise<boolean> {
    checkQueryOptions("exists", options, callOptionKinds);
    let exists = false;
    await visitRows(withLimit(this.#counted, 1), options, () => {
      exists = true;
    });
    return exists;
  }

  async page(options: PageOptions = {}): Promise<Page<R>> {
    checkQueryOptions("page", options, pageOptionKinds);
    const state = { ...this.state, options: { ...this.state.options, prefetch: 0 } } as const;
    for await (const page of readPages(state, options)) return page;
    return { items: [], cursor: undefined };
  }

  pages(options: PageOptions = {}): AsyncIterable<Page<R>> {
    checkQueryOptions("pages", options, pageOptionKinds);
    return readPages(this.state, options);
  }

  explain(): QueryPlan {
    return planQuery(this.state);
  }

  get #counted(): QueryState<unknown> {
    return { ...this.state, reader: this.state.reader.counted() };
  }

  /** Returns a query of the same kind with other members of the state. */
  protected derive(change: Partial<QueryState<R, Reader>>): this {
    return QueryBuilder.withState(this, { ...this.state, ...change });
  }
}

/** Checks that a `select` names at least one property. @throws TableError `query.invalid-option` */
export function checkSelectsAny(names: readonly string[], entity: string): void {
  if (names.length === 0) throw invalidQuery(`select needs a property of ${entity}.`);
}
