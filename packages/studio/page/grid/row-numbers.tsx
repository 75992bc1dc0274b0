import { createMemo, For, Show } from "solid-js";
import type { Row } from "../../src/contract/rows.js";
import type { Rows } from "../state/rows.js";
import { staged } from "../state/staged.js";
import { keyText } from "../values/key-text.js";
import type { Column } from "./columns.js";
import type { RowElements } from "./row-elements.js";
import type { Selection } from "./selection.js";

interface RowNumbersProps {
  readonly elements: RowElements;
  readonly width: number;
  /** Width of the values of the keys beside the numbers, in pixels. */
  readonly nameWidth: number;
  /** Offset of the element with the numbers within the scrolled content, in pixels. */
  readonly top: number;
  /** Returns the offset of a row within that element, in pixels. */
  topOf(position: number): number;
  readonly source: Rows;
  readonly table: string;
  /** Columns of the keys that have scrolled away, whose values are shown beside the numbers. */
  readonly keys: readonly Column[];
  readonly selection: Selection;
}

/**
 * Row numbers of the visible rows, or a warning sign for a row with findings. All are in one element that stays at the left edge: if each
 * row had its own, the browser would move one layer per row in every frame of scrolling.
 */
export function RowNumbers(props: RowNumbersProps) {
  return (
    <div class="grid-gutters" style={{ width: `${props.width}px`, transform: `translateY(${props.top}px)` }}>
      <For each={props.elements.all()}>
        {(element) => {
          const position = props.elements.rowOf(element);
          const row = createMemo(() => props.source.row(position()));
          const change = createMemo(() => {
            const shown = row();
            return shown && staged.of(props.table, shown);
          });
          const keys = () =>
            props.keys.map((column) => keyText(row() === undefined ? "" : (column.cellOf(row() as Row)?.text ?? "")));
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the space bar of the grid does the same
            <div
              class="grid-gutter"
              classList={{
                "is-selected": props.selection.rows().has(position()),
                "is-active": props.selection.active().row === position(),
                "is-changed": change() !== undefined,
                "is-invalid": (change()?.problems ?? []).length > 0,
              }}
              title={change()
                ?.problems?.map(({ message }) => message)
                .join("\n")}
              style={{ top: `${props.topOf(position())}px` }}
              onClick={() => props.selection.toggle(position())}
            >
              <Show when={row()?.findings} fallback={position() + 1}>
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
              <Show when={props.keys.length > 0}>
                <span
                  class="grid-row-name"
                  style={{ left: `${props.width}px`, width: `${props.nameWidth}px` }}
                  title={keys().join(" · ")}
                >
                  {keys().join(" · ")}
                </span>
              </Show>
            </div>
          );
        }}
      </For>
    </div>
  );
}
