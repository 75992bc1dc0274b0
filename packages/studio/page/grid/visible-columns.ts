import type { Column } from "./columns.js";

/** Grid column with its index among all columns and its offset in pixels. */
export interface PlacedColumn {
  readonly column: Column;
  readonly index: number;
  readonly left: number;
  readonly width: number;
}

/** Computes the offsets of columns beside each other. @param widths widths that the user has set, by column id */
export function placeColumns(columns: readonly Column[], widths: Readonly<Record<string, number>>): PlacedColumn[] {
  let left = 0;
  return columns.map((column, index) => {
    const width = widths[column.id] ?? column.width;
    const placed = { column, index, left, width };
    left += width;
    return placed;
  });
}

/** Returns only the columns in or near the viewport, because a row may have 252 properties. */
export function visibleColumns(placed: readonly PlacedColumn[], scrollLeft: number, viewport: number): PlacedColumn[] {
  return placed.filter(({ left, width }) => left + width > scrollLeft - 200 && left < scrollLeft + viewport + 200);
}

export function totalWidth(placed: readonly PlacedColumn[]): number {
  const last = placed.at(-1);
  return last === undefined ? 0 : last.left + last.width;
}
