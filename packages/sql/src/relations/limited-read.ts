import { isOrderedText } from "./entity-conditions.js";
import { type KeyOrder, orderOfKeys, type SortedPart } from "./key-order.js";
import { readConcurrently } from "./read-concurrently.js";
import { readInOrder } from "./read-in-order.js";
import type { OrderTerm, ReadEnd, RelationRead, RowLimit } from "./relation.js";

/** Order in which several sources, read one after the other or each by itself, give the first rows of a query first. */
export interface ReadOrder<Row> extends KeyOrder<Row> {
  /** Way to read the sources: in the order of their keys, in the reverse order, or side by side, because each has its own first rows. */
  readonly sources: "forward" | "backward" | "each";
  /** True if rows of two sources never tie. */
  readonly isTieInSource: boolean;
}

/** Parts of the two keys, and what the sources of a read have in common. */
export interface ReadKeys<Row> {
  readonly partitionParts: readonly SortedPart<Row>[];
  readonly rowParts: readonly SortedPart<Row>[];
  /** Columns that have one value in all rows of the query. */
  readonly fixed: ReadonlySet<string>;
  /** True if each source is one partition, and the sources are in the order of their PartitionKeys. */
  readonly areSinglePartitions: boolean;
  readonly sources: number;
}

/** Returns the order in which the sources have to be read for the first rows of a query; undefined if the keys do not give its order. */
export function orderOfRead<Row>(terms: readonly OrderTerm[], keys: ReadKeys<Row>): ReadOrder<Row> | undefined {
  const { partitionParts, rowParts, fixed, areSinglePartitions, sources } = keys;
  const none = { parts: [], hasTies: false, isTieInSource: false } as const;
  if (terms.length === 0) return { ...none, sources: "forward" };
  const all = [...partitionParts, ...rowParts];
  const ofPartition = partitionParts.filter(({ isCoarse }) => !isCoarse).map(({ column }) => column);
  const within = new Set([...fixed, ...ofPartition]);
  const forward = orderOfKeys(all, terms, areSinglePartitions && sources === 1 ? within : fixed);
  const backward = areSinglePartitions ? orderOfKeys(all, terms, fixed, partitionParts.length) : undefined;
  const each = areSinglePartitions && sources > 1 ? orderOfKeys(rowParts, terms, within) : undefined;
  const isDecided = (part: SortedPart<Row>, used: readonly SortedPart<Row>[]) =>
    fixed.has(part.column) || used.some((other) => other === part || (other.column === part.column && !other.isCoarse));
  const orderOf = (order: KeyOrder<Row> | undefined, way: ReadOrder<Row>["sources"]): ReadOrder<Row> | undefined =>
    order && {
      ...order,
      sources: way,
      isTieInSource: areSinglePartitions && partitionParts.every((part) => isDecided(part, order.parts)),
    };
  const found = [orderOf(forward, "forward"), orderOf(backward, "backward"), orderOf(each, "each")];
  return found.find((order) => order?.hasTies === false) ?? found.find((order) => order !== undefined);
}

/** Rows of a limited read. */
interface LimitedRead<Row> {
  readonly groups: AsyncIterable<readonly Row[]>;
  /** Undefined if `groups` ends when it has enough rows. */
  readonly end: ReadEnd<Row> | undefined;
}

/**
 * Returns the rows of sources: the first ones in an order, if that is enough for the query, otherwise all of them, read side by side.
 * @param groupsOf returns the rows of a source, and of no more than `most` of its rows if that is given
 * @param limit how many rows are enough; undefined if the query may need all
 * @param order the order that gives these rows first; undefined if there is none
 * @param isComplete true if each row that is read meets all conditions, so that it counts
 */
export function readSources<Source, Row>(
  sources: readonly Source[],
  groupsOf: (source: Source, most?: number) => AsyncIterable<readonly Row[]>,
  limit: RowLimit | undefined,
  order: ReadOrder<Row> | undefined,
  isComplete: boolean,
  parallel: number,
): Pick<RelationRead<Row>, "limit" | "end" | "groups"> {
  const limited = limit && order && limitedRead(sources, groupsOf, limit, order, isComplete, parallel);
  if (limited !== undefined) return { ...limited, limit: limit?.rows };
  const all = sources.map((source) => groupsOf(source));
  return { limit: undefined, end: undefined, groups: readConcurrently(all, parallel) };
}

/**
 * Reads sources until they have enough rows. Returns undefined if that is impossible, because only DuckDB can count the rows, and the
 * sources are read side by side.
 */
function limitedRead<Source, Row>(
  sources: readonly Source[],
  groupsOf: (source: Source, most?: number) => AsyncIterable<readonly Row[]>,
  { rows }: RowLimit,
  order: ReadOrder<Row>,
  isComplete: boolean,
  parallel: number,
): LimitedRead<Row> | undefined {
  const { parts, hasTies } = order;
  const texts = parts.filter(({ isText }) => isText);
  const tieOf = hasTies ? (row: Row) => parts.map((part) => part.textOf(row)).join("\0") : undefined;
  const inOrder = order.sources === "backward" ? [...sources].reverse() : sources;
  // An empty group marks the end of a source, and of the rows that tie with its last one.
  const marker = order.isTieInSource ? [] : undefined;
  if (!isComplete) {
    if (order.sources === "each") return undefined;
    const groups = readInOrder(
      inOrder.map((source) => groupsOf(source)),
      parallel,
      marker,
    );
    return { groups, end: { rows, texts: texts.map(({ column }) => column), ...(tieOf && { tieOf }) } };
  }
  const isCounted = (row: Row) => texts.every((part) => isOrderedText(part.textOf(row)));
  const most = hasTies || texts.length > 0 ? undefined : rows;
  const enough = { rows, tieOf, isCounted };
  const read = inOrder.map((source) => groupsOf(source, most));
  if (order.sources === "each")
    return {
      groups: readConcurrently(
        read.map((groups) => untilEnough(groups, enough)),
        parallel,
      ),
      end: undefined,
    };
  return { groups: untilEnough(readInOrder(read, parallel, marker), enough), end: undefined };
}

interface Enough<Row> {
  readonly rows: number;
  readonly tieOf: ((row: Row) => string) | undefined;
  /** Returns false for a row with characters that DuckDB sorts in another way: a row that comes later may belong before it. */
  isCounted(row: Row): boolean;
}

/** Yields groups of rows until enough have come, and all rows that tie with the last of them. */
async function* untilEnough<Row>(
  groups: AsyncIterable<readonly Row[]>,
  { rows: limit, tieOf, isCounted }: Enough<Row>,
): AsyncGenerator<readonly Row[], void> {
  if (limit === 0) return;
  let count = 0;
  let last: string | undefined;
  for await (const rows of groups) {
    if (rows.length > 0) yield rows;
    else if (count >= limit) return;
    for (const row of rows) {
      if (count >= limit && tieOf?.(row) !== last) return;
      if (isCounted(row) && ++count === limit) last = tieOf?.(row);
    }
    if (count >= limit && tieOf === undefined) return;
  }
}
