import { retraced } from "../errors/table-error.js";
import { mapConcurrently } from "../http/map-concurrently.js";
import type { TextRange } from "../query/filter/filter.js";
import { divide, type FirstKey, findSplits } from "../query/find-splits.js";
import type { Page } from "../query/query-options.js";
import { Turns } from "./turns.js";

export interface SideBySideRead<Row> {
  /** Returns the pages of a range of PartitionKeys, in the order of the keys. */
  pagesOf(range: TextRange): AsyncIterable<Page<Row>>;
  partitionKeyOf(row: Row): string;
  /** Looks up PartitionKeys at which to divide the table; undefined if its rows come in no order, so that it is read as a whole. */
  readonly firstKey: FirstKey | undefined;
  /** Prefix of all PartitionKeys; empty if there is none. */
  readonly prefix: string;
  /** Maximum number of rows to process at a time, in all ranges together. */
  readonly concurrency: number;
}

/** Maximum number of ranges that are read at a time, each with one page in memory and one on its way. */
const maxRanges = 8;

/**
 * Processes all rows that a query finds in a table. If the table has more than one page, several ranges of PartitionKeys are read side by
 * side, and share the rows in progress. So the writes go to several partitions at a time, and none of them reaches the limit of the service
 * early. After the first failure no row is begun, and the promise rejects once the rows in progress have ended.
 */
export async function readSideBySide<Row>(
  { pagesOf, partitionKeyOf, firstKey, prefix, concurrency }: SideBySideRead<Row>,
  process: (row: Row) => Promise<void>,
): Promise<void> {
  const turns = new Turns(concurrency);
  let failure: { readonly error: unknown } | undefined;
  const others: Promise<void>[] = [];

  const take = (rows: readonly Row[]) =>
    mapConcurrently(rows, concurrency, (row) =>
      turns.run(async () => {
        if (failure === undefined) await process(row);
      }),
    );

  /** Reads from the first row on. After the first page, other ranges begin, and this one ends where they do. */
  async function readFirst(): Promise<void> {
    let end: string | undefined;
    let isWhole = true;
    for await (const { items, cursor } of pagesOf({})) {
      const last = items.at(-1);
      if (isWhole && cursor !== undefined && last !== undefined && firstKey !== undefined && concurrency > 1) {
        isWhole = false;
        const starts = await findStarts(firstKey, prefix, partitionKeyOf(last), Math.min(concurrency, maxRanges));
        end = starts[0];
        if (end !== undefined)
          for (const range of divide({ ge: end }, starts)) others.push(run(() => readRange(range)));
      }
      const stop = end;
      const own = stop === undefined ? items : items.filter((row) => partitionKeyOf(row) < stop);
      await take(own);
      if (failure !== undefined || own.length < items.length) return;
    }
  }

  async function readRange(range: TextRange): Promise<void> {
    for await (const { items } of pagesOf(range)) {
      await take(items);
      if (failure !== undefined) return;
    }
  }

  async function run(read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      failure ??= { error };
    }
  }

  await run(readFirst);
  await Promise.all(others);
  if (failure !== undefined) throw retraced(failure.error);
}

/**
 * Looks up the PartitionKeys, or their beginnings, at which about `wanted` ranges of the same size begin.
 * @param after PartitionKey that they follow
 */
async function findStarts(
  firstKey: FirstKey,
  prefix: string,
  after: string,
  wanted: number,
): Promise<readonly string[]> {
  // A space is the lowest character of a key, so this is the first possible key after it.
  const from = `${after} `;
  const atLeast = (text: string) => (text > from ? text : from);
  const splits = await findSplits(({ ge = "", lt }) => firstKey({ ge: atLeast(ge), lt }), prefix, wanted);
  const step = Math.max(1, splits.length / wanted);
  return splits.filter((_, n) => Math.floor(n / step) !== Math.floor((n - 1) / step)).map(atLeast);
}
