import { createSignal, For, Show } from "solid-js";
import type { EntityInfo } from "../../src/contract/model.js";
import { applyCompletion, type Completion, completeFilter, exampleFilter } from "./complete-filter.js";

interface FilterFieldProps {
  readonly entity: EntityInfo | undefined;
  /** Returns stored names with their types to suggest. */
  names(): readonly Completion[];
  readonly filter: string;
  /** Called with the whole text once the user has finished editing it. */
  onChange(filter: string): void;
}

/** Field for a `$filter` that suggests stored property names, operators and literals. */
export function FilterField(props: FilterFieldProps) {
  let field!: HTMLInputElement;
  const [offered, setOffered] = createSignal<readonly Completion[]>([]);
  const [active, setActive] = createSignal(0);

  function offer(): void {
    setOffered(completeFilter(props.names(), field.value, field.selectionStart ?? field.value.length));
    setActive(0);
  }

  function take(completion: Completion | undefined): void {
    if (completion === undefined) return;
    const [text, cursor] = applyCompletion(field.value, field.selectionStart ?? field.value.length, completion);
    field.value = text;
    field.setSelectionRange(cursor, cursor);
    field.focus();
    setOffered([]);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const last = offered().length - 1;
    if (event.key === " " && event.ctrlKey) offer();
    else if (last < 0) return;
    else if (event.key === "ArrowDown") setActive(Math.min(last, active() + 1));
    else if (event.key === "ArrowUp") setActive(Math.max(0, active() - 1));
    else if (event.key === "Tab") take(offered()[active()]);
    else if (event.key === "Escape") setOffered([]);
    else return;
    event.preventDefault();
  }

  return (
    <label class="query-part is-filter">
      <span>$filter</span>
      <input
        class="field is-mono"
        ref={(element) => {
          field = element;
          // The field appears when the user asks for it, and takes what is typed next.
          if (props.filter === "") queueMicrotask(() => element.focus());
        }}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={offered().length > 0}
        aria-controls="filter-completions"
        aria-activedescendant={offered().length > 0 ? `completion-${active()}` : undefined}
        spellcheck={false}
        autocomplete="off"
        value={props.filter}
        placeholder={exampleFilter(props.entity)}
        onInput={offer}
        onKeyDown={onKeyDown}
        onBlur={() => setOffered([])}
        onChange={() => props.onChange(field.value.trim())}
      />
      <Show when={offered().length > 0}>
        <div class="completions" id="filter-completions" role="listbox" aria-label="Completions; Tab takes one">
          <For each={offered()}>
            {(completion, index) => (
              <div
                class="palette-item"
                role="option"
                id={`completion-${index()}`}
                aria-selected={index() === active()}
                onPointerDown={(event) => {
                  event.preventDefault();
                  take(completion);
                }}
              >
                <span class="is-mono">{completion.text}</span>
                <span class="palette-note">{completion.note}</span>
              </div>
            )}
          </For>
        </div>
      </Show>
    </label>
  );
}
