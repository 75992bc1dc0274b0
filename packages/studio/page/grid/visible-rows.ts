import { rowHeight, type ScrollSize } from "./scroll-place.js";

/** Range of positions of the rows to draw. */
export interface RowRange {
  readonly first: number;
  /** Position after the last row to draw. */
  readonly end: number;
}

/** Minimum number of rows to draw above and below the viewport. The browser scrolls them into view while the page draws the next ones. */
const overscan = 16;
/** The range of drawn rows moves in steps of this many rows, so that most frames of scrolling draw no row. */
const step = 8;

/**
 * Returns the range of rows to draw. It always has the same number of rows, unless there are fewer. All rows have the same height, so none
 * has to be measured.
 * @param offset distance from the first row to the top of the viewport, in pixels
 * @param drawsMore true to draw rows beyond the edges too
 */
export function visibleRows(offset: number, { viewport, count }: ScrollSize, drawsMore: boolean): RowRange {
  const beyond = drawsMore ? overscan : 0;
  const size = Math.min(count, Math.ceil(viewport / rowHeight) + step + 2 * beyond);
  const wanted = Math.floor((offset / rowHeight - beyond) / step) * step;
  const first = Math.max(0, Math.min(count - size, wanted));
  return { first, end: first + size };
}

/**
 * Returns the position of the row that an element draws. A fixed number of elements is reused: an element whose row leaves the range draws
 * a row that enters it, and all others stay as they are.
 *
 *     rows 8 to 12:  element  0  1  2  3  4      rows 10 to 14:  element  0  1  2  3  4
 *                    row     10 11 12  8  9                      row     10 11 12 13 14
 */
export function rowOfElement(element: number, { first, end }: RowRange): number {
  const size = end - first;
  return first + ((((element - first) % size) + size) % size);
}

/** Returns the numbers of the elements in the order of the rows that they draw. */
export function elementsInOrder({ first, end }: RowRange): number[] {
  const size = end - first;
  return Array.from({ length: size }, (_, index) => (first + index) % size);
}
