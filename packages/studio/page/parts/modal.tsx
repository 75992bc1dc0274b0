import { Dialog } from "@kobalte/core/dialog";
import type { JSX } from "solid-js";

interface ModalProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly class?: string;
  /** Selector of the element that gets the focus. Default: the first field. */
  readonly initialFocus?: string;
  onClose(): void;
  readonly children: JSX.Element;
}

/** Dialog over the page. Opening it focuses a field. The focus stays inside until the dialog is closed, for example with Escape. */
export function Modal(props: ModalProps) {
  let content!: HTMLDivElement;

  function focusField(event: Event): void {
    const first = "input:enabled, select:enabled, textarea:enabled";
    const field =
      content.querySelector<HTMLElement>(props.initialFocus ?? first) ?? content.querySelector<HTMLElement>(first);
    if (field === null) return;
    event.preventDefault();
    field.focus();
  }

  return (
    <Dialog open={props.isOpen} onOpenChange={(isOpen) => !isOpen && props.onClose()} preventScroll={false}>
      <Dialog.Portal>
        <Dialog.Overlay class="modal-overlay" />
        <div class="modal-place">
          <Dialog.Content class={`modal ${props.class ?? ""}`} ref={content} onOpenAutoFocus={focusField}>
            <div class="modal-head">
              <Dialog.Title class="modal-title">{props.title}</Dialog.Title>
              <Dialog.CloseButton class="icon-button" aria-label="Close">
                ✕
              </Dialog.CloseButton>
            </div>
            {props.children}
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog>
  );
}
