import { createMemo, For, Show } from "solid-js";
import type { EntityInfo, KeyPartInfo } from "../../src/contract/model.js";
import type { RowQuery } from "../../src/contract/query.js";
import { recentTimes } from "../values/times.js";
import { withKey, withTimes } from "./key-query.js";

interface KeyFieldsProps {
  readonly entity: EntityInfo;
  readonly query: RowQuery;
  onChange(query: RowQuery): void;
}

/** Fields for the properties in both keys, from left to right. Values in the first fields narrow the range of keys to read. */
export function KeyFields(props: KeyFieldsProps) {
  const rowParts = createMemo(() => {
    const names = new Set(props.entity.partitionKey.map(({ property }) => property));
    return props.entity.rowKey.filter(({ property }) => property === undefined || !names.has(property));
  });
  /** Names of the properties in the keys that are times. */
  const times = createMemo(() => {
    const names = new Set([...props.entity.partitionKey, ...props.entity.rowKey].map(({ property }) => property));
    return props.entity.properties.flatMap(({ name, type }) =>
      type === "Edm.DateTime" && names.has(name) ? name : [],
    );
  });
  return (
    <>
      <KeyPartList title="PartitionKey" parts={props.entity.partitionKey} {...props} />
      <Show when={rowParts().some(({ property }) => property !== undefined)}>
        <KeyPartList title="RowKey" parts={rowParts()} {...props} />
      </Show>
      <For each={times()}>{(name) => <TimeChoice name={name} query={props.query} onChange={props.onChange} />}</For>
    </>
  );
}

function KeyPartList(props: KeyFieldsProps & { readonly title: string; readonly parts: readonly KeyPartInfo[] }) {
  const textOf = (name: string) => props.query.keys.find(([other]) => other === name)?.[1] ?? "";
  return (
    <fieldset class="query-part is-key">
      <legend>{props.title}</legend>
      <For each={props.parts}>
        {({ literal, property, encoding }) => (
          <Show when={property} fallback={<span class="key-literal">{literal}</span>}>
            {(name) => (
              <input
                class="field is-mono is-key-part"
                aria-label={`${name()} of the ${props.title}`}
                title={encoding === undefined ? name() : `${name()} as ${encoding}`}
                placeholder={name()}
                value={textOf(name())}
                onChange={(event) =>
                  props.onChange(withKey(props.entity, props.query, name(), event.currentTarget.value))
                }
              />
            )}
          </Show>
        )}
      </For>
    </fieldset>
  );
}

/** List of ranges of a time in the keys: recent ones, and one to type. */
function TimeChoice(props: { readonly name: string; readonly query: RowQuery; onChange(query: RowQuery): void }) {
  const between = "between…";
  function choose(title: string): void {
    const keys = props.query.keys.filter(([name]) => name !== props.name);
    const [, milliseconds] = recentTimes.find(([other]) => other === title) ?? [];
    if (milliseconds !== undefined) {
      const now = Date.now();
      const range = { ge: new Date(now - milliseconds).toISOString(), lt: new Date(now).toISOString() };
      props.onChange(withTimes({ ...props.query, keys }, props.name, range));
    } else if (title === between) {
      const drafts = (["ge", "lt"] as const).map((operator) => ({
        property: props.name,
        operator,
        text: "",
        isDraft: true,
      }));
      const others = props.query.where.filter(({ property }) => property !== props.name);
      props.onChange({ ...props.query, keys, where: [...others, ...drafts] });
    } else
      props.onChange({ ...props.query, where: props.query.where.filter(({ property }) => property !== props.name) });
  }
  return (
    <select
      class="field is-add"
      aria-label={`Times of ${props.name}`}
      onChange={(event) => {
        const { value } = event.currentTarget;
        event.currentTarget.selectedIndex = 0;
        choose(value);
      }}
    >
      <option value="" disabled selected>
        {`${props.name} …`}
      </option>
      <For each={[...recentTimes.map(([title]) => title), between, "any time"]}>
        {(title) => <option value={title}>{title}</option>}
      </For>
    </select>
  );
}
