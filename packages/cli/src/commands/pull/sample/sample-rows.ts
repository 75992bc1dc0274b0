import type { TableClient } from "@tablewright/runtime";
import type { EdmValue } from "@tablewright/runtime/edm";
import type { SampledRow } from "./columns.js";

export interface SampleOptions {
  /** Number of rows to sample; undefined for all rows of the table. */
  readonly rows: number | undefined;
  readonly signal: AbortSignal;
  /** Called after each page with the number of rows read so far. */
  readonly onProgress: (rows: number) => void;
}

/** Maximum number of PartitionKey ranges to sample, and of requests for each range. */
const maxRanges = 16;
const maxRequests = 8;
/**
 * Length to which sampled strings are cut, in UTF-16 code units. A key has at most 1,024 code units, so the start of a longer string is
 * enough to compare it with keys.
 */
const maxUnits = 4096;
/** Length to which sampled binary values are cut, in bytes. */
export const maxSampledBytes = 4096;

/**
 * Returns all rows of a table, or a sample spread over it. The first quarter of a sample consists of the table's first rows. The others
 * come from the start of several ranges of PartitionKeys and, within a partition, from RowKeys with different beginnings.
 */
export async function sampleRows(table: TableClient, options: SampleOptions): Promise<SampledRow[]> {
  const { rows: wanted, signal, onProgress } = options;
  const sample = new Sample(onProgress);
  const query = table.scan({ signal });
  const first = wanted === undefined ? query : query.take(wanted + 1);
  for await (const { items } of first.pages()) sample.add(items);
  if (wanted === undefined || sample.size <= wanted) return sample.rows;
  const spread = new Sample(onProgress);
  spread.add(sample.rows.slice(0, Math.ceil(wanted / 4)));
  const starts = evenly(await table.splitKeys(maxRanges, { signal }), maxRanges);
  const share = Math.ceil((wanted - spread.size) / Math.max(1, starts.length));
  for (const [index, ge] of starts.entries()) {
    const lt = starts[index + 1];
    await sampleRange(table, { ge, ...(lt !== undefined && { lt }) }, share, signal, spread);
  }
  // Some ranges may have had too few rows: the table's first rows make up for them.
  spread.add(sample.rows);
  return spread.rows.slice(0, wanted);
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
 * Adds rows of a range of PartitionKeys to a sample: some from the start of the range, then some from the next RowKey of the same partition
 * that begins differently, then some from the next partition, and so on. If these rows are too few, adds those that follow the first rows.
 */
async function sampleRange(
  table: TableClient,
  range: Range,
  share: number,
  signal: AbortSignal,
  sample: Sample,
): Promise<void> {
  const after = (partitionKey: string, operator: "ge" | "gt", rowKey: string) =>
    table.query(partitionKey, { signal }).where({ $odata: `RowKey ${operator} '${rowKey.replaceAll("'", "''")}'` });
  const chunk = Math.ceil(share / 4);
  let left = share;
  let first: SampledRow | undefined;
  let next = table.scan({ partitionKeyRange: range, signal });
  let isWithin = false;
  let partitionKey = range.ge;
  for (let request = 1; request < maxRequests && left > 0; request++) {
    const rows = await next.take(Math.min(chunk, left)).toArray();
    sample.add(rows);
    left -= rows.length;
    const last = rows.at(-1);
    if (last === undefined && !isWithin) break;
    first ??= last;
    partitionKey = last?.partitionKey ?? partitionKey;
    const from = last === undefined ? undefined : afterLikeKeys(last.rowKey);
    isWithin = from !== undefined;
    // The next partition starts at the smallest key after this one: the key with a space, the lowest character that a key can contain.
    const ge = `${partitionKey} `;
    if (from === undefined && range.lt !== undefined && ge >= range.lt) break;
    next =
      from === undefined
        ? table.scan({ partitionKeyRange: { ...range, ge }, signal })
        : after(partitionKey, "ge", from);
  }
  if (first === undefined || left <= 0) return;
  sample.add(await after(first.partitionKey, "gt", first.rowKey).take(left).toArray());
}

/**
 * Returns a RowKey that follows all RowKeys with the same beginning as this one. The beginning ends with the first character other than a
 * letter or digit, so the result for `order-7` is `order.`, because `.` is the character after `-`. Without such a character, the beginning
 * is the first character. Returns undefined if no key can follow.
 */
function afterLikeKeys(rowKey: string): string | undefined {
  const start = /^[\p{L}\p{Nd}]*[^\p{L}\p{Nd}]/u.exec(rowKey)?.[0] ?? rowKey.slice(0, 1);
  const last = start.charCodeAt(start.length - 1);
  return start === "" || last >= 0xd7ff ? undefined : start.slice(0, -1) + String.fromCharCode(last + 1);
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
