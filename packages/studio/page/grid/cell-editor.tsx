import { createSignal, For, onMount, Show } from "solid-js";
import type { Row } from "../../src/contract/rows.js";
import { withLineBreaks } from "../values/line-breaks.js";
import { cellTexts, meantText } from "./cell-texts.js";
import type { Column } from "./columns.js";
import type { StagedText } from "./staged-text.js";

/** Cell to go to after an edit, relative to the edited one. */
export interface EditMove {
  readonly rows: number;
  readonly columns: number;
}

interface CellEditorProps {
  readonly row: Row;
  readonly column: Column;
  /** Staged text of the cell; undefined if none is staged. */
  readonly staged: StagedText | undefined;
  /** Text with which the user began to type over the cell; undefined to edit its value. */
  readonly typed: string | undefined;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  /** Called once when editing ends, with the new text; without it if the user did not change it, or pressed Escape. */
  onDone(edit: StagedText | undefined, move?: EditMove): void;
}

/**
 * Field that edits a cell in place. Enter, Tab and leaving the field accept the text, Ctrl+Enter also opens the review, and Escape discards
 * the text.
 */
export function CellEditor(props: CellEditorProps) {
  let field!: HTMLTextAreaElement | HTMLSelectElement;
  const { row, column, staged, typed } = props;
  const texts = cellTexts(row, column, staged);
  const { before } = texts;
  const [isDone, setDone] = createSignal(false);
  onMount(() => {
    field.focus();
    if (!(field instanceof HTMLTextAreaElement)) return;
    if (typed === undefined) field.select();
    else field.setSelectionRange(typed.length, typed.length);
    adjustHeight();
  });

  /** Makes the field as high as its text, up to a limit. */
  function adjustHeight(): void {
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.style.height = "auto";
    field.style.height = `${Math.min(field.scrollHeight + 2, 240)}px`;
  }

  function finish(isAccepted: boolean, move?: EditMove): void {
    if (isDone()) return;
    setDone(true);
    const text = withLineBreaks(before ?? "", field.value);
    const isChanged = isAccepted && text !== (before ?? "");
    props.onDone(isChanged ? { text: meantText(column, texts, text) } : undefined, move);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      // The page opens the review for this key, now with the accepted text.
      finish(true, { rows: 0, columns: 0 });
      return;
    }
    event.stopPropagation();
    const isBreak = event.shiftKey || event.altKey;
    if (event.key === "Enter" && !isBreak) finish(true, { rows: 0, columns: 0 });
    else if (event.key === "Tab") finish(true, { rows: 0, columns: event.shiftKey ? -1 : 1 });
    else if (event.key === "Escape") finish(false, { rows: 0, columns: 0 });
    else return;
    event.preventDefault();
  }

  const choices = () => {
    const texts = column.property?.oneOf ?? (column.type === "Boolean" ? ["true", "false"] : undefined);
    // A value that is none of the choices stays chosen until the user takes another one.
    return texts && (before !== undefined && texts.includes(before) ? texts : [before ?? "", ...texts]);
  };
  const place = () => ({ left: `${props.left}px`, width: `${props.width}px`, transform: `translateY(${props.top}px)` });

  return (
    <Show
      when={choices()}
      fallback={
        <textarea
          class="cell-editor"
          rows={1}
          spellcheck={false}
          ref={(element) => (field = element)}
          value={typed ?? before ?? ""}
          aria-label={column.title}
          style={place()}
          onInput={adjustHeight}
          onKeyDown={onKeyDown}
          onBlur={() => finish(true)}
        />
      }
    >
      {(texts) => (
        <select
          class="cell-editor"
          ref={(element) => (field = element)}
          aria-label={column.title}
          style={place()}
          onKeyDown={onKeyDown}
          onBlur={() => finish(true)}
        >
          <For each={texts()}>
            {(text) => (
              <option value={text} selected={text === (choiceOf(texts(), typed) ?? before ?? "")}>
                {text}
              </option>
            )}
          </For>
        </select>
      )}
    </Show>
  );
}

/** Returns the first choice that begins with the typed text. */
function choiceOf(texts: readonly string[], typed: string | undefined): string | undefined {
  return typed === undefined ? undefined : texts.find((text) => text.toLowerCase().startsWith(typed.toLowerCase()));
}
