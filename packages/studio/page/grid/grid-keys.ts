import type { Position } from "./selection.js";

interface Size {
  readonly rows: number;
  readonly columns: number;
  /** Number of rows that are visible at once. */
  readonly pageRows: number;
}

type Move = (position: Position, size: Size) => Position;

/** Moves of the active cell by key, as in the pattern of a grid. @see https://www.w3.org/WAI/ARIA/apg/patterns/grid/ */
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

/** Returns where a key moves the active cell; undefined for other keys. */
export function findMove(event: KeyboardEvent, position: Position, size: Size): Position | undefined {
  const move = moves[event.ctrlKey || event.metaKey ? `mod+${event.key}` : event.key];
  if (move === undefined) return undefined;
  const { row, column } = move(position, size);
  return {
    row: Math.max(0, Math.min(size.rows - 1, row)),
    column: Math.max(0, Math.min(size.columns - 1, column)),
  };
}
