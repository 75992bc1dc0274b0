/**
 * Scroll position of the viewport. Browsers limit the height of an element, so the scrolled content may be lower than all rows together.
 * The rows above the viewport are `scrollTop + shift` pixels high: `scrollTop` pixels are in the scrolled content, `shift` pixels are
 * outside of it.
 */
export interface ScrollPlace {
  readonly scrollTop: number;
  readonly shift: number;
}

/** Height of the viewport, and number of rows that it scrolls through. */
export interface ScrollSize {
  /** Height of the viewport, in pixels. */
  readonly viewport: number;
  /** Number of all rows. */
  readonly count: number;
}

export const rowHeight = 28;
/**
 * Maximum height of the scrolled content, in pixels. Browsers do not draw much higher elements.
 * @see https://bugzilla.mozilla.org/show_bug.cgi?id=1790023
 */
const maxHeight = 15_000_000;
/**
 * Maximum scroll distance, in pixels, that moves the rows by exactly that distance. A longer one comes from dragging the scroll bar and
 * selects a share of all rows, such as the middle.
 */
const maxStep = 5_000;

/** Returns the height of the scrolled content, in pixels. */
export function contentHeight(count: number): number {
  return Math.min(count * rowHeight, maxHeight);
}

/** Returns the distance from the first row to the top of the viewport, in pixels. */
export function offsetOf({ scrollTop, shift }: ScrollPlace): number {
  return scrollTop + shift;
}

/**
 * Returns the scroll position after the browser has scrolled to `scrollTop`. For short distances the rows move exactly with the content, so
 * that none has to be drawn again.
 */
export function scrollTo({ shift, ...former }: ScrollPlace, scrollTop: number, size: ScrollSize): ScrollPlace {
  const hidden = hiddenHeight(size);
  if (hidden === 0) return { scrollTop, shift: 0 };
  const share = Math.max(0, Math.min(1, scrollTop / scrollRange(size)));
  if (Math.abs(scrollTop - former.scrollTop) > maxStep) return { scrollTop, shift: Math.round(hidden * share) };
  // Near the top of the content the shift approaches 0, near the bottom the whole hidden height, so that both ends show the first or last
  // row.
  const [least, most] = [hidden * Math.max(0, 2 * share - 1), hidden * Math.min(1, 2 * share)];
  return { scrollTop, shift: Math.round(Math.max(least, Math.min(most, shift))) };
}

/** Returns the scroll position that is `offset` pixels below the top of the first row. */
export function placeAt(former: ScrollPlace, offset: number, size: ScrollSize): ScrollPlace {
  const wanted = Math.max(0, Math.min(rowRange(size), offset));
  if (hiddenHeight(size) === 0) return { scrollTop: wanted, shift: 0 };
  const near = scrollTo(former, former.scrollTop + wanted - offsetOf(former), size);
  // Tolerates rounding: fractions of pixels do not add up exactly.
  if (Math.abs(offsetOf(near) - wanted) < 1) return near;
  const scrollTop = Math.round((wanted / rowRange(size)) * scrollRange(size));
  return { scrollTop, shift: wanted - scrollTop };
}

/** Returns the scroll position nearest to the former one at which a row is visible. */
export function placeOfRow(former: ScrollPlace, index: number, size: ScrollSize): ScrollPlace {
  const top = index * rowHeight;
  const offset = offsetOf(former);
  if (top < offset) return placeAt(former, top, size);
  if (top + rowHeight > offset + size.viewport) return placeAt(former, top + rowHeight - size.viewport, size);
  return former;
}

/** Number of rows that are visible above and below a row in the middle, if the viewport has room for them. */
const contextRows = 4;

/** Returns the scroll position at which a row is in the middle; the former one if the row and those around it are visible. */
export function placeInMiddle(former: ScrollPlace, index: number, size: ScrollSize): ScrollPlace {
  const [first, last] = [Math.max(0, index - contextRows), Math.min(size.count - 1, index + contextRows)];
  const isVisible = [first, last, index].every((each) => placeOfRow(former, each, size) === former);
  return isVisible ? former : placeAt(former, Math.round((index + 0.5) * rowHeight - size.viewport / 2), size);
}

/** Returns the height of all rows beyond the height of the scrolled content, in pixels. */
function hiddenHeight({ count }: ScrollSize): number {
  return count * rowHeight - contentHeight(count);
}

/** Returns the maximum of `scrollTop`, in pixels. */
function scrollRange({ viewport, count }: ScrollSize): number {
  return Math.max(0, contentHeight(count) - viewport);
}

/** Returns the maximum distance from the first row to the top of the viewport, in pixels. */
function rowRange({ viewport, count }: ScrollSize): number {
  return Math.max(0, count * rowHeight - viewport);
}
