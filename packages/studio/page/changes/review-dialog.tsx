import { createMemo, createSignal, For, Show } from "solid-js";
import { Modal } from "../parts/modal.jsx";
import { kindText } from "../state/kind-text.js";
import { notify, withNotice } from "../state/notices.js";
import { adjust, route } from "../state/route.js";
import { staged } from "../state/staged.js";
import type { StagedChange } from "../state/staged-change.js";
import { studio } from "../state/studio.js";
import { ChangeCard } from "./change-card.jsx";
import { describeUndone } from "./describe-changes.js";
import { groupChanges } from "./group-changes.js";
import { countText, discardAll } from "./review-bar.jsx";
import { sendChanges, sending, stopSending } from "./send-changes.js";

/** Number of cards to show at first, and to add with each click on the button for more. */
const cardsAtOnce = 50;

/** Account whose name the user has typed in this visit of the page. It is asked for once. */
const [confirmed, setConfirmed] = createSignal("");

/**
 * Dialog that shows every staged change as a diff and sends them. On an account other than an emulator, the user must type its name first.
 */
export function ReviewDialog(props: { readonly isOpen: boolean; onClose(): void }) {
  const [shown, setShown] = createSignal(cardsAtOnce);
  const groups = createMemo(() => (props.isOpen ? groupChanges(staged.changes()) : []));
  const account = () => studio.overview()?.account ?? "";
  const kind = () => {
    const overview = studio.overview();
    return overview === undefined ? "" : kindText(overview);
  };
  const needsName = () => studio.overview()?.isEmulator === false && confirmed() !== account();
  const [typed, setTyped] = createSignal("");
  const isConfirmed = () => !needsName() || typed() === account();
  const count = () => staged.changes().length;
  const canSend = () => sending() === undefined && isConfirmed() && count() > 0 && staged.problems().length === 0;

  async function send(): Promise<void> {
    if (!canSend()) return;
    const sent = staged.changes();
    if (needsName()) setConfirmed(typed());
    const { written, isTransaction } = await sendChanges();
    if (written < sent.length) return;
    const what = sent.every(({ isUndo }) => isUndo)
      ? `Undone: ${describeUndone(sent)}`
      : `${countText(written)} written`;
    notify(`${what}${isTransaction && written > 1 ? " in one transaction" : ""}`);
    if (sent.some(({ change }) => isOpenRow(change))) adjust({ row: undefined });
    props.onClose();
  }

  return (
    <Modal
      title={`Review ${countText(count())}`}
      isOpen={props.isOpen}
      class="is-review"
      initialFocus=".review-send:enabled"
      onClose={props.onClose}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void withNotice(send);
      }}
    >
      <form
        class="review-form"
        onSubmit={(event) => {
          event.preventDefault();
          void withNotice(send);
        }}
      >
        <p class="review-mode">
          {"To "}
          <strong>{account()}</strong>
          {`, ${kind()}. ${modeText(staged.changes())}`}
        </p>
        <div class="review-list">
          <For each={groups().slice(0, shown())} fallback={<p class="panel-note">No changes wait.</p>}>
            {(group) => <ChangeCard group={group} onClose={props.onClose} />}
          </For>
          <Show when={groups().length > shown()}>
            <button type="button" class="button is-quiet" onClick={() => setShown(shown() + cardsAtOnce)}>
              {`${(groups().length - shown()).toLocaleString("en-US")} more`}
            </button>
          </Show>
        </div>
        <Show when={needsName() && count() > 0}>
          <label class="review-confirm">
            <span>
              This is the account <strong>{account()}</strong>, no emulator. Type its name to send changes to it.
            </span>
            <input class="field is-mono" value={typed()} onInput={(event) => setTyped(event.currentTarget.value)} />
          </label>
        </Show>
        <div class="modal-actions">
          <Show when={staged.problems().length > 0}>
            <span class="panel-error">Correct or discard the changes with problems first.</span>
          </Show>
          <Show
            when={sending() === undefined}
            fallback={
              <>
                <span class="panel-note" role="status">
                  {sending()}
                </span>
                <button type="button" class="button" onClick={stopSending}>
                  Stop
                </button>
              </>
            }
          >
            <button type="button" class="button is-quiet" disabled={count() === 0} onClick={discardAll}>
              Discard all
            </button>
            <button type="submit" class="button is-primary review-send" disabled={!canSend()}>
              {`Send ${countText(count())}`}
            </button>
          </Show>
        </div>
      </form>
    </Modal>
  );
}

/** Returns a sentence on how the server will send the changes: in one transaction or row by row. */
function modeText(changes: readonly StagedChange[]): string {
  const [first] = changes;
  if (first === undefined) return "";
  if (changes.length === 1)
    return first.change.kind === "insert" ? "Sent if no row has its keys." : "Sent under the ETag that was read.";
  const partitionOf = ({ change, newId }: StagedChange) => change.partitionKey ?? newId?.partitionKey;
  const partitions = new Set(changes.map((each) => JSON.stringify([each.change.table, partitionOf(each)])));
  if (changes.length > 100)
    return "Sent by partition, in transactions of 100 rows, under the ETags that were read. It ends at the first failure.";
  if (partitions.size === 1 && partitionOf(first) !== undefined)
    return "One partition: sent as one transaction, all changes or none, under the ETags that were read.";
  return "Sent row by row under the ETags that were read; rows of one partition are sent as one transaction.";
}

function isOpenRow(change: StagedChange["change"]): boolean {
  const { row } = route();
  return change.kind === "delete" && row?.partitionKey === change.partitionKey && row.rowKey === change.rowKey;
}
