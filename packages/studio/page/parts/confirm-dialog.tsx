import { createSignal, Show } from "solid-js";
import { Modal } from "./modal.jsx";

interface Request {
  readonly title: string;
  readonly text: string;
  /** Text that the user has to type first, such as the name of an account that is no emulator. */
  readonly typed?: string;
  /** Name of the button that does it. */
  readonly action: string;
  run(): void;
}

const [request, setRequest] = createSignal<Request | undefined>();

/** Asks before something is done that cannot be undone. */
export function confirm(asked: Request): void {
  setRequest(asked);
}

/** Dialog that {@link confirm} opens. The page contains it once. */
export function ConfirmDialog() {
  const [typed, setTyped] = createSignal("");
  return (
    <Modal title={request()?.title ?? ""} isOpen={request() !== undefined} onClose={() => setRequest(undefined)}>
      <p>{request()?.text}</p>
      <Show when={request()?.typed}>
        {(name) => (
          <label class="review-confirm">
            <span>
              Type the name <strong>{name()}</strong> to do it.
            </span>
            <input class="field is-mono" value={typed()} onInput={(event) => setTyped(event.currentTarget.value)} />
          </label>
        )}
      </Show>
      <div class="modal-actions">
        <button type="button" class="button" onClick={() => setRequest(undefined)}>
          Cancel
        </button>
        <button
          type="button"
          class="button is-primary is-danger"
          disabled={request()?.typed !== undefined && request()?.typed !== typed()}
          onClick={() => {
            const asked = request();
            setRequest(undefined);
            asked?.run();
          }}
        >
          {request()?.action}
        </button>
      </div>
    </Modal>
  );
}
