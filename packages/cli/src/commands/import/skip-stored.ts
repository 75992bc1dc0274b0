import { isTableError, type StoredTableRow, type TableClient, type TableQuery } from "@tablewright/runtime";
import { tableRowJson } from "@tablewright/runtime/edm";

/** Maximum number of rows in a group that is compared with the table at once. */
const maxRows = 10_000;

/** Maximum length of the lines of such a group, in UTF-16 code units. The group is complete only once the line after it was read. */
export const maxGroupUnits = 4 * 1024 * 1024;

/** Maximum number of rows in a page that the service returns. */
const pageRows = 1000;

/** If the table lacks this many rows one after another, the rest of the file counts as not written yet and is no longer compared. */
const maxUnwritten = 2000;

/** Minimum number of rows to look for with one query. For fewer rows, a query is not worth its cost. */
const minRows = 20;

/** Row of a line of the file, with the length of the line in UTF-16 code units. */
interface LineRow {
  readonly row: StoredTableRow;
  readonly units: number;
}

/**
 * Yields those rows of a continued import that the table does not have yet. It compares up to 10,000 rows at once with pages of the table.
 * Otherwise each stored row would take two requests: an insert that fails, and a read which shows that the stored row is the same.
 * @param onStored called with each row of the file that the table already has with the same content
 */
export async function* skipStored<Item extends LineRow>(
  table: TableClient,
  items: AsyncIterable<Item>,
  signal: AbortSignal,
  onStored: (item: Item) => void,
): AsyncGenerator<Item, void> {
  let unwritten = 0;
  for await (const group of groupsOf(items, () => unwritten < maxUnwritten)) {
    const stored = await (group.length < minRows ? undefined : storedAmong(table, group, signal));
    for (const item of group) {
      unwritten = stored?.has(item) ? 0 : unwritten + 1;
      if (stored?.has(item)) onStored(item);
      else yield item;
    }
  }
}

/**
 * Groups rows in the order of the file, to compare each group at once.
 * @param isComparing returns whether groups are still compared; if not, each row becomes a separate group
 */
async function* groupsOf<Item extends LineRow>(
  items: AsyncIterable<Item>,
  isComparing: () => boolean,
): AsyncGenerator<Item[], void> {
  let group: Item[] = [];
  let units = 0;
  for await (const item of items) {
    const isFull = group.length >= maxRows || units + item.units > maxGroupUnits;
    if (group.length > 0 && (isFull || !isComparing())) {
      yield group;
      group = [];
      units = 0;
    }
    group.push(item);
    units += item.units;
  }
  if (group.length > 0) yield group;
}

/** Returns the rows of a group that the table has with exactly the same content. */
async function storedAmong<Item extends LineRow>(
  table: TableClient,
  group: readonly Item[],
  signal: AbortSignal,
): Promise<Set<Item>> {
  const found = new Set<Item>();
  try {
    for (const range of divideByQuery(group)) await addStored(table, range, signal, found);
  } catch (error) {
    // A shared access signature that permits only inserts cannot read rows. Then no row counts as found.
    if (!isTableError(error) || !error.code.startsWith("auth.")) throw error;
  }
  return found;
}

/**
 * Divides a group of rows into lists, one for each query. Each partition with at least `minRows` rows gets its own list. The rows of all
 * other partitions share one list; they are left out if they are fewer than `minRows`. Each list is in key order.
 */
function divideByQuery<Item extends LineRow>(group: readonly Item[]): Item[][] {
  const partitions = new Map<string, Item[]>();
  for (const item of group) {
    const { partitionKey } = item.row;
    const partition = partitions.get(partitionKey);
    if (partition === undefined) partitions.set(partitionKey, [item]);
    else partition.push(item);
  }
  const ranges = [...partitions.values()].filter(({ length }) => length >= minRows);
  const others = [...partitions.values()].filter(({ length }) => length < minRows).flat();
  const all = others.length < minRows ? ranges : [...ranges, others];
  return all.map((range) => range.sort((one, other) => (isBefore(one.row, other.row) ? -1 : 1)));
}

function isBefore(one: StoredTableRow, other: StoredTableRow): boolean {
  return one.partitionKey === other.partitionKey ? one.rowKey < other.rowKey : one.partitionKey < other.partitionKey;
}

/**
 * Adds to `found` those rows of a list that the table has with the same content. Stops reading early if the table has many other rows
 * between them.
 */
async function addStored<Item extends LineRow>(
  table: TableClient,
  range: readonly Item[],
  signal: AbortSignal,
  found: Set<Item>,
): Promise<void> {
  const [first, last] = [range[0], range.at(-1)];
  if (first === undefined || last === undefined) return;
  const missing = new Map(range.map((item) => [keyOf(item.row), item]));
  let pages = 2 + Math.ceil(range.length / (pageRows / 2));
  for await (const { items } of queryOf(table, first.row, last.row, signal).pages()) {
    for (const row of items) {
      const item = missing.get(keyOf(row));
      if (item === undefined || sortedContent(row) !== sortedContent(item.row)) continue;
      missing.delete(keyOf(row));
      found.add(item);
    }
    if (--pages === 0 || missing.size === 0) break;
  }
}

function queryOf(table: TableClient, first: StoredTableRow, last: StoredTableRow, signal: AbortSignal): TableQuery {
  const { partitionKey: ge, rowKey } = first;
  if (ge !== last.partitionKey) return table.scan({ partitionKeyRange: { ge, lt: after(last.partitionKey) }, signal });
  return table.query(ge, { rowKeyRange: { ge: rowKey, lt: after(last.rowKey) }, signal });
}

/**
 * Returns the smallest key after this one, as the exclusive end of a range: the key followed by a space, the lowest character that a key
 * can contain.
 */
function after(key: string): string {
  return `${key} `;
}

function keyOf({ partitionKey, rowKey }: StoredTableRow): string {
  return JSON.stringify([partitionKey, rowKey]);
}

/** Returns a row's content as text, for comparison. The order of the properties makes no difference. */
export function sortedContent({ partitionKey, rowKey, properties }: StoredTableRow): string {
  const sorted = Object.entries(properties).sort(([one], [other]) => (one < other ? -1 : 1));
  return tableRowJson("", { partitionKey, rowKey, properties: Object.fromEntries(sorted) });
}
