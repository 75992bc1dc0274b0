import { createMemo, For, Show } from "solid-js";
import type { EntityInfo, KeyPartInfo } from "../../src/contract/model.js";
import type { RowQuery } from "../../src/contract/query.js";
import { withKey } from "./key-query.js";
import { TimeChoice } from "./time-choice.jsx";

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
  /** Names of the times in the keys, and of those that have a condition. */
  const times = createMemo(() => {
    const names = new Set([
      ...[...props.entity.partitionKey, ...props.entity.rowKey].map(({ property }) => property),
      ...props.query.where.map(({ property }) => property),
    ]);
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
