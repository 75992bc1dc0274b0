import type { CallOptions, Connection } from "../connection/connection.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { checkComparisons } from "./plan.js";
import type { QueryOptions, QueryPlan } from "./query-options.js";
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

/** The same, with fewer rows in all. */
export function limited<R>(source: RowSource<R>, limit: number): RowSource<R> {
  return { ...source, limit: Math.min(limit, source.limit ?? limit) };
}

/** All rows, without a promise for each. */
export async function visitRows<R>(
  source: RowSource<R>,
  call: CallOptions | undefined,
  visit: (row: R) => void,
): Promise<void> {
  let remaining = source.limit ?? Number.POSITIVE_INFINITY;
  for await (const answer of answersOf(source, { ...source.options, ...call })) {
    for (const payload of answer.rows) {
      const row = source.decode(payload);
      if (row === undefined) continue;
      visit(row);
      if (--remaining === 0) return;
    }
  }
}

export function answersOf<R>(source: RowSource<R>, call: CallOptions): AsyncIterable<Answer> {
  const reading = readingOf(source, call, undefined);
  return source.readUnordered?.(reading) ?? readAnswers(reading, { filter: 0 });
}

/** @throws TableError `query.too-many-comparisons` */
export function readingOf<R>(source: RowSource<R>, call: CallOptions, size: number | undefined): Reading {
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
