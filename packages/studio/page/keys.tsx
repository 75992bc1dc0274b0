import { createSignal, For, onCleanup, onMount } from "solid-js";
import { describeTakenBack } from "./changes/describe-changes.js";
import { openReview, stageUndo } from "./changes/review-bar.jsx";
import { openPalette } from "./palette/command-palette.jsx";
import { Modal } from "./parts/modal.jsx";
import { notify } from "./state/notices.js";
import { staged } from "./state/staged.js";
import { reviewAfterStaging } from "./state/staging.js";

const [isOpen, setOpen] = createSignal(false);

/** Keys as the help lists them. */
const help: readonly (readonly [keys: string, does: string])[] = [
  ["Ctrl K", "every command, table, entity and query; Order C1 finds an order by its key"],
  ["/", "search in values; Enter goes to the next one, Esc back to the grid"],
  ["arrows, Page Up, Home, Ctrl End", "move; with Shift they select"],
  ["any character, F2", "type over the cell, edit it"],
  ["Enter, Tab, Esc in a cell", "accept, accept and go on, discard"],
  ["Enter", "open the row"],
  ["Insert", "add a new row to the grid, to fill its cells"],
  ["Space, Ctrl A", "select the row, all rows of the query"],
  ["Ctrl C, Ctrl V", "copy, paste into the cell and those beside and below it"],
  ["Delete", "stage the deletion; with Shift also review it"],
  ["Ctrl Z", "take the last staging back, or undo what was sent last"],
  ["Ctrl Enter", "accept the cell and review the changes; in the review, send them"],
  ["Menu key, right click", "what can be done with the cell: go to what it refers to, filter, copy"],
  ["?", "this list"],
];

export function openKeys(): void {
  setOpen(true);
}

/** Keys that work on the whole page, and the dialog that lists all keys. */
export function Keys() {
  onMount(() => {
    window.addEventListener("keydown", onKeyDown);
    onCleanup(() => window.removeEventListener("keydown", onKeyDown));
  });
  return (
    <Modal title="Keys" isOpen={isOpen()} onClose={() => setOpen(false)}>
      <dl class="key-list">
        <For each={help}>
          {([keys, does]) => (
            <>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{does}</dd>
            </>
          )}
        </For>
      </dl>
    </Modal>
  );
}

function onKeyDown(event: KeyboardEvent): void {
  const isMod = event.ctrlKey || event.metaKey;
  if (isMod && event.key.toLowerCase() === "k") openPalette();
  else if (isMod && event.key === "Enter" && reviewAfterStaging(openReview)) event.preventDefault();
  // A dialog has its own keys, and a field keeps what is typed into it.
  else if (document.querySelector("[role=dialog]") !== null) return;
  else if (isMod && event.key === "Enter" && staged.changes().length > 0) openReview();
  else if (isField(event.target)) return;
  else if (isMod && event.key.toLowerCase() === "z") takeBack();
  else if (!isMod && event.key === "/") document.querySelector<HTMLElement>(".toolbar-search")?.focus();
  else if (!isMod && event.key === "?") openKeys();
  else return;
  event.preventDefault();
}

function takeBack(): void {
  const before = staged.changes();
  if (staged.takeBack()) notify(describeTakenBack(before, staged.changes()));
  else if (staged.undo().length > 0) stageUndo();
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, select, textarea, .code-field");
}
