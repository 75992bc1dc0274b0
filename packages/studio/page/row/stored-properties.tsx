import { Index, Show } from "solid-js";
import { edmNames, type StoredProperty } from "../../src/contract/rows.js";
import { maskText, shortType } from "../grid/columns.js";
import { Icon } from "../parts/icon.jsx";
import { reveal, revealed } from "../state/revealed.js";
import { withLineBreaks } from "../values/line-breaks.js";

interface StoredPropertiesProps {
  readonly properties: readonly StoredProperty[];
  readonly isReadOnly: boolean;
  /** Index of a property that has to get a name before it can be staged; undefined if there is none. */
  readonly nameless?: number | undefined;
  /** Names under which the values that are hidden until the user asks for them are revealed, by stored name: `User.passwordHash`. */
  readonly hidden?: ReadonlyMap<string, string> | undefined;
  onChange(properties: readonly StoredProperty[]): void;
}

/** Returns the index of the last property without a name, which is the one that was added; undefined if all have one. */
export function findNameless(properties: readonly StoredProperty[]): number | undefined {
  const index = properties.findLastIndex(([name]) => name === "");
  return index < 0 ? undefined : index;
}

/** Form fields for the stored properties of a row: name, type and value of each. */
export function StoredProperties(props: StoredPropertiesProps) {
  /** Returns the name under which a value that is still hidden is revealed; undefined if it is not hidden. */
  const hiddenBy = ([name]: StoredProperty): string | undefined => {
    const property = props.hidden?.get(name);
    return property === undefined || revealed().has(property) ? undefined : property;
  };
  function set(index: number, property: StoredProperty | undefined): void {
    props.onChange(
      props.properties.flatMap((each, at) => (at === index ? (property === undefined ? [] : [property]) : [each])),
    );
  }
  return (
    <>
      <Index each={props.properties}>
        {(property, index) => (
          <div class="form-row is-stored">
            <input
              class="field"
              aria-label="Name"
              aria-invalid={props.nameless === index}
              value={property()[0]}
              disabled={props.isReadOnly || hiddenBy(property()) !== undefined}
              onInput={(event) => set(index, [event.currentTarget.value, property()[1], property()[2]])}
            />
            <select
              class="field"
              aria-label={`Type of ${property()[0]}`}
              disabled={props.isReadOnly || hiddenBy(property()) !== undefined}
              onChange={(event) =>
                set(index, [property()[0], event.currentTarget.value as StoredProperty[1], property()[2]])
              }
            >
              {edmNames.map((type) => (
                <option value={type} selected={property()[1] === type}>
                  {shortType(type)}
                </option>
              ))}
            </select>
            <Show
              when={hiddenBy(property())}
              fallback={
                <textarea
                  class="field is-mono"
                  rows={Math.min(5, property()[2].split("\n").length)}
                  spellcheck={false}
                  aria-label={`Value of ${property()[0]}`}
                  value={property()[2]}
                  disabled={props.isReadOnly}
                  onInput={(event) =>
                    set(index, [property()[0], property()[1], withLineBreaks(property()[2], event.currentTarget.value)])
                  }
                />
              }
            >
              {(hidden) => (
                <button
                  type="button"
                  class="button"
                  aria-label={`Show ${property()[0]}`}
                  onClick={() => reveal(hidden())}
                >
                  {`${maskText} Show the value`}
                </button>
              )}
            </Show>
            <Show when={!props.isReadOnly}>
              <button
                type="button"
                class="icon-button"
                aria-label={`Remove ${property()[0]}`}
                onClick={() => set(index, undefined)}
              >
                <Icon name="close" />
              </button>
            </Show>
            <Show when={props.nameless === index}>
              <p class="form-problem">Give the property a name.</p>
            </Show>
          </div>
        )}
      </Index>
      <Show when={!props.isReadOnly}>
        <button
          type="button"
          class="button is-quiet"
          onClick={(event) => {
            const button = event.currentTarget;
            props.onChange([...props.properties, ["", "Edm.String", ""]]);
            button.previousElementSibling?.querySelector("input")?.focus();
          }}
        >
          + property
        </button>
      </Show>
    </>
  );
}
