import type { TableClient, TableServiceView } from "@tablewright/runtime";
import type { AbortSignalLike } from "@tablewright/runtime/types";

/** Estimated number of rows that a query will read, made before the query reads them. */
export interface RowEstimate {
  readonly rows: number;
  /**
   * `counted` if the sampled pages contained every row; `about` for an extrapolation from samples, which assumes that keys are evenly
   * distributed between them; `atLeast` if `rows` counts only the sampled rows and more exist.
   */
  readonly kind: "counted" | "about" | "atLeast";
}

/** Maximum number of pages to read for one estimate. */
const maxSamples = 8;

interface Source {
  readonly table: TableClient;
  readonly signal: AbortSignalLike | undefined;
}

/**
 * Estimates the number of rows that match any of the filters. The service reports no counts, so this reads pages of keys, without the other
 * properties. If the first page of each filter holds all its rows, they are counted. A single filter with more rows is divided at some
 * existing keys; the first page of each range then shows which share of the range its 1,000 rows take up. Of several filters, at most 8 are
 * read, and the others are assumed to match as many rows on average.
 * @param filters `$filter` of each range or partition; `""` or none for the whole table
 */
export async function estimateRows(
  service: TableServiceView,
  table: string,
  filters: readonly string[],
  signal: AbortSignalLike | undefined,
): Promise<RowEstimate> {
  const source = { table: service.table(table), signal };
  const [only] = filters;
  if (filters.length <= 1) return estimateFilter(source, only ?? "", service.kind === "storage");
  const sampled = filters.slice(0, maxSamples);
  const pages = await Promise.all(sampled.map((filter) => readKeys(source, filter)));
  const rows = pages.reduce((sum, { keys }) => sum + keys.length, 0);
  if (pages.some(({ isWhole }) => !isWhole)) return { rows, kind: "atLeast" };
  if (sampled.length === filters.length) return { rows, kind: "counted" };
  return { rows: Math.round((rows * filters.length) / sampled.length), kind: "about" };
}

async function estimateFilter(source: Source, filter: string, isOrdered: boolean): Promise<RowEstimate> {
  const { keys, isWhole } = await readKeys(source, filter);
  const seen = { rows: keys.length, kind: isWhole ? "counted" : "atLeast" } as const;
  const [first, last] = [keys[0], keys.at(-1)];
  // Cosmos DB returns rows in no order, so a page says nothing about the keys beyond it.
  if (isWhole || !isOrdered || first === undefined || last === undefined) return seen;
  const isOnePartition = first.partitionKey === last.partitionKey;
  if (isOnePartition && !filter.includes("PartitionKey eq ")) return seen;
  const { partitionKey } = first;
  const splits = await source.table.splitKeys(maxSamples, {
    ...(isOnePartition && { partitionKey }),
    signal: source.signal,
  });
  const property = isOnePartition ? "RowKey" : "PartitionKey";
  const keyOf = (row: Key) => (isOnePartition ? row.rowKey : row.partitionKey);
  const later = splits.filter((key) => key > keyOf(first));
  const step = Math.max(1, Math.ceil(later.length / (maxSamples - 1)));
  const within = later.filter((_, index) => index % step === step - 1);
  if (within.length === 0) return seen;
  const starts = [keyOf(first), ...within];
  const sizes = await Promise.all(
    starts.map(async (start, index) => {
      const end = starts[index + 1];
      const bounds = `${property} ge ${quoted(start)}${end === undefined ? "" : ` and ${property} lt ${quoted(end)}`}`;
      const page = await readKeys(source, filter === "" ? bounds : `(${filter}) and ${bounds}`);
      const count = page.keys.length;
      return { count, size: page.isWhole ? count : extrapolate(page.keys.map(keyOf), start, end) };
    }),
  );
  const known = sizes.flatMap(({ size }) => size ?? []);
  if (known.length < sizes.length / 2) return seen;
  // A range without a known size, such as the last one, which has no known end, counts as the average of the others, or as its first page
  // if that has more rows.
  const mean = known.reduce((sum, size) => sum + size, 0) / known.length;
  const rows = sizes.reduce((sum, { count, size }) => sum + (size ?? Math.max(count, mean)), 0);
  return { rows: Math.round(rows), kind: "about" };
}

interface Key {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** Reads the keys on the first page of a filter's rows. `isWhole` is true if there is no further page. */
async function readKeys(
  { table, signal }: Source,
  filter: string,
): Promise<{ readonly keys: readonly Key[]; readonly isWhole: boolean }> {
  const scan = table.scan({ signal });
  const query = (filter === "" ? scan : scan.where({ $odata: filter })).select("PartitionKey");
  const { items, cursor } = await query.page({ size: 1000 });
  return { keys: items, isWhole: cursor === undefined };
}

/**
 * Estimates the number of rows between the keys `start` and `end` from the keys of the first page. Returns undefined if the range has no
 * end or all keys on the page are the same, or none lies past `start`.
 */
function extrapolate(keys: readonly string[], start: string, end: string | undefined): number | undefined {
  const last = keys.at(-1);
  if (end === undefined || last === undefined || last === keys[0]) return undefined;
  let shared = 0;
  while (shared < start.length && start[shared] === end[shared]) shared++;
  const tails = [start, end, ...keys].map((key) => key.slice(shared));
  const alphabet = alphabetOf(tails.join(""));
  const ranks = new Map(alphabet.map((character, rank) => [character, rank]));
  const positionOf = (key: string) => {
    let position = 0;
    for (const [index, character] of [...key.slice(shared)].entries())
      position += (ranks.get(character) ?? 0) * alphabet.length ** -index;
    return position;
  };
  const share = (positionOf(last) - positionOf(start)) / (positionOf(end) - positionOf(start));
  // Further rows may have the last key, so only the rows before it are known to be all on the page.
  return share > 0 ? keys.indexOf(last) / share : undefined;
}

const digits = "0123456789";
const hexadecimal = ["abcdef", "ABCDEF"];
const letters = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/**
 * Returns the characters that keys are assumed to have, in their order: those of the given text, and all others of the same kind, because
 * the keys between may have any digit if these have one.
 */
function alphabetOf(text: string): string[] {
  const used = new Set(text);
  const hasAnyOf = (kind: string) => [...kind].some((character) => used.has(character));
  const kinds = letters.map((kind, index) => {
    const short = hexadecimal[index] as string;
    const isHexadecimal = hasAnyOf(digits) && !hasAnyOf(kind.slice(short.length));
    return isHexadecimal ? short : kind;
  });
  return [...new Set([...used, ...[digits, ...kinds].filter(hasAnyOf).join("")])].sort();
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
