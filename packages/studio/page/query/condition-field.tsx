import { For, Show } from "solid-js";
import { type Condition, operators } from "../../src/contract/query.js";
import { wholeTime } from "../../src/contract/times.js";
import { Icon } from "../parts/icon.jsx";
import { operatorSigns } from "../state/address.js";
import { fromLocalTime, localTime } from "../values/times.js";
import { type ComparedProperty, choicesOf, titleOf } from "./compared-properties.js";

interface ConditionFieldProps {
  readonly properties: readonly ComparedProperty[];
  readonly condition: Condition;
  onChange(condition: Condition | undefined): void;
}

/** Fields for a condition on one property, with the operators and the choices that the property's type allows. */
export function ConditionField(props: ConditionFieldProps) {
  const property = (): ComparedProperty | undefined => {
    const { property: name, type } = props.condition;
    if (type !== undefined) return { name, type, isStored: true };
    return props.properties.find((each) => each.name === name);
  };
  const isTime = () => property()?.type === "Edm.DateTime";
  function setText(typed: string): void {
    const { isDraft: _, ...condition } = props.condition;
    const text = isTime() ? wholeTime(typed) : typed;
    props.onChange({ ...condition, text, ...(text === "" && isTime() && { isDraft: true }) });
  }
  return (
    <div class="query-part">
      <span class="query-name">{props.condition.property}</span>
      <select
        class="field is-operator"
        aria-label={`Operator of ${props.condition.property}`}
        value={props.condition.operator}
        onChange={(event) =>
          props.onChange({ ...props.condition, operator: event.currentTarget.value as Condition["operator"] })
        }
      >
        <For each={operatorsOf(property())}>
          {(operator) => <option value={operator}>{operatorSigns[operator]}</option>}
        </For>
      </select>
      <Show
        when={choicesOf(property())}
        fallback={
          <input
            class="field is-mono"
            aria-label={`Value of ${props.condition.property}`}
            value={props.condition.text}
            placeholder={property()?.type.replace("Edm.", "")}
            // Of two drafts, the lower bound comes first.
            ref={(field) =>
              props.condition.isDraft && props.condition.operator !== "lt" && queueMicrotask(() => field.focus())
            }
            onChange={(event) => setText(event.currentTarget.value)}
          />
        }
      >
        {(choices) => (
          <select
            class="field is-mono"
            aria-label={`Value of ${props.condition.property}`}
            value={props.condition.text}
            onChange={(event) => props.onChange({ ...props.condition, text: event.currentTarget.value })}
          >
            <For each={choices()}>{(choice) => <option value={choice}>{choice}</option>}</For>
          </select>
        )}
      </Show>
      <Show when={isTime()}>
        <input
          class="field is-calendar"
          type="datetime-local"
          step="1"
          aria-label={`Calendar of ${props.condition.property}, in local time`}
          title="In the time zone of this computer"
          value={localTime(props.condition.text)}
          onChange={(event) => setText(fromLocalTime(event.currentTarget.value))}
        />
      </Show>
      <button
        type="button"
        class="icon-button"
        aria-label={`Remove the condition on ${props.condition.property}`}
        onClick={() => props.onChange(undefined)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

interface AddConditionProps {
  readonly properties: readonly ComparedProperty[];
  onAdd(condition: Condition): void;
}

/** List of properties. Choosing one adds a condition on it. */
export function AddCondition(props: AddConditionProps) {
  return (
    <select
      class="field is-add"
      aria-label="Add a condition"
      value=""
      onChange={(event) => {
        const property = props.properties.find((each) => titleOf(each) === event.currentTarget.value);
        event.currentTarget.value = "";
        if (property !== undefined)
          props.onAdd({
            property: property.name,
            ...(property.isStored && { type: property.type }),
            operator: "eq",
            text: choicesOf(property)?.[0] ?? "",
            ...(choicesOf(property) === undefined && { isDraft: true }),
          });
      }}
    >
      <option value="">+ condition</option>
      <For each={props.properties}>{(each) => <option value={titleOf(each)}>{titleOf(each)}</option>}</For>
    </select>
  );
}

/** Returns the operators that a condition on the property can have. */
function operatorsOf(property: ComparedProperty | undefined): readonly Condition["operator"][] {
  if (property?.oneOf !== undefined || property?.type === "Edm.Boolean") return ["eq", "ne"];
  return property?.type === "Edm.String" ? operators : operators.filter((operator) => operator !== "startsWith");
}
