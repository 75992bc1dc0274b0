import type { TableServiceView } from "@tablewright/runtime";
import { readPayloads, requestPrice } from "@tablewright/runtime/lines";
import type { AbortSignalLike } from "@tablewright/runtime/types";
import type { RowEstimate } from "./estimate-range.js";
import { estimateRows } from "./estimate-rows.js";

/** Estimate of what the service reads for a query, which is what the query costs. */
export interface ReadEstimate {
  /** Rows in the ranges of keys that the service passes, also those that a filter leaves out. */
  readonly rows: RowEstimate;
  /** Number of partitions; undefined for a table scan or a range of PartitionKeys, whose partitions nobody has counted. */
  readonly partitions: number | undefined;
  /** Smallest number of requests: one for each 1,000 rows, and one for each partition or range. Large rows take more. */
  readonly requests: number;
  /** Price of these requests in US dollars; undefined for Cosmos DB, which has other prices. */
  readonly dollars: number | undefined;
  /** True if the read stops as soon as there are enough rows, so that it may pass fewer. */
  readonly mayStop: boolean;
}

/** Estimate of what the service sends for a query. */
export interface TransferEstimate {
  readonly rows: RowEstimate;
  /** Size of these rows in JSON, estimated from up to 100 of them. */
  readonly bytes: number;
}

/** Planned requests whose size is estimated. */
export interface EstimatedRead {
  /** `$filter` of each range or partition. */
  readonly filters: readonly string[];
  readonly select: readonly string[] | undefined;
  /** Number of rows after which the read stops; undefined if it reads all. */
  readonly limit: number | undefined;
  /** True if each row that is read counts for the limit. */
  readonly isLimitExact: boolean;
}

const rowsPerRequest = 1000;

/** Number of rows of which the size is measured. */
const measured = 100;

/** Estimates what a read costs and transfers, from at most 61 requests. */
export async function estimateRead(
  service: TableServiceView,
  table: string,
  read: EstimatedRead,
  signal: AbortSignalLike | undefined,
): Promise<{ readonly reads: ReadEstimate; readonly transfers: TransferEstimate }> {
  const { filters, limit, isLimitExact } = read;
  const ranges = [...new Set(filters.map(soughtKeys))];
  const sought = await estimateRows(service, table, ranges, signal);
  const isSought = ranges.length === filters.length && ranges.every((range, index) => range === filters[index]);
  const found = isSought ? sought : await estimateRows(service, table, filters, signal);
  const isCut = limit !== undefined && isLimitExact && found.rows >= limit;
  const rows: RowEstimate = isCut ? { rows: limit, kind: "counted" } : found;
  const passed = isCut && isSought ? rows : sought;
  const isOneEach = ranges.every((range) => range.startsWith("PartitionKey eq "));
  const fewest = limit === undefined ? ranges.length : 1;
  const requests = Math.max(fewest, Math.ceil(passed.rows / rowsPerRequest));
  return {
    reads: {
      rows: passed,
      partitions: isOneEach ? new Set(ranges.map(partitionOf)).size : undefined,
      requests,
      dollars: service.kind === "storage" ? requests * requestPrice : undefined,
      mayStop: limit !== undefined && !(isSought && isLimitExact),
    },
    transfers: { rows, bytes: Math.round(rows.rows * (await bytesOfRow(service, table, read, signal))) },
  };
}

const keyComparison = /(PartitionKey|RowKey) (?:eq|ge|gt|le|lt) '(?:[^']|'')*'/y;

/**
 * Returns the part of a `$filter` that says which keys the service seeks: the comparisons of PartitionKey at its beginning, and those of
 * RowKey if there is only one PartitionKey. The service reads every row with these keys, and leaves out those that do not meet the rest.
 */
export function soughtKeys(filter: string): string {
  const comparisons: string[] = [];
  for (let at = 0; ; ) {
    keyComparison.lastIndex = at;
    const [comparison] = keyComparison.exec(filter) ?? [];
    if (comparison === undefined) break;
    comparisons.push(comparison);
    at += comparison.length;
    if (!filter.startsWith(" and ", at)) break;
    at += " and ".length;
  }
  const isOne = comparisons[0]?.startsWith("PartitionKey eq ") === true;
  return comparisons.filter((each) => isOne || each.startsWith("PartitionKey ")).join(" and ");
}

function partitionOf(range: string): string | undefined {
  return /^PartitionKey eq '(?:[^']|'')*'/.exec(range)?.[0];
}

/** Returns the mean size of the first rows in the service's JSON. */
async function bytesOfRow(
  service: TableServiceView,
  table: string,
  { filters, select }: EstimatedRead,
  signal: AbortSignalLike | undefined,
): Promise<number> {
  const scan = service.table(table).scan({ signal });
  const [filter = ""] = filters;
  const filtered = filter === "" ? scan : scan.where({ $odata: filter });
  const selected = select === undefined ? filtered : filtered.select(...select);
  const { rows } = await readPayloads(selected, { size: measured });
  return rows.reduce((sum, row) => sum + JSON.stringify(row).length, 0) / Math.max(1, rows.length);
}
