import { LinkedAbort } from "../connection/linked-abort.js";
import { retraced } from "../errors/table-error.js";
import { intersect, prefixSuccessor, type TextRange } from "../odata/filter-prefix.js";
import { type QueryRequest, type QueryResponse, readResponses } from "./pages/read-responses.js";
import { planQuery } from "./plan-query.js";
import type { QueryPlan } from "./query-options.js";
import { stateOfRows } from "./query-state.js";
import { tableRowReader } from "./readers/table-row-reader.js";

/** Maximum number of requests that look up keys at which to divide the table, for each reader. */
const probesPerReader = 8;

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
 * Reads the plans of a query with several concurrent readers. The responses come in no order. Each reader requests one response and waits
 * until it was consumed, so at most `parallel` responses are in memory besides the one being consumed.
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

/** Divides a range at the given texts. Ignores texts that are outside of the range. */
export function divide({ ge, lt }: TextRange, splitAt: readonly string[]): TextRange[] {
  const within = [...new Set(splitAt)]
    .filter((text) => (ge === undefined || text > ge) && (lt === undefined || text < lt))
    .sort((one, other) => (one < other ? -1 : 1));
  const starts = [ge, ...within];
  return starts.map((start, index) => ({ ge: start, lt: starts[index + 1] ?? lt }));
}

/** Function that looks up the first key in a range; returns undefined if the range contains none. */
export type FirstKey = (range: TextRange) => Promise<string | undefined>;

/**
 * Looks up keys that divide a table, or one partition, into at least `wanted` ranges; fewer if that takes too many requests. The service
 * does not report the distribution of its keys, so this looks up the prefixes in use: the first key has the first prefix, and the first key
 * after all keys with that prefix has the next one. Prefixes get longer until there are enough.
 * @param firstKey looks up the first key in a range
 * @param prefix prefix of all keys to look up
 */
export async function findSplits(firstKey: FirstKey, prefix: string, wanted: number): Promise<string[]> {
  let probes = wanted * probesPerReader;
  const lt = prefixSuccessor(prefix);
  let texts: string[] = [];
  for (let length = [...prefix].length + 1; ; length++) {
    const longer: string[] = [];
    let canGrow = false;
    for (let ge: string | undefined = prefix; ge !== undefined && ge !== lt; ) {
      if (probes-- === 0) return longer.length > texts.length ? longer : texts;
      const key = await firstKey({ ge, lt });
      if (key === undefined) break;
      const characters = [...key];
      const text = characters.slice(0, length).join("");
      longer.push(text);
      canGrow ||= characters.length >= length;
      // Space is the lowest character that a key may contain, so this is the first key that can follow `key`.
      ge = characters.length < length ? `${key} ` : prefixSuccessor(text);
    }
    if (longer.length >= wanted || !canGrow) return longer;
    texts = longer;
  }
}

/** Returns a function that looks up the first PartitionKey in a range. Each call requests one row with one property. */
function findFirstKey({ connection, plan: { table }, call }: QueryRequest, within: TextRange): FirstKey {
  return async (range) => {
    const reader = tableRowReader(table, ["PartitionKey"]);
    const plan = planQuery(stateOfRows(connection, reader, intersect(within, range), {}));
    const one = { top: 1, limit: 1, prefetch: 0, call } as const;
    const request: QueryRequest = { connection, plan, metadata: "none", isExact: false, ...one };
    for await (const { rows } of readResponses(request, { filter: 0 })) {
      const [row] = rows;
      if (row !== undefined) return row.PartitionKey;
    }
    return undefined;
  };
}
