import { type Accessor, createEffect, createMemo, createSignal, on } from "solid-js";
import {
  offsetOf,
  placeAt,
  placeOfRow,
  rowHeight,
  type ScrollPlace,
  type ScrollSize,
  scrollTo,
} from "./scroll-place.js";
import { type RowRange, visibleRows } from "./visible-rows.js";

/** Rows are placed relative to the last multiple of this number. Browsers limit the offset of an element too. */
const rowsOfBase = 10_000;

/**
 * Returns the rows to draw while their viewport scrolls, and where.
 * @param viewport element that scrolls
 */
export function createRowScroll(viewport: Accessor<HTMLElement>, size: Accessor<ScrollSize>) {
  const [place, setPlace] = createSignal<ScrollPlace>({ scrollTop: 0, shift: 0 });
  const [hasDrawn, setDrawn] = createSignal(false);
  const range = createMemo(() => visibleRows(offsetOf(place()), size(), hasDrawn()), undefined, {
    equals: isSameRange,
  });
  const shift = createMemo(() => place().shift);
  // The row seldom changes, so that scrolling moves no element.
  const base = createMemo(() => Math.floor(range().first / rowsOfBase) * rowsOfBase);

  createEffect(() => {
    // The rows in view are drawn first, so that they appear quickly.
    if (size().count > 0 && !hasDrawn()) requestAnimationFrame(() => window.setTimeout(() => setDrawn(true)));
  });
  createEffect(
    on(size, (changed) => {
      // More rows leave the viewport where it is.
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
    // Browsers may round the offset.
    if (Math.abs(element.scrollTop - next.scrollTop) >= 1) element.scrollTop = next.scrollTop;
  }

  return {
    place,
    range,
    /** True once the rows in view were drawn. */
    hasDrawn,
    /** Returns the offset of the rows' element in the scrolled content, in pixels. */
    top: () => base() * rowHeight - shift(),
    /** Returns the offset of a row in that element, in pixels. */
    topOf: (row: number) => (row - base()) * rowHeight,
    /** Follows the viewport after it was scrolled. */
    follow: () => setPlace(read()),
    /** Scrolls to a row, if it is not visible. */
    reveal: (row: number) => moveTo(placeOfRow(read(), row, size())),
  };
}

function isSameRange(one: RowRange, other: RowRange): boolean {
  return one.first === other.first && one.end === other.end;
}
