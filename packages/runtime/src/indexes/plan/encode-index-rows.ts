import type { OnMismatch } from "../../codec/decode/mismatch.js";
import type { EntityPayload, EntitySchema } from "../../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../../schema/entity-types.js";
import type { Limits } from "../../schema/limits.js";
import { encodeIndexRow, hasIndexRow } from "./index-row-changes.js";
import { indexedValues } from "./indexed-values.js";

/** Row that one of an entity's indexes must contain for it. */
export interface EncodedIndexRow extends EntityId {
  /** Name of the index. */
  readonly index: string;
  /** Table, by its name in the definition. */
  readonly table: string;
  /** Values of the row without its Timestamp, as JSON. */
  readonly body: string;
}

/**
 * Encodes the rows that an entity's indexes must contain for it; none in an index of a property that it lacks. `verify` compares them with
 * the stored ones.
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
