import { createSignal, Show } from "solid-js";
import { Modal } from "./modal.jsx";

interface Request {
  readonly title: string;
  /** Name that the field has at first. */
  readonly name: string;
  /** What the user should know first; absent if the title says it all. */
  readonly note?: string;
  /** Name of the button that confirms. */
  readonly action: string;
  /** Called with the name that the user confirms. */
  take(name: string): Promise<void>;
}

const [request, setRequest] = createSignal<Request | undefined>();

/** Opens a dialog that asks for a name. */
export function askName(asked: Request): void {
  setRequest(asked);
}

/** Dialog that {@link askName} opens. The page contains it once. */
export function NameDialog() {
  let field!: HTMLInputElement;
  return (
    <Modal title={request()?.title ?? ""} isOpen={request() !== undefined} onClose={() => setRequest(undefined)}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          const name = field.value.trim();
          if (name === "") return;
          void request()?.take(name);
          setRequest(undefined);
        }}
      >
        <Show when={request()?.note}>{(note) => <p class="panel-note">{note()}</p>}</Show>
        <label class="form-row">
          <span class="form-label">Name</span>
          <input class="field" ref={field} value={request()?.name ?? ""} />
        </label>
        <div class="modal-actions">
          <button type="submit" class="button is-primary">
            {request()?.action}
          </button>
        </div>
      </form>
    </Modal>
  );
}
