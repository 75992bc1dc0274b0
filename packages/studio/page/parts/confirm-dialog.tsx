import { createSignal } from "solid-js";
import { Modal } from "./modal.jsx";

interface Request {
  readonly title: string;
  readonly text: string;
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
  return (
    <Modal title={request()?.title ?? ""} isOpen={request() !== undefined} onClose={() => setRequest(undefined)}>
      <p>{request()?.text}</p>
      <div class="modal-actions">
        <button type="button" class="button" onClick={() => setRequest(undefined)}>
          Cancel
        </button>
        <button
          type="button"
          class="button is-primary is-danger"
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
