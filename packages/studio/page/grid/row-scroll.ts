import { type Accessor, createEffect, createMemo, createSignal, on } from "solid-js";
import {
  offsetOf,
  placeAt,
  placeInMiddle,
  placeOfRow,
  rowHeight,
  type ScrollPlace,
  type ScrollSize,
  scrollTo,
} from "./scroll-place.js";
import { type RowRange, visibleRows } from "./visible-rows.js";

/** Rows are positioned relative to the last multiple of this number, because browsers also limit the offset of an element. */
const rowsOfBase = 10_000;

/**
 * Tracks a scrolling viewport. Returns signals for the rows to draw and their offsets, and functions that scroll.
 * @param viewport element that scrolls
 */
export function createRowScroll(viewport: Accessor<HTMLElement>, size: Accessor<ScrollSize>) {
  const [place, setPlace] = createSignal<ScrollPlace>({ scrollTop: 0, shift: 0 });
  const [hasDrawn, setDrawn] = createSignal(false);
  const range = createMemo(() => visibleRows(offsetOf(place()), size(), hasDrawn()), undefined, {
    equals: isSameRange,
  });
  const shift = createMemo(() => place().shift);
  // This value seldom changes, so that scrolling repositions no element.
  const base = createMemo(() => Math.floor(range().first / rowsOfBase) * rowsOfBase);

  createEffect(() => {
    // Draws the rows in view first, so that they appear quickly; rows beyond the edges follow afterwards.
    if (size().count > 0 && !hasDrawn()) requestAnimationFrame(() => window.setTimeout(() => setDrawn(true)));
  });
  createEffect(
    on(size, (changed) => {
      // When rows are added, the viewport stays at the same offset if possible.
      const fits = scrollTo(place(), place().scrollTop, changed).shift === place().shift;
      if (!fits) moveTo(placeAt(place(), offsetOf(place()), changed));
    }),
  );

  function read(): ScrollPlace {
    return scrollTo(place(), viewport().scrollTop, size());
  }

  function moveTo(next: ScrollPlace): void {
    setPlace(next);
    const element = viewport();
    // Browsers may round `scrollTop`, so a difference below one pixel is ignored.
    if (Math.abs(element.scrollTop - next.scrollTop) >= 1) element.scrollTop = next.scrollTop;
  }

  return {
    place,
    range,
    /** True once the rows in view have been drawn. */
    hasDrawn,
    /** Returns the offset of the element that contains the rows within the scrolled content, in pixels. */
    top: () => base() * rowHeight - shift(),
    /** Returns the offset of a row within the element that contains the rows, in pixels. */
    topOf: (row: number) => (row - base()) * rowHeight,
    /** Updates the state after the user has scrolled the viewport. */
    follow: () => setPlace(read()),
    /** Scrolls to a row unless it is visible already. */
    reveal: (row: number) => moveTo(placeOfRow(read(), row, size())),
    /** Scrolls a row to the middle of the viewport, unless it is visible there already. */
    revealInMiddle: (row: number) => moveTo(placeInMiddle(read(), row, size())),
  };
}

function isSameRange(one: RowRange, other: RowRange): boolean {
  return one.first === other.first && one.end === other.end;
}
