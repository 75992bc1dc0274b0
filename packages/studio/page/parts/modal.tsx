import { Dialog } from "@kobalte/core/dialog";
import { createEffect, type JSX, on } from "solid-js";
import { Icon } from "./icon.jsx";

/** Gives the focus to the dialog of a button that is about to disappear. Without the focus inside, Escape does not close the dialog. */
export function focusDialog({ currentTarget }: { readonly currentTarget: Element }): void {
  currentTarget.closest<HTMLElement>("[role=dialog]")?.focus();
}

interface ModalProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly class?: string;
  /** Selector of the element that gets the focus. Default: the first field. */
  readonly initialFocus?: string;
  onClose(): void;
  /** Called for keys anywhere in the dialog, also where the dialog itself has the focus. */
  onKeyDown?(event: KeyboardEvent): void;
  readonly children: JSX.Element;
}

/** Dialog over the page. Opening it focuses a field. The focus stays inside until the dialog is closed, for example with Escape. */
export function Modal(props: ModalProps) {
  let content!: HTMLDivElement;
  let former: HTMLElement | undefined;

  function focusField(event: Event): void {
    const first = "input:enabled, select:enabled, textarea:enabled";
    const field =
      content.querySelector<HTMLElement>(props.initialFocus ?? first) ?? content.querySelector<HTMLElement>(first);
    if (field === null) return;
    event.preventDefault();
    field.focus();
  }

  /** Returns the focus to where it was, or to the grid if that is gone. */
  function returnFocus(event: Event): void {
    event.preventDefault();
    const target = former?.isConnected === true ? former : document.querySelector<HTMLElement>("[role=grid]");
    target?.focus();
  }

  createEffect(
    on(
      () => props.isOpen,
      (isOpen) => {
        if (isOpen && document.activeElement instanceof HTMLElement && document.activeElement !== document.body)
          former = document.activeElement;
      },
    ),
  );

  return (
    <Dialog open={props.isOpen} onOpenChange={(isOpen) => !isOpen && props.onClose()} preventScroll={false}>
      <Dialog.Portal>
        <Dialog.Overlay class="modal-overlay" />
        <div class="modal-place">
          <Dialog.Content
            class={`modal ${props.class ?? ""}`}
            ref={content}
            onOpenAutoFocus={focusField}
            onKeyDown={(event: KeyboardEvent) => props.onKeyDown?.(event)}
            onCloseAutoFocus={returnFocus}
          >
            <div class="modal-head">
              <Dialog.Title class="modal-title">{props.title}</Dialog.Title>
              <Dialog.CloseButton class="icon-button" aria-label="Close">
                <Icon name="close" />
              </Dialog.CloseButton>
            </div>
            {props.children}
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog>
  );
}
