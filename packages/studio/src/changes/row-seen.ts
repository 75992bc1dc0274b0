import type { StoredTableRow } from "@tablewright/runtime";
import { type EdmValue, ExactDate } from "@tablewright/runtime/edm";
import type { SentChange } from "../contract/changes.js";
import { parseStored } from "../values/value-text.js";
import { etagOf } from "./write-entity.js";

/**
 * Returns the row of a change as the user saw it, as the client would read it; undefined for an insert.
 * @throws TableError `value.out-of-range` for a text that no row has
 */
export function rowSeen(change: SentChange): StoredTableRow | undefined {
  if (change.kind === "insert") return undefined;
  const { table, partitionKey, rowKey, seen } = change;
  const properties: Record<string, EdmValue> = Object.create(null) as never;
  for (const [name, type, text] of seen.properties) properties[name] = parseStored(table, name, type, text);
  return { partitionKey, rowKey, properties, $etag: etagOf(change), $timestamp: ExactDate.fromIso(seen.timestamp) };
}
