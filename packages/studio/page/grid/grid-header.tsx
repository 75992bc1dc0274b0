import { For, Show } from "solid-js";
import { Icon } from "../parts/icon.jsx";
import { ActionMenu, type MenuAction } from "../parts/menu.jsx";
import type { Sort } from "../state/sorted-rows.js";
import type { Column } from "./columns.js";
import type { PlacedColumn } from "./visible-columns.js";

interface GridHeaderProps {
  readonly columns: readonly PlacedColumn[];
  readonly width: number;
  readonly gutter: number;
  /** Columns of the keys that have scrolled away, whose values are shown at the left edge. */
  readonly keys: readonly Column[];
  /** Width of those values, in pixels. */
  readonly nameWidth: number;
  /** Order of the rows; undefined for that of the service. */
  readonly sort: Sort | undefined;
  onResize(id: string, width: number): void;
  /** Returns what can be done with a column. */
  actionsOf(column: Column): readonly MenuAction[];
}

const minWidth = 56;

/** Header of the grid with the names and types of the columns. Dragging the right edge of a column changes its width. */
export function GridHeader(props: GridHeaderProps) {
  function startResize(event: PointerEvent, { column, width }: PlacedColumn): void {
    const start = event.clientX;
    const handle = event.currentTarget as HTMLElement;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: PointerEvent) => props.onResize(column.id, Math.max(minWidth, width + moved.clientX - start));
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", () => handle.removeEventListener("pointermove", move), {
      once: true,
    });
  }

  const sortOf = (id: string) =>
    props.sort?.column !== id ? undefined : props.sort.isDescending ? "descending" : "ascending";

  return (
    <div class="grid-head" role="rowgroup" style={{ width: `${props.width + props.gutter}px` }}>
      <div role="row" aria-rowindex="1" class="grid-head-row">
        <div class="grid-corner" aria-hidden="true" style={{ width: `${props.gutter}px` }}>
          #
          <Show when={props.keys.length > 0}>
            <div class="grid-key-names" style={{ left: `${props.gutter}px`, width: `${props.nameWidth}px` }}>
              {props.keys.map(({ title }) => title).join(" · ")}
            </div>
          </Show>
        </div>
        <For each={props.columns}>
          {(placed) => (
            <div
              role="columnheader"
              class="grid-title"
              classList={{ "is-key": placed.column.isKey }}
              aria-colindex={placed.index + 1}
              aria-sort={sortOf(placed.column.id)}
              style={{ left: `${placed.left + props.gutter}px`, width: `${placed.width}px` }}
            >
              <ActionMenu class="grid-menu" label={placed.column.title} actions={() => props.actionsOf(placed.column)}>
                <Show when={placed.column.isKey}>
                  <Icon name="key" />
                </Show>
                <span class="grid-name">{placed.column.title}</span>
                <Show when={props.sort?.column === placed.column.id}>
                  <span aria-hidden="true">{props.sort?.isDescending ? "↓" : "↑"}</span>
                </Show>
                <Show when={placed.column.type}>
                  <span class="grid-type">{placed.column.type}</span>
                </Show>
              </ActionMenu>
              <span class="grid-resize" onPointerDown={(event) => startResize(event, placed)} />
            </div>
          )}
        </For>
      </div>
    </div>
  );
}
