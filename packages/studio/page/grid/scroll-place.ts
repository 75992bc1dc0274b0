/**
 * Place of the viewport among the rows. Browsers limit the height of an element, so many rows are higher than the content that scrolls:
 * `scrollTop` pixels of it and `shift` pixels outside of it are above the viewport.
 */
export interface ScrollPlace {
  readonly scrollTop: number;
  readonly shift: number;
}

/** Size of the viewport and of the rows. */
export interface ScrollSize {
  /** Height of the viewport, in pixels. */
  readonly viewport: number;
  /** Number of rows. */
  readonly count: number;
}

export const rowHeight = 28;
/** Maximum height of an element that browsers draw, in pixels. @see https://bugzilla.mozilla.org/show_bug.cgi?id=1790023 */
const maxHeight = 15_000_000;
/** Maximum distance of a movement that is exact, in pixels. Beyond are those of a scroll bar, which choose a share of the rows. */
const maxStep = 5_000;

/** Returns the height of the scrolled content, in pixels. */
export function contentHeight(count: number): number {
  return Math.min(count * rowHeight, maxHeight);
}

/** Returns the offset of the viewport among the rows, in pixels. */
export function offsetOf({ scrollTop, shift }: ScrollPlace): number {
  return scrollTop + shift;
}

/** Returns the place after scrolling. The rows move as far as the content, so that nothing is drawn anew for them. */
export function scrollTo({ shift, ...former }: ScrollPlace, scrollTop: number, size: ScrollSize): ScrollPlace {
  const hidden = hiddenHeight(size);
  if (hidden === 0) return { scrollTop, shift: 0 };
  const share = Math.max(0, Math.min(1, scrollTop / scrollRange(size)));
  if (Math.abs(scrollTop - former.scrollTop) > maxStep) return { scrollTop, shift: Math.round(hidden * share) };
  // Towards both ends of the content the shift approaches that of the first and of the last row.
  const [least, most] = [hidden * Math.max(0, 2 * share - 1), hidden * Math.min(1, 2 * share)];
  return { scrollTop, shift: Math.round(Math.max(least, Math.min(most, shift))) };
}

/** Returns the place with an offset among the rows, in pixels. */
export function placeAt(former: ScrollPlace, offset: number, size: ScrollSize): ScrollPlace {
  const wanted = Math.max(0, Math.min(rowRange(size), offset));
  if (hiddenHeight(size) === 0) return { scrollTop: wanted, shift: 0 };
  const near = scrollTo(former, former.scrollTop + wanted - offsetOf(former), size);
  // Fractions of pixels do not add up exactly.
  if (Math.abs(offsetOf(near) - wanted) < 1) return near;
  const scrollTop = Math.round((wanted / rowRange(size)) * scrollRange(size));
  return { scrollTop, shift: wanted - scrollTop };
}

/** Returns the place nearest to the former one that shows a row. */
export function placeOfRow(former: ScrollPlace, index: number, size: ScrollSize): ScrollPlace {
  const top = index * rowHeight;
  const offset = offsetOf(former);
  if (top < offset) return placeAt(former, top, size);
  if (top + rowHeight > offset + size.viewport) return placeAt(former, top + rowHeight - size.viewport, size);
  return former;
}

/** Returns the height of the rows outside of the content, in pixels. */
function hiddenHeight({ count }: ScrollSize): number {
  return count * rowHeight - contentHeight(count);
}

/** Returns the largest `scrollTop`. */
function scrollRange({ viewport, count }: ScrollSize): number {
  return Math.max(0, contentHeight(count) - viewport);
}

/** Returns the largest offset among the rows. */
function rowRange({ viewport, count }: ScrollSize): number {
  return Math.max(0, count * rowHeight - viewport);
}
