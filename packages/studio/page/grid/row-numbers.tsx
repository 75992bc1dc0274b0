import { createMemo, For, Show } from "solid-js";
import type { Row } from "../../src/contract/rows.js";
import type { Rows } from "../state/rows.js";
import { staged } from "../state/staged.js";
import type { StagedChange } from "../state/staged-change.js";
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
          const problems = () => problemsOf(change());
          const number = () => {
            const index = position() - props.source.newRows;
            return index < 0 ? "new" : index + 1;
          };
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
                "is-invalid": problems().length > 0,
              }}
              title={problems().join("\n") || undefined}
              style={{ top: `${props.topOf(position())}px` }}
              onClick={() => props.selection.toggle(position())}
            >
              <Show when={row()?.findings} fallback={number()}>
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

/** Returns what is wrong with a staged change: what the server found, and why it was not written. */
function problemsOf(change: StagedChange | undefined): readonly string[] {
  const { problems = [], outcome } = change ?? {};
  const failure =
    outcome?.isConflict === true ? "In conflict with the row that the service has." : outcome?.problem?.message;
  return [...problems.map(({ message }) => message), ...(failure === undefined ? [] : [failure])];
}
