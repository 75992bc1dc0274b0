import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup, untrack } from "solid-js";
import { elementsInOrder, type RowRange, rowOfElement } from "./visible-rows.js";

/** Elements of the rows that are drawn. */
export interface RowElements {
  /** Numbers of the elements, in the order of the document. */
  readonly all: Accessor<readonly number[]>;
  /** Returns the position of the row that an element draws. */
  rowOf(element: number): Accessor<number>;
}

/** Time without scrolling after which the elements are sorted by their rows, in milliseconds. Screen readers read them in that order. */
const restTime = 200;

/**
 * Returns the elements of the rows in a range.
 * @param scrolled changes with each frame of scrolling
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
