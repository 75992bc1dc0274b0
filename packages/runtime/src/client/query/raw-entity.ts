import { edmValueOf } from "../../codec/edm-member.js";
import { annotationOf, propertyNames } from "../../codec/payload-members.js";
import { readETag, readTimestamp } from "../../codec/stored.js";
import type { EdmValue } from "../../edm/edm-value.js";
import { withNames } from "../../errors/table-error.js";
import type { EntityPayload } from "../../schema/entity-schema.js";
import type { EntityId, Stored } from "../../schema/entity-types.js";

/** A row without a definition. `$kind` is undefined, which tells it from the entities of a union. */
export interface RawEntity extends EntityId, Stored {
  readonly $kind: undefined;
  /** By stored name, each with its Edm type. */
  readonly properties: Readonly<Record<string, EdmValue>>;
}

/** @param row from `parsePayload`, so that whole Doubles are told from Int32s */
export function decodeRaw(row: EntityPayload): RawEntity {
  const properties = Object.create(null) as Record<string, EdmValue>;
  for (const name of propertyNames(row)) {
    try {
      properties[name] = edmValueOf(row[name], annotationOf(row, name), true);
    } catch (error) {
      throw withNames(error, `(${row.PartitionKey}, ${row.RowKey})`, name);
    }
  }
  const { PartitionKey: partitionKey, RowKey: rowKey } = row;
  const stored = { $etag: readETag(row), $timestamp: readTimestamp(row) } as Stored;
  return { $kind: undefined, ...stored, partitionKey, rowKey, properties };
}
