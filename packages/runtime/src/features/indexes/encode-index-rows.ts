import type { OnMismatch } from "../../codec/mismatch.js";
import type { EntityPayload, EntitySchema } from "../../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../../schema/entity-types.js";
import type { Limits } from "../../schema/limits.js";
import { encodeIndexRow, hasIndexRow } from "./index-row-changes.js";
import { indexedValues } from "./indexed-values.js";

/** Index row that must be stored for an entity. */
export interface EncodedIndexRow extends EntityId {
  /** Name of the index. */
  readonly index: string;
  /** Table of the index row, by its name in the definition. */
  readonly table: string;
  /** Properties of the index row without its Timestamp, as JSON. */
  readonly body: string;
}

/**
 * Encodes the index rows that must be stored for an entity. The command `verify` compares them with the rows that are stored. The result
 * has no row for an index if the entity lacks an optional property in the keys of that index.
 * @param row the entity in the service's JSON
 * @throws TableError `decode.*`, `value.*`, `key.*`
 */
export function encodeIndexRows(
  schema: EntitySchema<EntityTypes>,
  row: EntityPayload,
  limits: Limits,
  onMismatch?: OnMismatch,
): EncodedIndexRow[] {
  const values = indexedValues(schema, row, onMismatch);
  return (schema.indexes ?? [])
    .filter((index) => hasIndexRow(index, values))
    .map(({ name, entry }) => ({ index: name, table: entry.table, ...encodeIndexRow(entry, values, limits) }));
}
