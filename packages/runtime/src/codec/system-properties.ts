import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { EntityId, ETag } from "../schema/entity-types.js";
import { readDateTime } from "./edm/date-time.js";

/** Returns the ETag of a row; undefined if the response was requested without metadata. */
export function readETag(row: EntityPayload): ETag | undefined {
  return row["odata.etag"] as ETag | undefined;
}

/** Returns the time when the service last wrote the row; undefined if a projection did not select it. */
export function readTimestamp(row: EntityPayload): Date | undefined {
  const timestamp: unknown = row.Timestamp;
  return timestamp === undefined || timestamp === null ? undefined : readDateTime(timestamp, "Edm.DateTime", true);
}

export function idOf(row: Pick<EntityPayload, "PartitionKey" | "RowKey">): EntityId {
  return { partitionKey: row.PartitionKey, rowKey: row.RowKey };
}

/** Formats the keys of a row for error messages. */
export function rowText({ partitionKey, rowKey }: EntityId): string {
  return `(${formatValue(partitionKey)}, ${formatValue(rowKey)})`;
}

/** Throws the error for a row of another entity class. Generated code calls it. `decodeEntity` adds the name of the class. */
export function wrongKind(row: EntityPayload): never {
  throw new TableError("entity.wrong-kind", `The row (${row.PartitionKey}, ${row.RowKey}) is of a different kind.`);
}

/** Checks by the prefix of the RowKey that a row belongs to the entity class. Throws if it does not. */
export function checkRowKey(row: EntityPayload, prefix: string): void {
  if (!row.RowKey.startsWith(prefix)) wrongKind(row);
}

/**
 * Returns a member of a row by its name; undefined if the row lacks it. The name may be one that every object inherits, such as
 * `constructor`.
 */
export function own(row: EntityPayload, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}
