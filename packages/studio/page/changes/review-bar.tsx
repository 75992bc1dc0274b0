import { createSignal, Show } from "solid-js";
import { registerCommands } from "../palette/commands.js";
import { confirm } from "../parts/confirm-dialog.jsx";
import { Icon } from "../parts/icon.jsx";
import { notify } from "../state/notices.js";
import { staged } from "../state/staged.js";
import { describeUndone } from "./describe-changes.js";
import { ReviewDialog } from "./review-dialog.jsx";
import { sending } from "./send-changes.js";

const [isOpen, setOpen] = createSignal(false);

export function openReview(): void {
  setOpen(true);
}

/**
 * Bar that shows the number of staged changes and a button to review them, or to undo those written last. Nothing is sent before the
 * review.
 */
export function ReviewBar() {
  registerCommands(() =>
    staged.undo().length === 0
      ? []
      : [{ title: "Undo the last changes", note: describeUndone(staged.undo()), run: stageUndo }],
  );
  return (
    <>
      <Show when={staged.changes().length > 0 || staged.undo().length > 0}>
        <footer class="review-bar">
          <Show when={staged.changes().length > 0} fallback={<span>The last changes were written.</span>}>
            <strong>{countText(staged.changes().length)}</strong>
            <Show
              when={staged.problems().length > 0}
              fallback={<span class="review-note">{sending() ?? "Nothing has been sent."}</span>}
            >
              <button type="button" class="button is-quiet is-danger" onClick={openReview}>
                {problemText(staged.problems().length)}
              </button>
            </Show>
          </Show>
          <span class="spacer" />
          <Show when={staged.undo().length > 0 && staged.changes().length === 0}>
            <button type="button" class="button" onClick={stageUndo}>
              {`Undo: ${describeUndone(staged.undo())}`}
            </button>
            <button type="button" class="icon-button" aria-label="Dismiss" onClick={() => staged.setUndo([])}>
              <Icon name="close" />
            </button>
          </Show>
          <Show when={staged.changes().length > 0}>
            <button type="button" class="button is-quiet" onClick={discardAll}>
              Discard all
            </button>
            <button type="button" class="button is-primary" onClick={openReview}>
              Review
            </button>
          </Show>
        </footer>
      </Show>
      <ReviewDialog isOpen={isOpen()} onClose={() => setOpen(false)} />
    </>
  );
}

/**
 * Stages changes that undo those written last, and opens the review. They are valid only for the row versions that the last changes
 * created.
 */
export function stageUndo(): void {
  const undo = staged.undo();
  staged.stage(undo);
  staged.setUndo([]);
  notify(`Undo of ${describeUndone(undo)}: waits for review`);
  openReview();
}

/** Asks, then discards all staged changes, and closes the review if it is open. */
export function discardAll(): void {
  confirm({
    title: "Discard all changes?",
    text: `${countText(staged.changes().length)} will be lost. Nothing of them has been sent.`,
    action: "Discard all",
    run() {
      staged.clear();
      setOpen(false);
    },
  });
}

function problemText(count: number): string {
  return `${countText(count)} ${count === 1 ? "has a problem" : "have problems"}`;
}

export function countText(changes: number): string {
  return `${changes.toLocaleString("en-US")} ${changes === 1 ? "change" : "changes"}`;
}
