import { For } from "solid-js";
import type { RowQuery, StoredKeys } from "../../src/contract/query.js";

interface StoredKeyFieldsProps {
  readonly query: RowQuery;
  onChange(query: RowQuery): void;
}

const fields: readonly (readonly [name: keyof StoredKeys, label: string])[] = [
  ["partitionKey", "PartitionKey ="],
  ["partitionKeyPrefix", "PartitionKey starts with"],
  ["rowKeyFrom", "RowKey ≥"],
  ["rowKeyBefore", "RowKey <"],
];

/** Fields for the PartitionKeys and RowKeys to read, for a query of raw rows. */
export function StoredKeyFields(props: StoredKeyFieldsProps) {
  const hasPartition = () => props.query.stored?.partitionKey !== undefined;
  const isOffered = (name: keyof StoredKeys) =>
    name === "partitionKey" || (name === "partitionKeyPrefix" ? !hasPartition() : hasPartition());
  function set(name: keyof StoredKeys, text: string): void {
    const { [name]: _, ...others } = props.query.stored ?? {};
    props.onChange({ ...props.query, stored: text === "" ? others : { ...others, [name]: text } });
  }
  return (
    <For each={fields.filter(([name]) => isOffered(name))}>
      {([name, label]) => (
        <label class="query-part">
          <span class="query-name">{label}</span>
          <input
            class="field is-mono"
            value={props.query.stored?.[name] ?? ""}
            onChange={(event) => set(name, event.currentTarget.value)}
          />
        </label>
      )}
    </For>
  );
}
