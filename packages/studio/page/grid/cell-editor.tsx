import { createSignal, onMount, Show } from "solid-js";
import type { Row } from "../../src/contract/rows.js";
import type { Column } from "./columns.js";

interface CellEditorProps {
  readonly row: Row;
  readonly column: Column;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  /** Called once when editing ends, with the new text; undefined if the text is unchanged or the user pressed Escape. */
  onDone(text: string | undefined): void;
}

/** Field that edits a cell in place. Enter and leaving the field accept the text, Escape discards it. */
export function CellEditor(props: CellEditorProps) {
  let field!: HTMLInputElement | HTMLSelectElement;
  const before = props.column.cellOf(props.row)?.text ?? "";
  const [isDone, setDone] = createSignal(false);
  onMount(() => {
    field.focus();
    if (field instanceof HTMLInputElement) field.select();
  });

  function finish(text: string | undefined): void {
    if (isDone()) return;
    setDone(true);
    props.onDone(text === before ? undefined : text);
  }

  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === "Enter") finish(field.value);
    else if (event.key === "Escape") finish(undefined);
    else return;
    event.preventDefault();
  }

  const choices = () => {
    const { property, type } = props.column;
    return property?.oneOf ?? (type === "Boolean" ? ["true", "false"] : undefined);
  };
  const place = () => ({ left: `${props.left}px`, width: `${props.width}px`, transform: `translateY(${props.top}px)` });

  return (
    <Show
      when={choices()}
      fallback={
        <input
          class="cell-editor"
          ref={(element) => (field = element)}
          value={before}
          aria-label={props.column.title}
          style={place()}
          onKeyDown={onKeyDown}
          onBlur={() => finish(field.value)}
        />
      }
    >
      {(texts) => (
        <select
          class="cell-editor"
          ref={(element) => (field = element)}
          aria-label={props.column.title}
          style={place()}
          onKeyDown={onKeyDown}
          onBlur={() => finish(field.value)}
        >
          {texts().map((text) => (
            <option value={text} selected={text === before}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Show>
  );
}
