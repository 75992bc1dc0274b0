import type { Column } from "../grid/columns.js";
import type { Selection } from "../grid/selection.js";
import { notify } from "../state/notices.js";
import type { RowSource } from "../state/row-source.js";

/** Running search. A new one ends it. */
let search = 0;
let lastText = "";

/**
 * Moves to the next cell that has a text, ignoring case. After the rows that were read, it reads on: the service cannot search inside
 * values, so this passes every row.
 */
export async function findNext(
  text: string,
  source: RowSource,
  columns: readonly Column[],
  selection: Selection,
): Promise<void> {
  search += 1;
  const own = search;
  const wanted = text.toLowerCase();
  if (wanted === "") return;
  const loaded = source.count;
  let { row: position, column: from } = selection.active();
  // The active cell itself may contain a new text.
  if (wanted !== lastText) from -= 1;
  lastText = wanted;
  for (let row = await source.read(position); row !== undefined; row = await source.read(position)) {
    if (own !== search) return;
    const found = row;
    const column = columns.findIndex(
      (each, at) => at > from && each.cellOf(found)?.text.toLowerCase().includes(wanted),
    );
    if (column >= 0) {
      selection.moveTo({ row: position, column });
      return;
    }
    from = -1;
    position += 1;
    if (position > loaded && position % 1000 === 0) notify(`Searching: ${position.toLocaleString("en-US")} rows read…`);
  }
  if (own === search && source.isComplete) notify(`No more cells have ${JSON.stringify(text)}`);
}
