import { LinkedAbort } from "../connection/linked-abort.js";
import type { TextRange } from "../odata/filter-prefix.js";
import { findSplits, firstKeyOf } from "./find-splits.js";
import type { QueryPlan } from "./query-options.js";
import { type Answer, type Reading, readAnswers } from "./read-answers.js";

export interface ParallelSplit {
  /** Answers under way at a time. */
  readonly parallel: number;
  /** The PartitionKeys that are read. */
  readonly range: TextRange;
  /** PartitionKeys at which the range is divided; looked up where there are none. */
  readonly splitAt: readonly string[] | undefined;
  /** What the PartitionKeys that are looked up begin with. */
  readonly lead: string;
}

/** One reader's next answer. */
interface Arrival {
  readonly reader: AsyncIterator<Answer, void>;
  readonly result: IteratorResult<Answer, void>;
}

/**
 * Reads a table with several readers at a time, each of which takes one range of PartitionKeys after the other. Their
 * answers come in no order. Each reader asks for one answer and waits until it was consumed, so that no more than
 * `parallel` answers are held besides the one being consumed.
 */
export async function* readInParallel(
  reading: Reading,
  planOf: (range: TextRange) => QueryPlan,
  { parallel, range, splitAt, lead }: ParallelSplit,
): AsyncGenerator<Answer, void> {
  if (reading.plan.filters.length === 0 || reading.limit === 0) return;
  const abort = new LinkedAbort(reading.call.signal);
  try {
    const call = { ...reading.call, signal: abort.signal };
    const splits = splitAt ?? (await findSplits(firstKeyOf({ ...reading, call }, range), lead, parallel));
    // All of them before the first row, since one may have too many comparisons.
    const plans = divide(range, splits).map(planOf).values();
    const waiting = new Map<AsyncIterator<Answer, void>, Promise<Arrival>>();
    const ask = (reader: AsyncIterator<Answer, void>) => {
      const arrival = reader.next().then((result) => ({ reader, result }));
      // A failure is seen by the race; those of the others that it leaves behind are not of interest any more.
      arrival.catch(() => undefined);
      waiting.set(reader, arrival);
    };
    for (let count = 0; count < parallel; count++) ask(readPlans({ ...reading, call, prefetch: 0 }, plans));
    while (waiting.size > 0) {
      const { reader, result } = await Promise.race(waiting.values());
      waiting.delete(reader);
      if (result.done) continue;
      ask(reader);
      yield result.value;
    }
  } finally {
    abort.end();
  }
}

/** One reader: the plans are shared, and each is taken once. */
async function* readPlans(reading: Reading, plans: Iterator<QueryPlan>): AsyncGenerator<Answer, void> {
  for (let next = plans.next(); !next.done; next = plans.next()) {
    yield* readAnswers({ ...reading, plan: next.value }, { filter: 0 });
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
