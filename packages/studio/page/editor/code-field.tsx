import { createEffect, createSignal, onCleanup, onMount, Show } from "solid-js";
import type { CodeEditor, CodeLanguage } from "./code-editor.js";

interface CodeFieldProps {
  readonly id?: string;
  readonly language: CodeLanguage;
  /** Name for screen readers. */
  readonly label: string;
  readonly text: string;
  readonly placeholder: string;
  readonly isReadOnly?: boolean;
  readonly class?: string;
  /** Sentence on what is wrong with the text. */
  readonly problem?: string | undefined;
  readonly takesFocus?: boolean;
  /** Called after each input, with the whole text. Its line breaks are line feeds. */
  onInput(text: string): void;
}

type Module = typeof import("./code-editor.js");

/** The module, once it was loaded. */
const [loaded, setLoaded] = createSignal<Module | undefined>();
let isRequested = false;

/** Loads the module once. If this fails, the fields stay plain, and the next one tries again. */
async function load(): Promise<void> {
  if (isRequested) return;
  isRequested = true;
  const module = await import("./code-editor.js").catch(() => undefined);
  isRequested = module !== undefined;
  setLoaded(module);
}

/**
 * Field for a text of several lines, with the editor of CodeMirror. This is a part of the page that is loaded when a field is first shown;
 * until then, the field is a plain one, whose text and cursor the editor takes over.
 */
export function CodeField(props: CodeFieldProps) {
  let plain: HTMLTextAreaElement | undefined;
  void load();
  /** Selection of the plain field if it had the focus when the editor was loaded. */
  let place: readonly [from: number, to: number] | undefined;
  const state = () => ({
    attributes: {
      "aria-label": props.label,
      // Also a text that cannot change is scrolled and copied by keys.
      tabindex: "0",
      ...(props.problem !== undefined && { "aria-invalid": "true", "aria-description": props.problem }),
    },
    placeholder: props.placeholder,
    isReadOnly: props.isReadOnly === true,
  });

  function mount(host: HTMLDivElement, { createCodeEditor }: Module): void {
    const root = host.attachShadow({ mode: "open" });
    const editor: CodeEditor = createCodeEditor({
      root,
      text: props.text,
      language: props.language,
      ...state(),
      onInput: (text) => props.onInput(text),
    });
    createEffect(() => editor.setText(props.text));
    createEffect(() => editor.setState(state()));
    onCleanup(() => editor.destroy());
    const [from, to] = place ?? [0, 0];
    // If the plain field was left for another one, the focus stays there.
    const isFree = plain === undefined || document.activeElement === document.body;
    if (place !== undefined || (props.takesFocus && isFree)) editor.select(from, to);
  }

  function Plain() {
    onCleanup(() => {
      if (plain === undefined || document.activeElement !== plain) return;
      place = [plain.selectionStart, plain.selectionEnd];
    });
    return (
      <textarea
        class={`field is-mono ${props.class ?? ""}`}
        id={props.id}
        rows={5}
        spellcheck={false}
        aria-label={props.label}
        aria-invalid={props.problem !== undefined}
        aria-description={props.problem}
        disabled={props.isReadOnly}
        ref={(element) => {
          plain = element;
          if (props.takesFocus) queueMicrotask(() => element.focus());
        }}
        value={props.text}
        placeholder={props.placeholder}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
    );
  }

  return (
    <Show when={loaded()} fallback={<Plain />}>
      {(module) => (
        <div
          class={`field code-field ${props.class ?? ""}`}
          classList={{ "is-invalid": props.problem !== undefined, "is-read-only": props.isReadOnly === true }}
          id={props.id}
          ref={(host) => onMount(() => mount(host, module()))}
        />
      )}
    </Show>
  );
}

/** Focuses the editor in an element, such as the row of a form; nothing while the field is a plain one. */
export function focusCode(element: Element | null): void {
  element?.querySelector(".code-field")?.shadowRoot?.querySelector<HTMLElement>(".cm-content")?.focus();
}
