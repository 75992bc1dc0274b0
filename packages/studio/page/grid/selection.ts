import { createSignal } from "solid-js";

/** Position of a cell in the grid: row and column, both from 0. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

/**
 * Way in which the active cell moves. A clicked cell must not scroll away under the pointer before a second click; what a search finds is
 * shown with the rows around it.
 */
export type Way = "keys" | "pointer" | "search";

/**
 * Creates the state of a grid's active cell and selected rows. Rows are stored by position, so rows that are not in memory can be selected
 * too.
 */
export function createSelection() {
  const [active, setActive] = createSignal<Position>({ row: 0, column: 0 });
  const [rows, setRows] = createSignal<ReadonlySet<number>>(new Set());
  const [isWhole, setWhole] = createSignal(false);
  let anchor = 0;
  let way: Way = "keys";
  return {
    active,
    rows,
    /** True if all rows of the query are selected, also those that were not read yet. */
    isWhole,
    /** Way in which the active cell was last moved. */
    way: () => way,
    moveTo(position: Position, extends_ = false, by: Way = "keys") {
      way = by;
      setActive(position);
      if (!extends_) {
        anchor = position.row;
        return;
      }
      setWhole(false);
      const [from, to] = [Math.min(anchor, position.row), Math.max(anchor, position.row)];
      setRows(new Set(Array.from({ length: to - from + 1 }, (_, index) => from + index)));
    },
    toggle(row: number) {
      setWhole(false);
      const next = new Set(rows());
      if (!next.delete(row)) next.add(row);
      anchor = row;
      setRows(next);
    },
    /** Selects all rows of the query. @param count number of rows that were read */
    selectAll(count: number) {
      setWhole(true);
      setRows(new Set(Array.from({ length: count }, (_, index) => index)));
    },
    /** Keeps the selection and the active cell on their rows after others were removed. @param gone former positions of those, in order */
    remove(gone: readonly number[], count: number) {
      const removed = new Set(gone);
      const moved = (row: number) => row - countBelow(gone, row);
      setWhole(false);
      setRows(new Set([...rows()].filter((row) => !removed.has(row)).map(moved)));
      const { row, column } = active();
      anchor = Math.max(0, Math.min(moved(anchor), count - 1));
      way = "keys";
      setActive({ row: Math.max(0, Math.min(moved(row), count - 1)), column });
    },
    /** Keeps the selection and the active cell on their rows after others were inserted above or between them. */
    makeRoom(position: number, count: number) {
      const moved = (row: number) => (row < position ? row : row + count);
      setWhole(false);
      setRows(new Set([...rows()].map(moved)));
      const { row, column } = active();
      anchor = moved(anchor);
      way = "keys";
      setActive({ row: moved(row), column });
    },
    clear() {
      setWhole(false);
      setRows(new Set<number>());
    },
    /** Returns the positions of the selected rows in order, or that of the active row if none is selected. */
    positions(): number[] {
      return rows().size === 0 ? [active().row] : [...rows()].toSorted((one, other) => one - other);
    },
  };
}

/** Returns the number of positions below another one. @param positions positions in order */
function countBelow(positions: readonly number[], position: number): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] as number) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type Selection = ReturnType<typeof createSelection>;
