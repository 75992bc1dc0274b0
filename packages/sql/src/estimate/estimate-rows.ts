import type { TableClient, TableServiceView } from "@tablewright/runtime";
import type { AbortSignalLike } from "@tablewright/runtime/types";
import { estimateRange, type RowEstimate, type SampledKeys } from "./estimate-range.js";

/** Maximum number of pages of keys to read for one estimate. */
const maxPages = 30;

/** Maximum number of filters to read. */
const maxFilters = 8;

/**
 * Number of partitions larger than a page whose size is estimated, and maximum number of pages to read for each. Any other such partition
 * is assumed to have their mean size.
 */
const sized = { partitions: 2, pages: 5 } as const;

interface Source {
  readonly table: TableClient;
  readonly signal: AbortSignalLike | undefined;
  /**
   * True if the service returns rows in the order of their keys. Cosmos DB does not, so one of its pages shows nothing about the keys after
   * it.
   */
  readonly isOrdered: boolean;
}

/**
 * Estimates the number of rows that match any of the filters. The service reports no counts, so this reads at most 30 pages of keys,
 * without the other properties. If the first page of each filter contains all its rows, they are counted; otherwise further samples are
 * read. If there are more than 8 filters, only 8 are read, and the others are assumed to match as many rows on average.
 * @param filters the `$filter` of each range or partition; `""` or none for the whole table
 */
export async function estimateRows(
  service: TableServiceView,
  table: string,
  filters: readonly string[],
  signal: AbortSignalLike | undefined,
): Promise<RowEstimate> {
  const source = { table: service.table(table), signal, isOrdered: service.kind === "storage" };
  const all = filters.length === 0 ? [""] : filters;
  const count = Math.min(all.length, maxFilters);
  const sampled = Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)] ?? "");
  const pages = Math.floor(maxPages / count);
  const estimates = await Promise.all(sampled.map((filter) => estimateFilter(source, filter, pages)));
  const rows = estimates.reduce((sum, estimate) => sum + estimate.rows, 0);
  const kinds = estimates.map(({ kind }) => kind);
  if (kinds.includes("atLeast")) return { rows, kind: "atLeast" };
  const isCounted = count === all.length && !kinds.includes("about");
  return { rows: Math.round((rows * all.length) / count), kind: isCounted ? "counted" : "about" };
}

async function estimateFilter(source: Source, filter: string, pages: number): Promise<RowEstimate> {
  const conditions = filter === "" ? [] : [filter];
  if (!source.isOrdered) {
    const { keys, isWhole } = await readKeys(source, conditions, "PartitionKey");
    return { rows: keys.length, kind: isWhole ? "counted" : "atLeast" };
  }
  const isOnePartition = filter.includes("PartitionKey eq ");
  return estimateRange(new Samples(source, conditions, isOnePartition ? "RowKey" : "PartitionKey", pages));
}

/** Samples of the keys of rows that meet all conditions, each a `$filter`. */
class Samples implements SampledKeys {
  readonly #source: Source;
  readonly #conditions: readonly string[];
  readonly #property: "PartitionKey" | "RowKey";
  #pages: number;
  readonly #sizes: number[] = [];

  constructor(source: Source, conditions: readonly string[], property: "PartitionKey" | "RowKey", pages: number) {
    this.#source = source;
    this.#conditions = conditions;
    this.#property = property;
    this.#pages = pages;
  }

  mayRead(): boolean {
    return this.#pages > 0;
  }

  read(from: string, end: string | undefined): Promise<KeyPage> {
    this.#pages--;
    const bounds = [
      ...(from === "" ? [] : [`${this.#property} ge ${quoted(from)}`]),
      ...(end === undefined ? [] : [`${this.#property} lt ${quoted(end)}`]),
    ];
    return readKeys(this.#source, [...this.#conditions, ...bounds], this.#property);
  }

  async sizeOf(partitionKey: string): Promise<number> {
    if (this.#sizes.length >= sized.partitions || !this.mayRead())
      return this.#sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, this.#sizes.length);
    const pages = Math.min(sized.pages, this.#pages);
    const conditions = [...this.#conditions, `PartitionKey eq ${quoted(partitionKey)}`];
    const rows = new Samples(this.#source, conditions, "RowKey", pages);
    const estimate = await estimateRange(rows);
    this.#pages -= pages - rows.#pages;
    this.#sizes.push(estimate.rows);
    return estimate.rows;
  }
}

interface KeyPage {
  readonly keys: readonly string[];
  /** True if there is no further page. */
  readonly isWhole: boolean;
}

/** Reads one of the two keys of the first rows that meet all conditions. */
async function readKeys(
  { table, signal }: Source,
  conditions: readonly string[],
  property: "PartitionKey" | "RowKey",
): Promise<KeyPage> {
  const query = conditions.reduce((rows, $odata) => rows.where({ $odata }), table.scan({ signal }));
  const { items, cursor } = await query.select(property).page({ size: 1000 });
  const keys = items.map((row) => (property === "RowKey" ? row.rowKey : row.partitionKey));
  return { keys, isWhole: cursor === undefined };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
