import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";

/** The parts of a stored key. No part holds the separator: text escapes it, raw refuses it. */
export function splitKey(key: string, separator: string, count: number): string[] {
  const parts = key.split(separator);
  if (parts.length !== count) {
    throw new TableError("key.malformed", `The key ${formatValue(key)} has ${parts.length} parts, not ${count}.`);
  }
  return parts;
}

/** A stored key has other literals than the definition gives it. */
export function malformedKey(id: { readonly partitionKey: string; readonly rowKey: string }): never {
  const keys = `PartitionKey ${formatValue(id.partitionKey)} and RowKey ${formatValue(id.rowKey)}`;
  throw new TableError("key.malformed", `${keys} do not have the literals of the definition.`);
}
