/** Rows to draw, and where. */
export interface VisibleRange {
  readonly first: number;
  /** Position after the last row. */
  readonly end: number;
  /** Offset of the first row in the scrolled content, in pixels. */
  readonly top: number;
}

export const rowHeight = 28;
/** Rows drawn beyond each edge, so that a fast scroll shows no gap. */
const overscan = 8;
/** Maximum height of an element that browsers draw, in pixels. @see https://bugzilla.mozilla.org/show_bug.cgi?id=1790023 */
const maxHeight = 15_000_000;

/** Returns the height of the scrolled content, in pixels. Beyond the limit of browsers each pixel stands for several. */
export function contentHeight(count: number): number {
  return Math.min(count * rowHeight, maxHeight);
}

/**
 * Returns the rows that a viewport shows. All rows have one height, so no row is measured, and nothing is kept for each.
 * @param scrollTop offset of the viewport in the content, in pixels
 */
export function visibleRange(scrollTop: number, viewport: number, count: number): VisibleRange {
  const height = contentHeight(count);
  const range = count * rowHeight - viewport;
  // With scaled content the offset of the viewport chooses the first row, and rows are drawn around the viewport.
  const scale = height < count * rowHeight && height > viewport ? range / (height - viewport) : 1;
  const offset = scrollTop * scale;
  const first = Math.max(0, Math.floor(offset / rowHeight) - overscan);
  const end = Math.min(count, Math.ceil((offset + viewport) / rowHeight) + overscan);
  return { first, end, top: scrollTop + first * rowHeight - offset };
}

/** Returns the offset of the viewport that shows a row, in pixels; undefined if it is visible. */
export function scrollTopFor(index: number, scrollTop: number, viewport: number, count: number): number | undefined {
  const height = contentHeight(count);
  const range = count * rowHeight - viewport;
  const scale = height < count * rowHeight && height > viewport ? range / (height - viewport) : 1;
  const offset = scrollTop * scale;
  const top = index * rowHeight;
  if (top < offset) return top / scale;
  if (top + rowHeight > offset + viewport) return (top + rowHeight - viewport) / scale;
  return undefined;
}
