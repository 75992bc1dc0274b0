import { createUniqueId, For, Match, Show, Switch, untrack } from "solid-js";
import type { PropertyInfo } from "../../src/contract/model.js";
import { CodeField, focusCode } from "../editor/code-field.jsx";
import { maskText, shortType } from "../grid/columns.js";
import { Icon } from "../parts/icon.jsx";
import { reveal, revealed } from "../state/revealed.js";
import { formatJson } from "../values/json-text.js";
import { withLineBreaks } from "../values/line-breaks.js";
import { BinaryTools } from "./binary-tools.jsx";

interface ValueFieldProps {
  /** Name of the entity; undefined for a value that the user has typed, also of a new row, which is not hidden from them. */
  readonly entity?: string | undefined;
  readonly property: PropertyInfo;
  /** Text of the value; undefined if the row lacks the property. */
  readonly text: string | undefined;
  /** Text that the row stores although it does not fit the definition; undefined if it fits. */
  readonly unread?: string | undefined;
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
  // The text as it was when the field was shown. It keeps its line breaks and its JSON unless the user changes them.
  const first = untrack(() => props.text ?? "");
  const shownFirst = untrack(() => (props.property.isJson ? formatJson(first) : first));
  const shown = () => (props.text === first ? shownFirst : (props.text ?? ""));
  const isLong = untrack(() => {
    const { property } = props;
    return property.isJson || first.length > maxLineLength || /[\r\n]/.test(first);
  });
  // Base64 has nothing to edit by lines.
  const isOfLines = untrack(() => props.property.isJson || props.property.type === "Edm.String");
  const revealKey = () => `${props.entity}.${props.property.name}`;
  const isMasked = () =>
    props.property.isHidden === true &&
    props.entity !== undefined &&
    props.text !== undefined &&
    !revealed().has(revealKey());
  const isText = () => props.property.type === "Edm.String" && !props.property.isJson;
  const attributes = () => ({
    id,
    disabled: props.isReadOnly,
    "aria-invalid": props.problem !== undefined,
    "aria-describedby": props.problem === undefined ? undefined : `${id}-problem`,
  });
  const placeholder = () => (props.unread === undefined ? (props.text === undefined ? "absent" : "") : props.unread);

  function onInput(value: string): void {
    props.onChange(value === shownFirst.replace(/\r\n?/g, "\n") ? first : withLineBreaks(first, value));
  }

  return (
    <div class="form-row" classList={{ "is-changed": props.isChanged }}>
      <label
        class="form-label"
        id={`${id}-label`}
        for={id}
        onClick={(event) => focusCode(event.currentTarget.parentElement)}
      >
        <span>{props.property.name}</span>
        <span class="form-type">{describeType(props.property)}</span>
      </label>
      <div class="form-value">
        <Switch
          fallback={
            <input
              class="field is-mono"
              {...attributes()}
              value={shown()}
              placeholder={placeholder()}
              onInput={(event) => onInput(event.currentTarget.value)}
            />
          }
        >
          <Match when={isMasked()}>
            <button
              type="button"
              class="button"
              aria-label={`Show ${props.property.name}`}
              onClick={() => reveal(revealKey())}
            >
              {`${maskText} Show the value`}
            </button>
          </Match>
          <Match when={choices()}>
            {(texts) => (
              <select class="field" {...attributes()} onChange={(event) => props.onChange(event.currentTarget.value)}>
                <Show when={props.text === undefined || !texts().includes(props.text)}>
                  <option value={props.text ?? ""} selected disabled>
                    {props.text ?? props.unread ?? "absent"}
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
          <Match when={isLong && isOfLines}>
            <CodeField
              id={id}
              language={props.property.isJson ? "json" : "text"}
              label={`${props.property.name} ${describeType(props.property)}`}
              text={shown()}
              placeholder={placeholder()}
              isReadOnly={props.isReadOnly}
              problem={props.problem}
              onInput={onInput}
            />
          </Match>
          <Match when={isLong}>
            <textarea
              class="field is-mono"
              rows={5}
              spellcheck={false}
              {...attributes()}
              value={shown()}
              placeholder={placeholder()}
              onInput={(event) => onInput(event.currentTarget.value)}
            />
          </Match>
        </Switch>
        <Show when={!props.isReadOnly && props.text === undefined && isText() && choices() === undefined}>
          <button
            type="button"
            class="icon-button is-mono"
            aria-label="Empty text"
            aria-describedby={`${id}-label`}
            title="Set to the empty text"
            onClick={() => props.onChange("")}
          >
            ""
          </button>
        </Show>
        <Show when={props.property.isOptional && !props.isReadOnly && props.text !== undefined}>
          <button
            type="button"
            class="icon-button"
            aria-label={`Remove ${props.property.name}`}
            title="Remove the property"
            onClick={() => props.onChange(undefined)}
          >
            <Icon name="close" />
          </button>
        </Show>
      </div>
      <Show when={props.property.type === "Edm.Binary" && !props.property.isJson && !isMasked()}>
        <BinaryTools
          name={props.property.name}
          text={props.text}
          isReadOnly={props.isReadOnly}
          onChange={(text) => props.onChange(text)}
        />
      </Show>
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

function describeType({ type, isJson, isOptional, isKey, isReadOnly, isStamp, limits }: PropertyInfo): string {
  const notes = [
    `${isJson ? "JSON" : shortType(type)}${isOptional ? "?" : ""}`,
    ...(isKey ? ["key"] : []),
    ...(isStamp ? ["set by writes"] : isReadOnly ? ["set by the insert"] : []),
    ...(limits === undefined ? [] : [limits]),
  ];
  return notes.join(" · ");
}
