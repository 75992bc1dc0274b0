import { For, Show } from "solid-js";
import type { RowSource } from "../state/row-source.js";
import type { RowElements } from "./row-elements.js";
import type { Selection } from "./selection.js";

interface RowNumbersProps {
  readonly elements: RowElements;
  readonly width: number;
  /** Offset of the element in the scrolled content, in pixels. */
  readonly top: number;
  /** Returns the offset of a row from there, in pixels. */
  topOf(position: number): number;
  readonly source: RowSource;
  readonly selection: Selection;
}

/**
 * Numbers and marks of the visible rows. They stay at the left edge as one element: if each row had its own, the browser would move as many
 * layers as rows in every frame of scrolling.
 */
export function RowNumbers(props: RowNumbersProps) {
  return (
    <div class="grid-gutters" style={{ width: `${props.width}px`, transform: `translateY(${props.top}px)` }}>
      <For each={props.elements.all()}>
        {(element) => {
          const position = props.elements.rowOf(element);
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the space bar of the grid does the same
            <div
              class="grid-gutter"
              classList={{
                "is-selected": props.selection.rows().has(position()),
                "is-active": props.selection.active().row === position(),
              }}
              style={{ top: `${props.topOf(position())}px` }}
              onClick={() => props.selection.toggle(position())}
            >
              <Show when={props.source.row(position())?.findings} fallback={position() + 1}>
                {(findings) => (
                  <span
                    class="grid-finding"
                    title={findings()
                      .map(({ message }) => message)
                      .join("\n")}
                  >
                    ▲<span class="sr-only">{`${findings().length} findings`}</span>
                  </span>
                )}
              </Show>
            </div>
          );
        }}
      </For>
    </div>
  );
}
