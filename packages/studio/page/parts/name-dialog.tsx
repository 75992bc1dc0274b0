import { createSignal } from "solid-js";
import { Modal } from "./modal.jsx";

interface Request {
  readonly title: string;
  readonly name: string;
  take(name: string): Promise<void>;
}

const [request, setRequest] = createSignal<Request | undefined>();

/**
 * Opens a dialog that asks for a name.
 * @param name initial name
 * @param take called with the name that the user confirms
 */
export function askName(title: string, name: string, take: (name: string) => Promise<void>): void {
  setRequest({ title, name, take });
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
        <label class="form-row">
          <span class="form-label">Name</span>
          <input class="field" ref={field} value={request()?.name ?? ""} />
        </label>
        <div class="modal-actions">
          <button type="submit" class="button is-primary">
            Save
          </button>
        </div>
      </form>
    </Modal>
  );
}
