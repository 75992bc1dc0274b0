import { For } from "solid-js";
import type { RowQuery, StoredKeys } from "../../src/contract/query.js";

interface StoredKeyFieldsProps {
  readonly query: RowQuery;
  onChange(query: RowQuery): void;
}

const fields: readonly (readonly [name: keyof StoredKeys, label: string])[] = [
  ["partitionKey", "PartitionKey ="],
  ["partitionKeyPrefix", "PartitionKey starts with"],
  ["rowKey", "RowKey ="],
  ["rowKeyFrom", "RowKey ≥"],
  ["rowKeyBefore", "RowKey <"],
];

/** Fields for the PartitionKeys and RowKeys to read, for a query of raw rows. */
export function StoredKeyFields(props: StoredKeyFieldsProps) {
  const hasPartition = () => props.query.stored?.partitionKey !== undefined;
  const hasRowKey = () => props.query.stored?.rowKey !== undefined;
  const isOffered = (name: keyof StoredKeys) => {
    if (name === "partitionKey") return true;
    if (name === "partitionKeyPrefix") return !hasPartition();
    return hasPartition() && (name === "rowKey" || !hasRowKey());
  };
  /** @param text undefined to ask for any key; `""` asks for the empty key */
  function set(name: keyof StoredKeys, text: string | undefined): void {
    const { [name]: _, ...others } = props.query.stored ?? {};
    const key = text === '""' ? "" : text;
    props.onChange({ ...props.query, stored: text === undefined ? others : { ...others, [name]: key } });
  }
  const textOf = (name: keyof StoredKeys) => {
    const key = props.query.stored?.[name];
    return key === "" ? '""' : (key ?? "");
  };
  return (
    <For each={fields.filter(([name]) => isOffered(name))}>
      {([name, label]) => (
        <label class="query-part">
          <span class="query-name">{label}</span>
          <input
            class="field is-mono"
            value={textOf(name)}
            title={name === "partitionKey" || name === "rowKey" ? 'Type "" for the empty key' : undefined}
            onChange={(event) => set(name, event.currentTarget.value || undefined)}
          />
        </label>
      )}
    </For>
  );
}
