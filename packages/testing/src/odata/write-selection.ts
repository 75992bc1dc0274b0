import { jsonString } from "../edm/edm-value.js";
import type { StoredEntity } from "../storage/stored-entity.js";
import type { MetadataLevel } from "./dialect.js";
import { isPropertyName, type PropertyText, propertyText, type QuotedName, quotedName } from "./stored-properties.js";

/** The names in a `$select`, prepared once for many entities. */
export interface Selection {
  readonly partitionKey: boolean;
  readonly rowKey: boolean;
  readonly timestamp: boolean;
  /** Selected names except PartitionKey, RowKey and Timestamp, in the order of the request. */
  readonly others: readonly SelectedName[];
}

interface SelectedName {
  readonly name: QuotedName;
  /** False for a name that no property can have, e.g. `odata.etag`. */
  readonly isProperty: boolean;
}

export function selectionOf(select: readonly string[]): Selection {
  const names = new Set(select);
  const partitionKey = names.delete("PartitionKey");
  const rowKey = names.delete("RowKey");
  const timestamp = names.delete("Timestamp");
  const others = Array.from(names, (name) => ({ name: quotedName(name), isProperty: isPropertyName(name) }));
  return { partitionKey, rowKey, timestamp, others };
}

/**
 * Adds the selected properties of an entity to `parts`: the system properties first, then the others in stored order, then null for each
 * that the entity lacks.
 */
export function pushSelected(
  parts: string[],
  entity: StoredEntity,
  { partitionKey, rowKey, timestamp, others }: Selection,
  level: MetadataLevel,
): void {
  if (partitionKey) parts.push(`"PartitionKey":${jsonString(entity.partitionKey)}`);
  if (rowKey) parts.push(`"RowKey":${jsonString(entity.rowKey)}`);
  if (timestamp) parts.push(timestampMember(entity, level));
  const found: PropertyText[] = [];
  const absent: string[] = [];
  for (const { name, isProperty } of others) {
    const text = isProperty ? propertyText(entity, name) : undefined;
    if (text === undefined) absent.push(`${name.member}null`);
    else found.push(text);
  }
  if (found.length > 1) found.sort((one, other) => one.at - other.at);
  const hasTypes = level !== "nometadata";
  for (const { annotation, member } of found) parts.push(hasTypes ? annotation + member : member);
  parts.push(...absent);
}

export function timestampMember({ timestampText }: StoredEntity, level: MetadataLevel): string {
  const annotation = level === "fullmetadata" ? '"Timestamp@odata.type":"Edm.DateTime",' : "";
  return `${annotation}"Timestamp":"${timestampText}"`;
}
