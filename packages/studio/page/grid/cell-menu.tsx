import { ContextMenu } from "@kobalte/core/context-menu";
import { createSignal, For, type JSX } from "solid-js";
import type { MenuAction } from "../parts/menu.jsx";
import type { Selection } from "./selection.js";

interface CellMenuProps {
  readonly selection: Selection;
  /** Returns what can be done with the active cell and its row; called when the menu opens. */
  actions(): readonly MenuAction[];
  readonly children: JSX.Element;
}

/** Menu of the cell under the pointer, which becomes the active one, or of the active cell if the menu key opens it. */
export function CellMenu(props: CellMenuProps) {
  let place!: HTMLDivElement;
  const [isForeign, setForeign] = createSignal(false);
  function takeCell(event: MouseEvent): void {
    if (!(event.target instanceof Element)) return;
    // The header has menus of its own, and an editor has that of the browser.
    setForeign(event.target.closest(".grid-head, .cell-editor") !== null);
    if (isForeign()) return;
    const [, row, column] = /^cell-(\d+)-(\d+)$/.exec(event.target.closest(".grid-cell")?.id ?? "") ?? [];
    if (row === undefined || column === undefined) return;
    const position = { row: Number(row), column: Number(column) };
    if (!props.selection.rows().has(position.row)) props.selection.clear();
    props.selection.moveTo(position, false, "pointer");
  }

  return (
    <ContextMenu preventScroll={false}>
      <ContextMenu.Trigger class="grid-place" ref={place} disabled={isForeign()} onContextMenu={takeCell}>
        {props.children}
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content
          class="menu"
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // An action may have opened a dialog or a row, which has the focus then.
            if (document.activeElement === document.body) place.querySelector<HTMLElement>("[role=grid]")?.focus();
          }}
        >
          <For each={props.actions()}>
            {({ title, run }) => (
              <ContextMenu.Item class="menu-item" onSelect={() => setTimeout(run)}>
                {title}
              </ContextMenu.Item>
            )}
          </For>
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu>
  );
}
