import { retraced } from "../errors/table-error.js";
import { LinkedAbort } from "../http/cancellation.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { TextRange } from "./filter/filter.js";
import { divide, findFirstKey, findSplits } from "./find-splits.js";
import type { QueryPlan } from "./query-options.js";
import type { PlanOf } from "./query-state.js";
import { type QueryRequest, type QueryResponse, readResponses } from "./read-responses.js";

interface ParallelSplit {
  /** Number of readers, each with one request in flight. */
  readonly parallel: number;
  /** Range of PartitionKeys to read. */
  readonly range: TextRange;
  /** PartitionKeys at which to divide the range between the readers; looked up if undefined. */
  readonly splitAt: readonly string[] | undefined;
  /** Prefix of all keys that are looked up if `splitAt` is undefined; empty for keys with any prefix. */
  readonly prefix: string;
}

/** Result of one reader's last request: a response, or the end of its rows. */
interface Arrival {
  readonly reader: AsyncIterator<QueryResponse, void>;
  readonly result: IteratorResult<QueryResponse, void>;
}

/**
 * Number of ranges for each reader. More would spread the rows more evenly, but each range ends with a response that is not full.
 */
const rangesPerReader = 2;

/** Number of responses that one reader reads before keys are looked up for the others, which may take more requests than a few responses. */
const readAlone = 4;

/**
 * Reads a range of PartitionKeys with several concurrent readers. Each reader reads one part of the range after another. If the first four
 * responses have all rows, no keys are looked up; otherwise the readers share what comes after these rows.
 */
export async function* readInParallel(
  request: QueryRequest,
  planOf: PlanOf,
  split: ParallelSplit,
): AsyncGenerator<QueryResponse, void> {
  const { parallel, range, splitAt, prefix } = split;
  if (request.plan.filters.length === 0 || request.limit === 0) return;
  if (splitAt !== undefined)
    return yield* readPlans(
      request,
      divide(range, splitAt).map((part) => planOf(part)),
      parallel,
    );
  // A plan with both ends has the most comparisons. It is built before the first request, because it may have too many.
  planOf({ ge: range.ge ?? "", lt: range.lt ?? "" });
  let rest = range;
  const plans: QueryPlan[] = [];
  if (parallel > 1 && request.connection.kind === "storage" && request.plan.filters.length === 1) {
    let last: EntityPayload | undefined;
    let count = 0;
    for await (const response of readResponses({ ...request, prefetch: 0 }, { filter: 0 })) {
      yield response;
      if (response.next === undefined) return;
      last = response.rows.at(-1) ?? last;
      if (++count === readAlone) break;
    }
    if (last !== undefined) {
      // A space is the lowest character of a key, so this is the first key after the last one that was read.
      plans.push(planOf({ eq: last.PartitionKey }, { ge: `${last.RowKey} ` }));
      rest = { ...range, ge: `${last.PartitionKey} ` };
    }
  }
  const splits = await findSplits(findFirstKey(request, rest), prefix, parallel);
  plans.push(...divide(rest, evenly(splits, parallel * rangesPerReader)).map((part) => planOf(part)));
  yield* readPlans(request, plans, parallel);
}

/** Picks items evenly spread over a list. @param most maximum number of items to pick */
function evenly<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)] as Item);
}

/**
 * Reads several plans of a query at the same time, such as one for each range of keys. Returns the responses in the order in which they
 * arrive. A reader sends its next request only when the caller takes the response to the previous one, so few responses are in memory.
 * @param parallel the number of readers
 */
export async function* readPlans(
  request: QueryRequest,
  plans: readonly QueryPlan[],
  parallel: number,
): AsyncGenerator<QueryResponse, void> {
  if (request.limit === 0) return;
  const abort = new LinkedAbort(request.call.signal);
  try {
    const call = { ...request.call, signal: abort.signal };
    // A plan without filters matches no row.
    const remaining = plans.filter(({ filters }) => filters.length > 0).values();
    const waiting = new Map<AsyncIterator<QueryResponse, void>, Promise<Arrival>>();
    const requestNext = (reader: AsyncIterator<QueryResponse, void>) => {
      const arrival = reader.next().then((result) => ({ reader, result }));
      // `Promise.race` reports only the first failure. If other readers fail later, this handler keeps Node from reporting that as
      // unhandled.
      arrival.catch(() => undefined);
      waiting.set(reader, arrival);
    };
    for (let count = 0; count < parallel; count++) {
      requestNext(readShared({ ...request, call, prefetch: 0 }, remaining));
    }
    while (waiting.size > 0) {
      const { reader, result } = await awaitFirst(waiting.values());
      waiting.delete(reader);
      if (result.done) continue;
      requestNext(reader);
      yield result.value;
    }
  } finally {
    abort.end();
  }
}

/** Waits for the first response. If a reader fails, adds the caller to the stack of the error, which a race leaves out. */
async function awaitFirst(arrivals: Iterable<Promise<Arrival>>): Promise<Arrival> {
  try {
    return await Promise.race(arrivals);
  } catch (error) {
    throw retraced(error);
  }
}

/** Reads plans as one of several readers. They all take plans from the same iterator, so each plan is read once. */
async function* readShared(request: QueryRequest, plans: Iterator<QueryPlan>): AsyncGenerator<QueryResponse, void> {
  for (let next = plans.next(); !next.done; next = plans.next()) {
    yield* readResponses({ ...request, plan: next.value }, { filter: 0 });
  }
}
