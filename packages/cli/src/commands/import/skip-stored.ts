import { isTableError, type StoredTableRow, type TableClient, type TableQuery } from "@tablewright/runtime";
import { tableRowJson } from "@tablewright/runtime/edm";

/** Maximum number of rows, and of UTF-16 units of their lines, that are compared together. */
const maxRows = 1000;
const maxUnits = 4 * 1024 * 1024;

/** Number of rows, none of them stored, after which the rest of the file is taken for unwritten. */
const maxUnwritten = 3000;

/** Minimum number of rows of ascending keys that are worth a query. */
const minRows = 20;

/** Row of a line. */
interface LineRow {
  readonly row: StoredTableRow;
  readonly units: number;
}

/**
 * Yields the rows of a continued import that are not stored yet. Reads the table by pages of the keys of up to 1,000 rows, because an
 * insert and a read of each row would take two requests for each. Lets through every row that it is not sure about.
 * @param onStored called with each row that the table has exactly as the line has it
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
    if (stored !== undefined) unwritten = stored.size > 0 ? 0 : unwritten + group.length;
    for (const item of group) {
      if (stored?.has(item)) onStored(item);
      else yield item;
    }
  }
}

/** Groups rows of ascending keys. @param isComparing if false, each row is a group */
async function* groupsOf<Item extends LineRow>(
  items: AsyncIterable<Item>,
  isComparing: () => boolean,
): AsyncGenerator<Item[], void> {
  let group: Item[] = [];
  let units = 0;
  for await (const item of items) {
    const last = group.at(-1);
    const isFull = group.length >= maxRows || units + item.units > maxUnits;
    if (last !== undefined && (isFull || !isComparing() || !isAscending(last.row, item.row))) {
      yield group;
      group = [];
      units = 0;
    }
    group.push(item);
    units += item.units;
  }
  if (group.length > 0) yield group;
}

function isAscending(one: StoredTableRow, other: StoredTableRow): boolean {
  return one.partitionKey === other.partitionKey ? one.rowKey < other.rowKey : one.partitionKey < other.partitionKey;
}

/** Finds the rows of a group that the table has exactly. Stops reading where other rows lie between them in great number. */
async function storedAmong<Item extends LineRow>(
  table: TableClient,
  group: readonly Item[],
  signal: AbortSignal,
): Promise<Set<Item>> {
  const [first, last] = [group[0], group.at(-1)];
  const found = new Set<Item>();
  if (first === undefined || last === undefined) return found;
  const byKeys = new Map(group.map((item) => [keyOf(item.row), item]));
  let pages = 2 + Math.ceil(group.length / (maxRows / 2));
  try {
    for await (const { items } of rangeOf(table, first.row, last.row, signal).pages()) {
      for (const row of items) {
        const item = byKeys.get(keyOf(row));
        if (item !== undefined && contentOf(row) === contentOf(item.row)) found.add(item);
      }
      if (--pages === 0) break;
    }
  } catch (error) {
    // A signature for additions alone does not let rows be read.
    if (!isTableError(error) || !error.code.startsWith("auth.")) throw error;
  }
  return found;
}

function rangeOf(table: TableClient, first: StoredTableRow, last: StoredTableRow, signal: AbortSignal): TableQuery {
  const { partitionKey: ge, rowKey } = first;
  if (ge !== last.partitionKey) return table.scan({ partitionKeyRange: { ge, lt: after(last.partitionKey) }, signal });
  return table.query(ge, { rowKeyRange: { ge: rowKey, lt: after(last.rowKey) }, signal });
}

/** Returns the first key after this one: a space is the first character that can continue a key. */
function after(key: string): string {
  return `${key} `;
}

function keyOf({ partitionKey, rowKey }: StoredTableRow): string {
  return JSON.stringify([partitionKey, rowKey]);
}

/** Returns the row as text that does not depend on the order of its properties. */
export function contentOf({ partitionKey, rowKey, properties }: StoredTableRow): string {
  const sorted = Object.entries(properties).sort(([one], [other]) => (one < other ? -1 : 1));
  return tableRowJson("", { partitionKey, rowKey, properties: Object.fromEntries(sorted) });
}
