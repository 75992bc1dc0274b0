import { LinkedAbort } from "../connection/linked-abort.js";
import { retraced } from "../errors/table-error.js";
import { intersect, prefixSuccessor, type TextRange } from "../odata/filter-prefix.js";
import { planQuery } from "./plan-query.js";
import type { QueryPlan } from "./query-options.js";
import { stateOfRows } from "./query-state.js";
import { type QueryRequest, type QueryResponse, readResponses } from "./read-responses.js";
import { tableRowReader } from "./readers/table-row-reader.js";

/** Requests that finding splits may cost for each reader. */
const probesPerReader = 8;

export interface ParallelSplit {
  /** Readers, each with one request in flight. */
  readonly parallel: number;
  /** The PartitionKeys that are read. */
  readonly range: TextRange;
  /** PartitionKeys at which the range is divided; looked up if undefined. */
  readonly splitAt: readonly string[] | undefined;
  /** The prefix of all PartitionKeys to look up. */
  readonly prefix: string;
}

/** One reader's next response. */
interface Arrival {
  readonly reader: AsyncIterator<QueryResponse, void>;
  readonly result: IteratorResult<QueryResponse, void>;
}

/** Reads a table with several readers at a time, each of which reads one range of PartitionKeys after the other. */
export async function* readInParallel(
  request: QueryRequest,
  planOf: (range: TextRange) => QueryPlan,
  { parallel, range, splitAt, prefix }: ParallelSplit,
): AsyncGenerator<QueryResponse, void> {
  if (request.plan.filters.length === 0 || request.limit === 0) return;
  const splits = splitAt ?? (await findSplits(firstKeyOf(request, range), prefix, parallel));
  // All plans before the first row, since one may have too many comparisons.
  yield* readPlans(request, divide(range, splits).map(planOf), parallel);
}

/**
 * Reads plans with several readers at a time. Their responses come in no order. Each reader requests one response and waits until
 * it was consumed, so that no more than `parallel` responses are held besides the one being consumed.
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
      // The race reports the first failure; those of other readers after it are not reported.
      arrival.catch(() => undefined);
      waiting.set(reader, arrival);
    };
    for (let count = 0; count < parallel; count++) {
      requestNext(readShared({ ...request, call, prefetch: 0 }, remaining));
    }
    while (waiting.size > 0) {
      const { reader, result } = await firstOf(waiting.values());
      waiting.delete(reader);
      if (result.done) continue;
      requestNext(reader);
      yield result.value;
    }
  } finally {
    abort.end();
  }
}

/** The arrival that comes first. A race does not tell an error who awaits it. */
async function firstOf(arrivals: Iterable<Promise<Arrival>>): Promise<Arrival> {
  try {
    return await Promise.race(arrivals);
  } catch (error) {
    throw retraced(error);
  }
}

/** One reader: the plans are shared, and each is taken once. */
async function* readShared(request: QueryRequest, plans: Iterator<QueryPlan>): AsyncGenerator<QueryResponse, void> {
  for (let next = plans.next(); !next.done; next = plans.next()) {
    yield* readResponses({ ...request, plan: next.value }, { filter: 0 });
  }
}

/** The range, divided at those of the texts that lie within it. */
export function divide({ ge, lt }: TextRange, splitAt: readonly string[]): TextRange[] {
  const within = [...new Set(splitAt)]
    .filter((text) => (ge === undefined || text > ge) && (lt === undefined || text < lt))
    .sort((one, other) => (one < other ? -1 : 1));
  const starts = [ge, ...within];
  return starts.map((start, index) => ({ ge: start, lt: starts[index + 1] ?? lt }));
}

/** Looks up the first PartitionKey of a range; undefined if there is none. */
export type FirstKey = (range: TextRange) => Promise<string | undefined>;

/**
 * PartitionKeys at which a table divides into as many ranges as there are readers, or more; fewer if that takes too many
 * requests. The service does not say how its keys are distributed, so the prefixes in use are looked up: the first key has
 * one of them, the first key after all with that prefix has the next one. Prefixes get longer until there are enough.
 * @param prefix the prefix of all PartitionKeys to look up
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
      // A space is the first character that a key can go on with.
      ge = characters.length < length ? `${key} ` : prefixSuccessor(text);
    }
    if (longer.length >= wanted || !canGrow) return longer;
    texts = longer;
  }
}

/** Requests one row with one property for each key. */
function firstKeyOf({ connection, plan: { table }, call }: QueryRequest, within: TextRange): FirstKey {
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
