import { batch } from "solid-js";
import type { Selection } from "../grid/selection.js";
import type { NewRow } from "../state/new-row.js";

/**
 * Keeps the selection on its rows when new ones are staged, written or discarded, and goes to the first one that is added.
 * @param count number of rows that the grid shows now
 */
export function followNewRows(
  selection: Selection,
  before: readonly NewRow[],
  now: readonly NewRow[],
  count: number,
): void {
  const ids = new Set(now.map(({ stagedId }) => stagedId));
  const former = new Set(before.map(({ stagedId }) => stagedId));
  const gone = before.flatMap(({ stagedId }, position) => (ids.has(stagedId) ? [] : [position]));
  const added = now.findIndex(({ stagedId }) => !former.has(stagedId));
  if (gone.length === 0 && added < 0) return;
  batch(() => {
    if (gone.length > 0) selection.remove(gone, count);
    if (added < 0) return;
    selection.makeRoom(added, now.length - (before.length - gone.length));
    selection.moveTo({ row: added, column: 0 });
  });
}
