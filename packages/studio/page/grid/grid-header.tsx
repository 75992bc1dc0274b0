import { For, Show } from "solid-js";
import type { PlacedColumn } from "./visible-columns.js";

interface GridHeaderProps {
  readonly columns: readonly PlacedColumn[];
  readonly width: number;
  readonly gutter: number;
  onResize(id: string, width: number): void;
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

  return (
    <div class="grid-head" role="rowgroup" style={{ width: `${props.width + props.gutter}px` }}>
      <div role="row" aria-rowindex="1" class="grid-head-row">
        <div class="grid-corner" aria-hidden="true" style={{ width: `${props.gutter}px` }}>
          #
        </div>
        <For each={props.columns}>
          {(placed) => (
            <div
              role="columnheader"
              class="grid-title"
              classList={{ "is-key": placed.column.isKey }}
              aria-colindex={placed.index + 1}
              style={{ left: `${placed.left + props.gutter}px`, width: `${placed.width}px` }}
            >
              <span class="grid-name">{placed.column.title}</span>
              <Show when={placed.column.type}>
                <span class="grid-type">{placed.column.type}</span>
              </Show>
              <span class="grid-resize" onPointerDown={(event) => startResize(event, placed)} />
            </div>
          )}
        </For>
      </div>
    </div>
  );
}
