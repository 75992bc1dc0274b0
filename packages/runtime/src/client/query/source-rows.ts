import { TableError } from "../../errors/table-error.js";
import type { EntityPayload } from "../../schema/entity-schema.js";
import type { CallOptions, Connection } from "../connection.js";
import { type CursorBinding, type Position, readCursor, writeCursor } from "./cursor.js";
import { checkComparisons } from "./plan.js";
import type { PagedRows } from "./query.js";
import type { ArrayOptions, Page, PageOptions, QueryOptions, QueryPlan } from "./query-options.js";
import { type Answer, type Reading, readAnswers } from "./read-answers.js";

/** Where rows come from and what becomes of them. */
export interface RowSource<R> {
  readonly connection: Connection;
  readonly options: QueryOptions;
  /** Rows wanted in all; undefined for all. */
  readonly limit: number | undefined;
  readonly metadata: "minimal" | "none";
  /** Whether whole Doubles have to be told from Int32s. */
  readonly isExact: boolean;
  readonly plan: QueryPlan;
  /** A payload as a row, or undefined for one that is passed over. */
  decode(payload: EntityPayload): R | undefined;
  /** The same query for payloads that hold only what is needed to count them. */
  counted(): RowSource<unknown>;
  /** Another way to read than answer after answer: without an order, so without pages. */
  readonly readUnordered?: ((reading: Reading) => AsyncIterable<Answer>) | undefined;
}

const start: Position = { filter: 0 };

/** The terminal methods of all queries, over a {@link RowSource}. */
export class SourceRows<R> implements PagedRows<R> {
  readonly #source: RowSource<R>;

  constructor(source: RowSource<R>) {
    this.#source = source;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<R, void> {
    yield* rowsOf(this.#source, this.#source.options);
  }

  async first(options?: CallOptions): Promise<R | undefined> {
    for await (const row of rowsOf(limited(this.#source, 1), { ...this.#source.options, ...options })) return row;
    return undefined;
  }

  async firstOrThrow(options?: CallOptions): Promise<R> {
    const row = await this.first(options);
    if (row !== undefined) return row;
    const { table, filters } = this.#source.plan;
    throw new TableError("query.not-found", `No row of table ${table} matches ${filters.join(" | ") || "the query"}.`);
  }

  async toArray({ max, ...call }: ArrayOptions = {}): Promise<R[]> {
    if (max !== undefined) checkCount("max", max, 0);
    const source = max === undefined ? this.#source : limited(this.#source, max + 1);
    const rows: R[] = [];
    for await (const row of rowsOf(source, { ...source.options, ...call })) rows.push(row);
    if (max !== undefined && rows.length > max) {
      throw new TableError(
        "query.too-many-rows",
        `The query of table ${source.plan.table} found more than ${max} rows. Raise max, or use take(${max}) to cut them off.`,
      );
    }
    return rows;
  }

  async count(options?: CallOptions): Promise<number> {
    const source = this.#source.counted();
    let count = 0;
    for await (const _ of rowsOf(source, { ...source.options, ...options })) count++;
    return count;
  }

  async exists(options?: CallOptions): Promise<boolean> {
    const source = limited(this.#source.counted(), 1);
    for await (const _ of rowsOf(source, { ...source.options, ...options })) return true;
    return false;
  }

  async page(options: PageOptions = {}): Promise<Page<R>> {
    for await (const page of pagesOf({ ...this.#source, options: { ...this.#source.options, prefetch: 0 } }, options))
      return page;
    return { items: [], cursor: undefined };
  }

  pages(options: PageOptions = {}): AsyncIterable<Page<R>> {
    return pagesOf(this.#source, options);
  }

  explain(): QueryPlan {
    return this.#source.plan;
  }
}

/** @throws TableError `query.invalid-option` */
export function checkCount(name: string, value: number, from: number, to = Number.MAX_SAFE_INTEGER): void {
  if (Number.isSafeInteger(value) && value >= from && value <= to) return;
  const range = to === Number.MAX_SAFE_INTEGER ? `from ${from} on` : `from ${from} to ${to}`;
  throw new TableError("query.invalid-option", `${name} is a whole number ${range}, not ${value}.`);
}

function limited<R>(source: RowSource<R>, limit: number): RowSource<R> {
  return { ...source, limit: Math.min(limit, source.limit ?? limit) };
}

async function* rowsOf<R>(source: RowSource<R>, call: CallOptions): AsyncGenerator<R, void> {
  let remaining = source.limit ?? Number.POSITIVE_INFINITY;
  const reading = readingOf(source, call, undefined);
  for await (const answer of source.readUnordered?.(reading) ?? readAnswers(reading, start)) {
    for (const payload of answer.rows) {
      const row = source.decode(payload);
      if (row === undefined) continue;
      yield row;
      if (--remaining === 0) return;
    }
  }
}

async function* pagesOf<R>(source: RowSource<R>, options: PageOptions): AsyncGenerator<Page<R>, void> {
  const { size, cursor, ...call } = options;
  const { pageSize } = source.connection.limits;
  if (size !== undefined) checkCount("size", size, 1, Math.min(pageSize, Number.MAX_SAFE_INTEGER));
  if (source.readUnordered !== undefined) {
    throw new TableError(
      "query.invalid-option",
      "A scan in parallel has no order, so it has no pages. Iterate over it.",
    );
  }
  const binding = bindingOf(source);
  const from = cursor === undefined ? start : readCursor(cursor, binding);
  let remaining = from.remaining ?? source.limit ?? Number.POSITIVE_INFINITY;
  const reading = readingOf(
    { ...source, limit: Number.isFinite(remaining) ? remaining : undefined },
    { ...source.options, ...call },
    size,
  );
  for await (const answer of readAnswers(reading, from)) {
    const items: R[] = [];
    for (const payload of answer.rows) {
      const row = source.decode(payload);
      if (row !== undefined && items.length < remaining) items.push(row);
    }
    if (items.length === 0) continue;
    remaining -= items.length;
    const next = remaining === 0 ? undefined : answer.next;
    yield {
      items,
      cursor: next && writeCursor({ ...next, remaining: Number.isFinite(remaining) ? remaining : undefined }, binding),
    };
    if (next === undefined) return;
  }
}

function readingOf<R>(source: RowSource<R>, call: CallOptions, size: number | undefined): Reading {
  checkComparisons(source.plan, source.options.maxComparisons ?? source.connection.limits.comparisons);
  const { connection, plan, metadata, isExact, limit, options } = source;
  const wanted = Math.min(
    size ?? Number.POSITIVE_INFINITY,
    limit ?? Number.POSITIVE_INFINITY,
    connection.limits.pageSize,
  );
  const top = size === undefined && limit === undefined ? undefined : wanted;
  const { signal, timeoutMs } = call;
  return {
    connection,
    plan,
    metadata,
    isExact,
    top,
    limit,
    prefetch: options.prefetch ?? 1,
    call: { signal, timeoutMs },
  };
}

function bindingOf<R>({ plan, limit, options }: RowSource<R>): CursorBinding {
  return {
    query: JSON.stringify([plan.table, plan.filters, plan.select ?? null, limit ?? null]),
    key: options.cursorKey,
  };
}
