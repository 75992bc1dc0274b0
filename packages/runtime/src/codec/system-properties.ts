import { readDateTime } from "../edm/date-time.js";
import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { EntityId, ETag } from "../schema/entity-types.js";

/** Reads the ETag of a row. A response without metadata has none. */
export function readETag(row: EntityPayload): ETag | undefined {
  return row["odata.etag"] as ETag | undefined;
}

/** Reads the time when the service last wrote the row; undefined if a projection did not select it. */
export function readTimestamp(row: EntityPayload): Date | undefined {
  const timestamp: unknown = row.Timestamp;
  return timestamp === undefined || timestamp === null ? undefined : readDateTime(timestamp, "Edm.DateTime", true);
}

export function idOf(row: Pick<EntityPayload, "PartitionKey" | "RowKey">): EntityId {
  return { partitionKey: row.PartitionKey, rowKey: row.RowKey };
}

/** Formats a row for error messages. */
export function rowText({ partitionKey, rowKey }: EntityId): string {
  return `(${formatValue(partitionKey)}, ${formatValue(rowKey)})`;
}

/** Throws for a row of another kind. Generated code calls it without the name of the entity, which `decodeEntity` adds. */
export function wrongKind(row: EntityPayload): never {
  throw new TableError("entity.wrong-kind", `The row (${row.PartitionKey}, ${row.RowKey}) is of a different kind.`);
}

/** Throws for a row whose keys have another shape. */
export function malformedKey(row: EntityPayload): never {
  throw new TableError("key.malformed", `The keys (${row.PartitionKey}, ${row.RowKey}) have a different shape.`);
}

/** Checks the kind of a row by the prefix of its RowKey. */
export function checkRowKey(row: EntityPayload, prefix: string): void {
  if (!row.RowKey.startsWith(prefix)) wrongKind(row);
}

/**
 * Returns a member of a parsed payload whose name `Object.prototype` has too, such as `constructor`; undefined if the row itself lacks it.
 */
export function own(row: EntityPayload, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}
