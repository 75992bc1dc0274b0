import type { TableClient } from "@tablewright/runtime";
import type { EdmValue } from "@tablewright/runtime/edm";
import type { SampledRow } from "./columns.js";
import { findBeginnings } from "./key-beginnings.js";

export interface SampleOptions {
  /** Number of rows to sample; undefined for all rows of the table. */
  readonly rows: number | undefined;
  readonly signal: AbortSignal;
  /** Called after each page with the number of rows read so far. */
  readonly onProgress: (rows: number) => void;
}

/** Maximum number of PartitionKey ranges to sample, and of requests for the rows of all of them. */
const maxRanges = 32;
const maxRequests = 320;
/** Minimum number of rows to sample for each request that may be sent, and for each range. */
const rowsPerRequest = 3;
/** Minimum number of requests for each range: enough to find two beginnings of RowKeys in its first partition. */
const minRequests = 6;
/**
 * Length to which sampled strings are cut, in UTF-16 code units. A key has at most 1,024 code units, so the start of a longer string is
 * enough to compare it with keys.
 */
const maxUnits = 4096;
/** Length to which sampled binary values are cut, in bytes. */
export const maxSampledBytes = 4096;

/** Rows of a table that were sampled. */
export interface Sampled {
  readonly rows: SampledRow[];
  /** True if these are all rows of the table. */
  readonly isWhole: boolean;
}

/**
 * Returns all rows of a table, or a sample spread over it. A quarter of the sample consists of the table's first rows. The other rows come
 * from the starts of several ranges of PartitionKeys and, within a large partition, from RowKeys with different beginnings.
 */
export async function sampleRows(table: TableClient, options: SampleOptions): Promise<Sampled> {
  const { rows: wanted, signal, onProgress } = options;
  const sample = new Sample(onProgress);
  const query = table.scan({ signal });
  const first = wanted === undefined ? query : query.take(wanted + 1);
  for await (const { items } of first.pages()) sample.add(items);
  if (wanted === undefined || sample.size <= wanted) return { rows: sample.rows, isWhole: true };
  const spread = new Sample(onProgress);
  spread.add(sample.rows.slice(0, Math.ceil(wanted / 4)));
  // In a small sample, some rows of the same range say more than single rows of many ranges.
  const ranges = Math.min(maxRanges, Math.ceil((wanted - spread.size) / rowsPerRequest));
  const starts = evenly(await table.splitKeys(maxRanges, { signal }), ranges);
  let budget = Math.min(maxRequests, Math.max(minRequests * starts.length, wanted / rowsPerRequest));
  for (const [index, ge] of starts.entries()) {
    const lt = starts[index + 1];
    // Partitions often have the same kinds of rows, so the first one is explored further than the others.
    const requests = Math.ceil(budget / Math.min(starts.length - index, index === 0 ? 3 : Number.POSITIVE_INFINITY));
    const range = { ge, ...(lt !== undefined && { lt }) };
    const share = Math.ceil((wanted - spread.size) / (starts.length - index));
    budget -= await sampleRange(table, range, share, requests, signal, spread);
  }
  // If some ranges had too few rows, more of the table's first rows make up for them.
  spread.add(sample.rows);
  return { rows: spread.rows.slice(0, wanted), isWhole: false };
}

/** Picks items evenly spread over a list. @param most number of items to pick */
function evenly<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.max(1, items.length / most);
  return items.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

interface Range {
  readonly ge: string;
  readonly lt?: string;
}

/**
 * Adds rows of a range of PartitionKeys to a sample: rows of the first partition, then of the next one, and so on. From a partition with at
 * least a quarter of the share, but two rows, takes rows whose RowKeys have different beginnings.
 * @param share the number of rows to take from this range
 * @param requests the maximum number of requests to send
 * @returns number of requests that were sent
 */
async function sampleRange(
  table: TableClient,
  range: Range,
  share: number,
  requests: number,
  signal: AbortSignal,
  sample: Sample,
): Promise<number> {
  const chunk = Math.max(2, Math.ceil(share / 4));
  const end = sample.size + share;
  let ge: string = range.ge;
  let left = requests;
  while (left > 0 && sample.size < end) {
    left--;
    const rows = await table
      .scan({ partitionKeyRange: { ...range, ge }, signal })
      .take(Math.min(chunk, end - sample.size))
      .toArray();
    sample.add(rows);
    const last = rows.at(-1);
    if (last === undefined) break;
    const isLarge = rows.length === chunk && rows[0]?.partitionKey === last.partitionKey;
    if (isLarge) left -= await samplePartition(table, last.partitionKey, end, left, signal, sample);
    // The smallest key after this PartitionKey is the key followed by a space, the lowest character that a key can contain.
    ge = `${last.partitionKey} `;
    if (range.lt !== undefined && ge >= range.lt) break;
  }
  return requests - left;
}

/** Number of requests for each beginning of RowKeys: one to find the beginning, and one to read more of its rows. */
const readings = 2;

/**
 * Adds rows of one partition to a sample, from different beginnings of its RowKeys, until the sample has `end` rows.
 * @param requests number of requests that may be sent
 * @returns number of requests that were sent
 */
async function samplePartition(
  table: TableClient,
  partitionKey: string,
  end: number,
  requests: number,
  signal: AbortSignal,
  sample: Sample,
): Promise<number> {
  let sent = 0;
  const read = async (rowKeyRange: { readonly ge?: string; readonly lt?: string }, rows: number) => {
    sent++;
    const found = await table.query(partitionKey, { signal, rowKeyRange }).take(rows).toArray();
    sample.add(found);
    return found;
  };
  const most = Math.max(1, Math.floor(requests / readings));
  const mayRead = () => sent < requests / readings && sample.size < end;
  const starts = await findBeginnings((ge) => read(ge === undefined ? {} : { ge }, 1), most, mayRead);
  for (const [index, ge] of starts.entries()) {
    const share = Math.ceil((end - sample.size) / (starts.length - index));
    if (share <= 0) break;
    const lt = starts[index + 1];
    // The first row of each beginning is in the sample already.
    await read({ ge, ...(lt !== undefined && { lt }) }, share + 1);
  }
  return sent;
}

/** Rows that were sampled, each only once. */
class Sample {
  readonly #rows = new Map<string, SampledRow>();
  readonly #onProgress: (rows: number) => void;

  constructor(onProgress: (rows: number) => void) {
    this.#onProgress = onProgress;
  }

  get size(): number {
    return this.#rows.size;
  }

  get rows(): SampledRow[] {
    return [...this.#rows.values()];
  }

  add(rows: readonly SampledRow[]): void {
    for (const row of rows) this.#rows.set(JSON.stringify([row.partitionKey, row.rowKey]), shortened(row));
    this.#onProgress(this.size);
  }
}

/** Cuts values that are too long, so that all rows of a large table fit in memory. */
function shortened({ partitionKey, rowKey, properties }: SampledRow): SampledRow {
  const values = Object.entries(properties).map(([name, value]) => [name, shortValue(value)] as const);
  // The object has no prototype, because a property may be named `__proto__`.
  return { partitionKey, rowKey, properties: Object.assign(Object.create(null), Object.fromEntries(values)) };
}

function shortValue(value: EdmValue): EdmValue {
  if (value.type === "Edm.Binary") return { type: value.type, value: value.value.slice(0, maxSampledBytes) };
  return value.type === "Edm.String" && value.value.length > maxUnits
    ? { type: value.type, value: value.value.slice(0, maxUnits) }
    : value;
}
