/* Model of the fewest requests that a query of key ranges needs, without the client's plans and filters. */

/** Number of rows in a full response of the service. */
const perResponse = 1000;

/** Condition on one property: values, or a range. Bounds are compared as numbers and texts are. */
export type RandomCondition<Value> =
  | { readonly values: readonly Value[] }
  | { readonly from?: Bound<Value>; readonly to?: Bound<Value> };

export interface Bound<Value> {
  readonly value: Value;
  readonly isIncluded: boolean;
}

/** Order and number of the rows that a query needs; undefined if it needs all. */
export interface NeededRows {
  readonly isDescending: boolean;
  readonly rows: number;
}

/** Key part, and where it is. */
export interface PartOfKeys<Value> {
  readonly key: "PartitionKey" | "RowKey";
  /** Returns the text of the value in the key, without the client's encoding: only equal texts and their order matter. */
  bucketOf(value: Value): string | number;
  /** Order of the texts compared with the values; undefined for any other order. */
  readonly order: "asc" | "desc" | undefined;
  /** Number of shards that come before the part in the key, 1 if there are none. */
  readonly shards: number;
}

export interface ModelRow<Value> {
  readonly value: Value;
  readonly shard: string;
  /** True if the row meets the other conditions of the query, which the service checks. */
  readonly isMatch: boolean;
}

function meets<Value extends number | string>(condition: RandomCondition<Value>, value: Value): boolean {
  if ("values" in condition) return condition.values.includes(value);
  const { from, to } = condition;
  const isAfter = from === undefined || value > from.value || (from.isIncluded && value === from.value);
  return isAfter && (to === undefined || value < to.value || (to.isIncluded && value === to.value));
}

/**
 * Returns the fewest requests for a query: one for each full response, and at least one for each partition or range of keys that it has to
 * look into. Values of a RowKey are one range, because the service leaves out the rows between them.
 */
export function fewestRequests<Value extends number | string>(
  part: PartOfKeys<Value>,
  rows: readonly ModelRow<Value>[],
  condition: RandomCondition<Value>,
  needed: NeededRows | undefined,
): number {
  const found = rows.filter(({ value, isMatch }) => isMatch && meets(condition, value));
  const ranges = rangesOf(part, rows, found, condition);
  const isInOrder = needed !== undefined && isOrderOf(part, condition, needed);
  if (!isInOrder) return ranges.reduce((sum, range) => sum + responses(range.length), 0);
  const sign = needed.isDescending ? -1 : 1;
  const compare = (one: string | number, other: string | number) => (one === other ? 0 : one < other ? -sign : sign);
  let requests = 0;
  let missing = needed.rows;
  for (const range of ranges.sort((one, other) => compare(one.bucket, other.bucket))) {
    const sorted = range.rows.map(({ value }) => part.bucketOf(value)).sort(compare);
    const last = sorted[missing - 1];
    // Rows with the same text in the key are in no order, so all of them are read.
    const read = last === undefined ? sorted.length : sorted.lastIndexOf(last) + 1;
    requests += responses(read);
    missing -= sorted.length;
    if (missing <= 0) break;
  }
  return requests;
}

function responses(rows: number): number {
  return Math.max(1, Math.ceil(rows / perResponse));
}

interface Range<Value> {
  readonly bucket: string | number;
  readonly rows: readonly ModelRow<Value>[];
  readonly length: number;
}

function rangesOf<Value extends number | string>(
  part: PartOfKeys<Value>,
  all: readonly ModelRow<Value>[],
  found: readonly ModelRow<Value>[],
  condition: RandomCondition<Value>,
): Range<Value>[] {
  const range = (bucket: string | number, rows: readonly ModelRow<Value>[]) => ({ bucket, rows, length: rows.length });
  if (part.key === "RowKey" || (part.order === undefined && !("values" in condition))) return [range("", found)];
  const buckets = "values" in condition ? [...new Set(condition.values.map((value) => part.bucketOf(value)))] : [""];
  const shards = part.shards === 1 ? [""] : [...new Set(all.map(({ shard }) => shard))];
  return shards.flatMap((shard) =>
    buckets.map((bucket) =>
      range(
        bucket,
        found.filter(
          (row) => (part.shards === 1 || row.shard === shard) && (bucket === "" || part.bucketOf(row.value) === bucket),
        ),
      ),
    ),
  );
}

/** Returns whether the ranges give the needed rows first. Partitions with one value each can be read in any order. */
function isOrderOf<Value>(
  part: PartOfKeys<Value>,
  condition: RandomCondition<Value>,
  { isDescending }: NeededRows,
): boolean {
  if (part.order === undefined || part.shards > 1) return false;
  return (part.order === "desc") === isDescending || ("values" in condition && part.key === "PartitionKey");
}
