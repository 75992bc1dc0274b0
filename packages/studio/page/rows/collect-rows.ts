import type { Row } from "../../src/contract/rows.js";
import type { Selection } from "../grid/selection.js";
import type { Rows } from "../state/rows.js";
import { doWork, rowsText } from "../state/work.js";

/**
 * Returns the selected rows, or the active one if none is selected. Reads those that are not in memory: all of the query if all are selected.
 * Returns undefined if the user stopped it or a page cannot be read, so that an action never leaves out rows silently.
 */
export async function collectRows(shown: Rows, selection: Selection): Promise<readonly Row[] | undefined> {
  const rows: Row[] = [];
  const isWhole = selection.isWhole();
  const source = isWhole ? shown.whole : shown;
  const positions = selection.positions();
  const isRead = await doWork("Reading", async (signal, report) => {
    for (let at = 0; isWhole || at < positions.length; at += 1) {
      const position = isWhole ? at : (positions[at] as number);
      if (at % 1_000 === 999) report(rowsText(at + 1));
      // A row in memory needs no wait.
      const row = source.row(position) ?? ((await source.read(position)) && source.row(position));
      signal.throwIfAborted();
      if (row !== undefined) rows.push(row);
      else if (position >= source.count) break;
    }
    if (isWhole && source.error !== undefined) throw source.error;
    return true;
  });
  return isRead === true ? rows : undefined;
}
