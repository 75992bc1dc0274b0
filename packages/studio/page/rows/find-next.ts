import type { Column } from "../grid/columns.js";
import type { Selection } from "../grid/selection.js";
import { notify } from "../state/notices.js";
import type { Rows } from "../state/rows.js";
import { doWork, rowsText } from "../state/work.js";

/** Number of the current search. A new search increments it, and the previous one then stops. */
let search = 0;
let lastText = "";

/**
 * Moves the active cell to the next cell that contains a text, ignoring case. After the last row in the grid it reads further pages: the
 * service cannot search inside values, so it may read every row.
 */
export async function findNext(
  text: string,
  source: Rows,
  columns: readonly Column[],
  selection: Selection,
): Promise<void> {
  search += 1;
  const own = search;
  const wanted = text.toLowerCase();
  if (wanted === "") return;
  let { row: position, column: from } = selection.active();
  // Starts at the active cell for a new text, otherwise after it.
  if (wanted !== lastText) from -= 1;
  lastText = wanted;
  await doWork("Searching", async (signal, report) => {
    while (!signal.aborted && (source.row(position) ?? (await source.read(position))) !== undefined) {
      if (own !== search) return;
      // The row as it was last written here; undefined if it was deleted.
      const row = source.row(position);
      const column = columns.findIndex(
        (each, at) => at > from && row && each.cellOf(row)?.text.toLowerCase().includes(wanted),
      );
      if (column >= 0) {
        selection.moveTo({ row: position, column });
        return;
      }
      from = -1;
      position += 1;
      if (position % 1000 === 0) report(rowsText(position));
    }
    if (signal.aborted) notify("Searching: stopped");
    else if (own === search && source.isComplete) notify(`No more cells have ${JSON.stringify(text)}`);
  });
}

/** Ends the search, because other rows are shown. */
export function endSearch(): void {
  search += 1;
  lastText = "";
}
