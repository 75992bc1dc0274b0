import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup, untrack } from "solid-js";
import { elementsInOrder, type RowRange, rowOfElement } from "./visible-rows.js";

/** Page elements that draw the visible rows. A fixed number of elements is reused for other rows while the grid scrolls. */
export interface RowElements {
  /** Numbers of the elements, in the order in which they are in the document. */
  readonly all: Accessor<readonly number[]>;
  /** Returns the position of the row that an element currently draws. */
  rowOf(element: number): Accessor<number>;
}

/** Time without scrolling, in milliseconds, after which the elements are sorted by row. Screen readers read them in document order. */
const restTime = 200;

/**
 * Returns the elements that draw a range of rows.
 * @param scrolled signal that changes with each frame of scrolling
 */
export function createRowElements(range: Accessor<RowRange>, scrolled: Accessor<unknown>): RowElements {
  const size = createMemo(() => range().end - range().first);
  const [rests, setRests] = createSignal(0);
  const all = createMemo(() => {
    size();
    rests();
    return untrack(() => elementsInOrder(range()));
  });
  let timer: number | undefined;
  createEffect(
    on(
      [range, scrolled],
      () => {
        window.clearTimeout(timer);
        timer = window.setTimeout(() => setRests((count) => count + 1), restTime);
      },
      { defer: true },
    ),
  );
  onCleanup(() => window.clearTimeout(timer));
  return { all, rowOf: (element) => createMemo(() => rowOfElement(element, range())) };
}
