import { createMemo, For, Show } from "solid-js";
import type { EntityInfo, KeyPartInfo } from "../../src/contract/model.js";
import type { RowQuery } from "../../src/contract/query.js";

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
  return (
    <>
      <KeyPartList title="PartitionKey" parts={props.entity.partitionKey} {...props} />
      <KeyPartList title="RowKey" parts={rowParts()} {...props} />
    </>
  );
}

function KeyPartList(props: KeyFieldsProps & { readonly title: string; readonly parts: readonly KeyPartInfo[] }) {
  const textOf = (name: string) => props.query.keys.find(([other]) => other === name)?.[1] ?? "";
  function set(name: string, text: string): void {
    const others = props.query.keys.filter(([other]) => other !== name);
    props.onChange({ ...props.query, keys: text === "" ? others : [...others, [name, text]] });
  }
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
                onChange={(event) => set(name(), event.currentTarget.value)}
              />
            )}
          </Show>
        )}
      </For>
    </fieldset>
  );
}
