import { readDateTime } from "../edm/date-time.js";
import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { EntityId, ETag } from "../schema/entity-types.js";

/** The ETag of a row; an answer without metadata has none. */
export function readETag(row: EntityPayload): ETag | undefined {
  return row["odata.etag"] as ETag | undefined;
}

/** When the service last wrote the row; absent where a projection did not ask for it. */
export function readTimestamp(row: EntityPayload): Date | undefined {
  const timestamp: unknown = row.Timestamp;
  return timestamp === undefined || timestamp === null ? undefined : readDateTime(timestamp, "Edm.DateTime", true);
}

export function idOf(row: Pick<EntityPayload, "PartitionKey" | "RowKey">): EntityId {
  return { partitionKey: row.PartitionKey, rowKey: row.RowKey };
}

/** A row as error messages name it. */
export function rowText({ partitionKey, rowKey }: EntityId): string {
  return `(${formatValue(partitionKey)}, ${formatValue(rowKey)})`;
}

/** Called by generated code, which does not name the entity that it wanted: `decodeEntity` does. */
export function wrongKind(row: EntityPayload): never {
  throw new TableError("entity.wrong-kind", `The row (${row.PartitionKey}, ${row.RowKey}) is of a different kind.`);
}

/** The same for a row whose keys have another shape. */
export function malformedKey(row: EntityPayload): never {
  throw new TableError("key.malformed", `The keys (${row.PartitionKey}, ${row.RowKey}) have a different shape.`);
}

/** Refuses a row of another kind, where kinds are told apart by what their RowKeys begin with. */
export function checkRowKey(row: EntityPayload, prefix: string): void {
  if (!row.RowKey.startsWith(prefix)) wrongKind(row);
}

/**
 * A member of a parsed payload by a name that `Object.prototype` has too, such as `constructor`: undefined where the row
 * itself lacks it.
 */
export function own(row: EntityPayload, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}
