import type { Position } from "./selection.js";

interface Size {
  readonly rows: number;
  readonly columns: number;
  /** Number of rows that Page Up and Page Down move by. */
  readonly pageRows: number;
}

type Move = (position: Position, size: Size) => Position;

/**
 * For each key, the function that moves the active cell, as the ARIA pattern for grids specifies. `mod+` stands for Ctrl or ⌘.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/grid/
 */
const moves: Readonly<Record<string, Move>> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  PageUp: ({ row, column }, { pageRows }) => ({ row: row - pageRows, column }),
  PageDown: ({ row, column }, { pageRows }) => ({ row: row + pageRows, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, { columns }) => ({ row, column: columns - 1 }),
  "mod+Home": () => ({ row: 0, column: 0 }),
  "mod+End": (_, { rows, columns }) => ({ row: rows - 1, column: columns - 1 }),
};

/** Returns the position to which a key moves the active cell; undefined for a key that does not move it. */
export function findMove(event: KeyboardEvent, position: Position, size: Size): Position | undefined {
  const move = moves[event.ctrlKey || event.metaKey ? `mod+${event.key}` : event.key];
  if (move === undefined) return undefined;
  const { row, column } = move(position, size);
  return {
    row: Math.max(0, Math.min(size.rows - 1, row)),
    column: Math.max(0, Math.min(size.columns - 1, column)),
  };
}
