import { createUniqueId, For, Match, Show, Switch, untrack } from "solid-js";
import type { PropertyInfo } from "../../src/contract/model.js";
import { shortType } from "../grid/columns.js";

interface ValueFieldProps {
  readonly property: PropertyInfo;
  /** Text of the value; undefined if the row lacks the property. */
  readonly text: string | undefined;
  readonly isChanged: boolean;
  readonly isReadOnly: boolean;
  readonly problem: string | undefined;
  onChange(text: string | undefined): void;
}

/** Maximum number of characters for a field of one line. A longer text, or one with line breaks, gets a field with several lines. */
const maxLineLength = 60;

/** Form field for the value of one property. Its type decides which control is shown; the server checks the text. */
export function ValueField(props: ValueFieldProps) {
  // Makes the id of the field unique: the form of a row and the dialog that copies it can show the same property at the same time.
  const id = createUniqueId();
  const choices = () => props.property.oneOf ?? (props.property.type === "Edm.Boolean" ? ["true", "false"] : undefined);
  // Read only once, so that the field keeps its size while the user types.
  const isLong = untrack(() => {
    const { text = "", property } = props;
    return property.isJson || text.length > maxLineLength || text.includes("\n");
  });
  const attributes = () => ({
    id,
    disabled: props.isReadOnly,
    "aria-invalid": props.problem !== undefined,
    "aria-describedby": props.problem === undefined ? undefined : `${id}-problem`,
  });

  return (
    <div class="form-row" classList={{ "is-changed": props.isChanged }}>
      <label class="form-label" for={id}>
        <span>{props.property.name}</span>
        <span class="form-type">
          {shortType(props.property.type)}
          {props.property.isOptional ? "?" : ""}
          {props.property.isKey ? " · key" : ""}
          {props.property.limits === undefined ? "" : ` · ${props.property.limits}`}
        </span>
      </label>
      <div class="form-value">
        <Switch
          fallback={
            <input
              class="field is-mono"
              {...attributes()}
              value={props.text ?? ""}
              placeholder={props.text === undefined ? "absent" : ""}
              onInput={(event) => props.onChange(event.currentTarget.value)}
            />
          }
        >
          <Match when={choices()}>
            {(texts) => (
              <select class="field" {...attributes()} onChange={(event) => props.onChange(event.currentTarget.value)}>
                <Show when={props.text === undefined}>
                  <option value="" selected>
                    absent
                  </option>
                </Show>
                <For each={texts()}>
                  {(text) => (
                    <option value={text} selected={text === props.text}>
                      {text}
                    </option>
                  )}
                </For>
              </select>
            )}
          </Match>
          <Match when={isLong}>
            <textarea
              class="field is-mono"
              rows={5}
              {...attributes()}
              value={props.text ?? ""}
              onInput={(event) => props.onChange(event.currentTarget.value)}
            />
          </Match>
        </Switch>
        <Show when={props.property.isOptional && !props.isReadOnly && props.text !== undefined}>
          <button
            type="button"
            class="icon-button"
            aria-label={`Remove ${props.property.name}`}
            onClick={() => props.onChange(undefined)}
          >
            ✕
          </button>
        </Show>
      </div>
      <Show when={props.problem}>
        {(problem) => (
          <p class="form-problem" id={`${id}-problem`}>
            {problem()}
          </p>
        )}
      </Show>
    </div>
  );
}
