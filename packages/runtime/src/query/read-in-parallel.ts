import { retraced } from "../errors/table-error.js";
import { LinkedAbort } from "../http/cancellation.js";
import type { TextRange } from "./filter/filter-prefix.js";
import { divide, findFirstKey, findSplits } from "./find-splits.js";
import type { QueryPlan } from "./query-options.js";
import { type QueryRequest, type QueryResponse, readResponses } from "./read-responses.js";

export interface ParallelSplit {
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

/** Reads a table with several concurrent readers. Each reader reads one range of PartitionKeys after another. */
export async function* readInParallel(
  request: QueryRequest,
  planOf: (range: TextRange) => QueryPlan,
  { parallel, range, splitAt, prefix }: ParallelSplit,
): AsyncGenerator<QueryResponse, void> {
  if (request.plan.filters.length === 0 || request.limit === 0) return;
  const splits = splitAt ?? (await findSplits(findFirstKey(request, range), prefix, parallel));
  // All plans are built before the first row is read, since one may have too many comparisons.
  yield* readPlans(request, divide(range, splits).map(planOf), parallel);
}

/**
 * Reads several plans of a query, such as one for each range of keys, at the same time. Returns the responses in the order in which they
 * arrive. Each of `parallel` readers sends its next request only when the caller takes its response, so few responses are in memory.
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
    const remaining = plans.values();
    const waiting = new Map<AsyncIterator<QueryResponse, void>, Promise<Arrival>>();
    const requestNext = (reader: AsyncIterator<QueryResponse, void>) => {
      const arrival = reader.next().then((result) => ({ reader, result }));
      // `Promise.race` reports the first failure. This handler keeps Node from reporting later failures of other readers as unhandled.
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

/** Waits for the first response that arrives. Adds the caller to the stack of an error, because the error of a race lacks it. */
async function awaitFirst(arrivals: Iterable<Promise<Arrival>>): Promise<Arrival> {
  try {
    return await Promise.race(arrivals);
  } catch (error) {
    throw retraced(error);
  }
}

/** Reads plans as one of several readers. All readers take them from the same iterator, so each plan is read once. */
async function* readShared(request: QueryRequest, plans: Iterator<QueryPlan>): AsyncGenerator<QueryResponse, void> {
  for (let next = plans.next(); !next.done; next = plans.next()) {
    yield* readResponses({ ...request, plan: next.value }, { filter: 0 });
  }
}
