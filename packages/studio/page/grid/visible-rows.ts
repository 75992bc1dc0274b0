import { rowHeight, type ScrollSize } from "./scroll-place.js";

/** Rows to draw. */
export interface RowRange {
  readonly first: number;
  /** Position after the last row. */
  readonly end: number;
}

/** Minimum number of rows drawn beyond each edge. The browser scrolls them into view while the page draws the next ones. */
const overscan = 16;
/** Number of rows that are drawn together. Most frames of scrolling then draw none. */
const step = 8;

/**
 * Returns the rows to draw: always the same number, unless there are fewer. All rows have one height, so no row is measured, and nothing is
 * stored for each.
 * @param offset offset of the viewport among the rows, in pixels
 * @param drawsMore true to draw rows beyond the edges
 */
export function visibleRows(offset: number, { viewport, count }: ScrollSize, drawsMore: boolean): RowRange {
  const beyond = drawsMore ? overscan : 0;
  const size = Math.min(count, Math.ceil(viewport / rowHeight) + step + 2 * beyond);
  const wanted = Math.floor((offset / rowHeight - beyond) / step) * step;
  const first = Math.max(0, Math.min(count - size, wanted));
  return { first, end: first + size };
}

/**
 * Returns the row that an element draws. Rows share a fixed number of elements: one that leaves the range takes the position of a row that
 * enters it, and all others stay as they are.
 *
 *     rows 8 to 12:  element  0  1  2  3  4      rows 10 to 14:  element  0  1  2  3  4
 *                    row     10 11 12  8  9                      row     10 11 12 13 14
 */
export function rowOfElement(element: number, { first, end }: RowRange): number {
  const size = end - first;
  return first + ((((element - first) % size) + size) % size);
}

/** Returns the elements in the order of their rows. */
export function elementsInOrder({ first, end }: RowRange): number[] {
  const size = end - first;
  return Array.from({ length: size }, (_, index) => (first + index) % size);
}
