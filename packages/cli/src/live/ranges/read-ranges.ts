import type { StoredTableRow, TableClient } from "@tablewright/runtime";

/** PartitionKeys from `ge` up to but not including `lt`, and how far they were read. Plain data, kept in the state file. */
export interface KeyRange {
  readonly ge?: string;
  readonly lt?: string;
  /** Where the next page begins; absent before the first page. */
  cursor?: string;
  isRead?: boolean;
}

/** Some rows of a range. */
export interface RangePage {
  readonly range: KeyRange;
  /** None if the range has no rows, or no more. */
  readonly rows: readonly StoredTableRow[];
  /** Undefined at the end of the range. */
  readonly cursor: string | undefined;
}

export interface ReadOptions {
  /** Ranges to read at a time. */
  readonly parallel: number;
  readonly signal: AbortSignal;
}

/** The whole table as ranges for several readers, with about as many rows each as the keys allow. */
export async function divideTable(table: TableClient, { parallel, signal }: ReadOptions): Promise<KeyRange[]> {
  const splits = parallel === 1 ? [] : await table.splitKeys(parallel, { signal });
  // What comes before the first key in use is part of the first range.
  const [, ...starts] = splits;
  return ["", ...starts].map((start, index) => {
    const end = starts[index];
    return { ...(index > 0 && { ge: start }), ...(end !== undefined && { lt: end }) };
  });
}

/**
 * Reads ranges with several readers at a time. Each holds one page until `take` has resolved, and may request the next one
 * meanwhile. The order of the pages is that of the responses.
 */
export async function readRanges(
  table: TableClient,
  ranges: readonly KeyRange[],
  { parallel, signal }: ReadOptions,
  take: (page: RangePage) => Promise<void>,
): Promise<void> {
  const abort = new AbortController();
  const linked = AbortSignal.any([signal, abort.signal]);
  const waiting = ranges.filter(({ isRead }) => isRead !== true).values();
  const read = async () => {
    for (const range of waiting) await readRange(table, range, linked, take);
  };
  const readers = Array.from({ length: parallel }, read);
  try {
    await Promise.all(readers);
  } catch (error) {
    abort.abort();
    await Promise.allSettled(readers);
    throw error;
  }
}

async function readRange(
  table: TableClient,
  range: KeyRange,
  signal: AbortSignal,
  take: (page: RangePage) => Promise<void>,
): Promise<void> {
  const { ge, lt, cursor } = range;
  const partitionKeyRange = { ...(ge !== undefined && { ge }), ...(lt !== undefined && { lt }) };
  const query = table.scan({ partitionKeyRange, signal });
  let isTaken = false;
  for await (const page of query.pages(cursor === undefined ? {} : { cursor })) {
    await take({ range, rows: page.items, cursor: page.cursor });
    isTaken = page.cursor === undefined;
  }
  // A table or a remainder of a range may have no rows at all.
  if (!isTaken) await take({ range, rows: [], cursor: undefined });
}
