import { createSignal, For, Show } from "solid-js";
import type { Change } from "../../src/contract/changes.js";
import { callStudio } from "../api/call-studio.js";
import { Modal } from "../parts/modal.jsx";
import { notify, withNotice } from "../state/notices.js";
import { adjust, route } from "../state/route.js";
import { staged } from "../state/staged.js";
import { studio } from "../state/studio.js";
import { ChangeCard } from "./change-card.jsx";
import { countText } from "./review-bar.jsx";
import { undoChanges } from "./undo-changes.js";
import { noteWritten } from "./written.js";

/**
 * Dialog that shows every staged change as a diff and sends them. On an account other than an emulator, the user must type its name first.
 */
export function ReviewDialog(props: { readonly isOpen: boolean; onClose(): void }) {
  const [isSending, setSending] = createSignal(false);
  const [typed, setTyped] = createSignal("");
  const account = () => studio.overview()?.account ?? "";
  const needsName = () => studio.overview()?.isEmulator === false;
  const isConfirmed = () => !needsName() || typed() === account();

  async function send(): Promise<void> {
    setSending(true);
    const sent = staged.changes();
    try {
      const { mode, outcomes } = await callStudio("commit", { changes: sent.map(({ change }) => change) });
      const written = outcomes.filter(({ isWritten }) => isWritten).length;
      staged.settle(sent, outcomes);
      setTyped("");
      if (written > 0) staged.setUndo(undoChanges(sent, outcomes));
      noteWritten(sent, outcomes);
      if (written < sent.length) return;
      notify(`${countText(written)} written${mode === "transaction" ? " in one transaction" : ""}`);
      if (sent.some(({ change }) => isOpenRow(change))) adjust({ row: undefined });
      props.onClose();
    } finally {
      setSending(false);
    }
  }

  return (
    <Modal
      title={`Review ${countText(staged.changes().length)}`}
      isOpen={props.isOpen}
      class="is-review"
      onClose={props.onClose}
    >
      <p class="review-mode">{modeText(staged.changes().map(({ change }) => change))}</p>
      <div class="review-list">
        <For each={staged.changes()} fallback={<p class="panel-note">No changes wait.</p>}>
          {(each) => <ChangeCard staged={each} />}
        </For>
      </div>
      <Show when={needsName() && staged.changes().length > 0}>
        <label class="review-confirm">
          <span>
            This is the account <strong>{account()}</strong>, no emulator. Type its name to send the changes.
          </span>
          <input class="field is-mono" value={typed()} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
      </Show>
      <div class="modal-actions">
        <button type="button" class="button is-quiet" onClick={() => staged.clear()}>
          Discard all
        </button>
        <button
          type="button"
          class="button is-primary"
          disabled={isSending() || !isConfirmed() || staged.changes().length === 0}
          onClick={() => void withNotice(send)}
        >
          {isSending() ? "Sending…" : `Send ${countText(staged.changes().length)}`}
        </button>
      </div>
    </Modal>
  );
}

/** Returns a sentence on how the server will send the changes: in one transaction or row by row. */
function modeText(changes: readonly Change[]): string {
  if (changes.length < 2) return "Sent under the ETag that was read.";
  const isTyped = changes.every(({ entity }) => entity !== undefined);
  const partitions = new Set(changes.map(({ partitionKey }) => partitionKey));
  if (isTyped && partitions.size === 1 && !partitions.has(undefined) && changes.length <= 100)
    return "One partition: sent as one transaction, all changes or none, under the ETags that were read.";
  return "Sent row by row under the ETags that were read; entities of one partition are sent as one transaction.";
}

function isOpenRow(change: Change): boolean {
  const { row } = route();
  return change.kind === "delete" && row?.partitionKey === change.partitionKey && row.rowKey === change.rowKey;
}
