import type { CallOptions, Connection } from "../connection/connection.js";
import { LinkedAbort } from "../connection/linked-abort.js";
import { type Continuation, continuationOf, queryEntities, queryExactEntities } from "../operations/query-entities.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { Position } from "./cursor.js";
import type { QueryPlan } from "./query-options.js";

/** One answer of the service; `next` is undefined after the last. */
export interface Answer {
  readonly rows: readonly EntityPayload[];
  readonly next: Position | undefined;
}

export interface Reading {
  readonly connection: Connection;
  readonly plan: QueryPlan;
  readonly metadata: "minimal" | "none";
  /** Whether whole Doubles have to be told from Int32s. */
  readonly isExact: boolean;
  /** Rows of one answer; the same in all requests, as the service wants it. */
  readonly top: number | undefined;
  /** Rows wanted in all; undefined for all. */
  readonly limit: number | undefined;
  readonly prefetch: 0 | 1;
  readonly call: CallOptions;
}

/** A request under way, whose head may be there before its answer. */
interface Flight {
  readonly from: Position;
  readonly answer: Promise<Answer>;
  /** Calls back with the position after this answer, as soon as it is known. */
  onNext(listener: (next: Position | undefined) => void): void;
}

/**
 * Reads answer after answer, empty ones too. Once a second answer was wanted, the one after it is asked for as soon as
 * the head of its predecessor has come, and while that one is consumed: never more than one ahead. Ending the iteration
 * ends what is under way.
 */
export async function* readAnswers(reading: Reading, start: Position): AsyncGenerator<Answer, void> {
  if (reading.plan.filters.length === 0 || reading.limit === 0) return;
  const abort = reading.prefetch === 0 ? undefined : new LinkedAbort(reading.call.signal);
  const call = abort === undefined ? reading.call : { ...reading.call, signal: abort.signal };
  let seen = 0;
  let isSecondWanted = false;
  let flight = send(reading, start, call);
  try {
    for (;;) {
      let ahead: Flight | undefined;
      if (isSecondWanted && reading.prefetch > 0 && mayNeedMore(reading, seen)) {
        flight.onNext((next) => {
          if (next !== undefined && abort?.signal.aborted !== true) ahead = send(reading, next, call);
        });
      }
      let answer: Answer | undefined = await flight.answer;
      const found = answer.rows.length;
      const { next } = answer;
      seen += found;
      yield answer;
      // A suspended generator keeps what its variables hold: here it would be the rows that were consumed.
      answer = undefined;
      if (next === undefined) return;
      if (found > 0) isSecondWanted = true;
      // An attempt that was repeated may have ended elsewhere than the head of the first one said.
      flight = ahead !== undefined && isSame(ahead.from, next) ? ahead : send(reading, next, call);
    }
  } finally {
    abort?.end();
  }
}

/** Whether rows will be wanted after an answer that is filled to its `top`. */
function mayNeedMore({ limit, top, connection }: Reading, seen: number): boolean {
  return limit === undefined || seen + (top ?? connection.limits.pageSize) < limit;
}

function send({ connection, plan, metadata, isExact, top }: Reading, position: Position, call: CallOptions): Flight {
  let next: Position | undefined;
  let isKnown = false;
  let listener: ((next: Position | undefined) => void) | undefined;
  const learn = (continuation: Continuation) => {
    if (isKnown) return;
    isKnown = true;
    next = positionAfter(plan, position, continuation);
    const tell = listener;
    // It leads to the flight after this one: kept, old flights would hold the rows of all later ones until a full collection.
    listener = undefined;
    tell?.(next);
  };
  const { nextPartitionKey, nextRowKey } = position;
  const input = {
    table: plan.table,
    filter: plan.filters[position.filter],
    select: plan.select,
    top,
    nextPartitionKey,
    nextRowKey,
    metadata,
  };
  const answer = connection
    .send(isExact ? queryExactEntities : queryEntities, input, {
      ...call,
      onHead: (status, headers) => {
        if (status === 200) learn(continuationOf(headers));
      },
    })
    .then((found) => {
      learn(found);
      return { rows: found.rows, next: positionAfter(plan, position, found) };
    });
  // An answer that is asked for ahead may fail before anyone waits for it; whoever waits later still sees the error.
  answer.catch(() => undefined);
  return {
    from: position,
    answer,
    onNext(callback) {
      if (isKnown) callback(next);
      else listener = callback;
    },
  };
}

function isSame(one: Position, other: Position): boolean {
  return (
    one.filter === other.filter &&
    one.nextPartitionKey === other.nextPartitionKey &&
    one.nextRowKey === other.nextRowKey
  );
}

function positionAfter(plan: QueryPlan, position: Position, found: Continuation): Position | undefined {
  const { nextPartitionKey, nextRowKey } = found;
  if (nextPartitionKey !== undefined || nextRowKey !== undefined) {
    return { filter: position.filter, nextPartitionKey, nextRowKey };
  }
  return position.filter + 1 < plan.filters.length ? { filter: position.filter + 1 } : undefined;
}
