import { withDefaults } from "../../codec/edm/edm-type.js";
import { checkKeyOnly, type EncodedEntity, entityBody, explainEncode } from "../../codec/encode-entity.js";
import type { Values } from "../../codec/keys/key-part.js";
import type { OnMismatch } from "../../codec/mismatch.js";
import { rowText } from "../../codec/payload.js";
import { TableError } from "../../errors/table-error.js";
import type { Connection } from "../../rest/connection.js";
import { checkKey } from "../../schema/check-key.js";
import type {
  AnySchema,
  EntityId,
  EntityPayload,
  EntitySchema,
  EntityTypes,
  IndexSchema,
} from "../../schema/entity-schema.js";
import type { Limits } from "../../schema/limits.js";
import { schemaIn } from "../../schema/table-names.js";
import { indexedValues } from "./indexed-values.js";

/** Change of the row that an entity has in one index, caused by a write of the entity. */
export interface IndexRowChange {
  /** Schema of the entity. */
  readonly schema: AnySchema;
  /** Keys of the entity. */
  readonly id: EntityId;
  readonly index: IndexSchema;
  /** Schema of the index row, with the name that its table has for this client (see `withTables`). */
  readonly entry: AnySchema;
  /** Index row before the write. Undefined if the entity does not exist, or has no row in this index. */
  readonly before: EncodedEntity | undefined;
  readonly after: EncodedEntity | undefined;
}

/**
 * Returns the row that an entity has in each index, before and after a write of the entity.
 * @param id keys of the entity
 * @param before the entity before the write, or its indexed properties; undefined if there is none
 * @param after the entity after the write, or its indexed properties; undefined if the write deletes it
 * @throws TableError `value.*`, `key.*` for values that the rows cannot store
 */
export function planIndexRowChanges(
  connection: Connection,
  schema: AnySchema,
  id: EntityId,
  before: object | undefined,
  after: object | undefined,
): IndexRowChange[] {
  const { limits } = connection;
  if (before !== undefined) checkLeadsBack(schema, before, id);
  if (after !== undefined) checkLeadsBack(schema, after, id);
  return (schema.indexes ?? []).map((index) => {
    const entry = schemaIn(connection, index.entry);
    return {
      schema,
      id: { partitionKey: id.partitionKey, rowKey: id.rowKey },
      index,
      entry,
      before: before && hasIndexRow(index, before) ? encodeIndexRow(entry, before, limits) : undefined,
      after: after && hasIndexRow(index, after) ? encodeIndexRow(entry, after, limits) : undefined,
    };
  });
}

/** Returns whether an entity has a row in an index. It has none if it lacks an optional property in the keys of the index. */
export function hasIndexRow({ sparse }: IndexSchema, values: object): boolean {
  return sparse?.every((name) => (values as Values)[name] != null) ?? true;
}

/** Encodes the row that an entity has in an index. @param values the entity, or its indexed properties */
export function encodeIndexRow(entry: AnySchema, values: object, limits: Limits): EncodedEntity {
  try {
    const partitionKey = entry.partitionKey(values);
    const rowKey = entry.rowKey(values);
    checkKeyOnly(entry, values);
    const members = entry.encode(values, withDefaults, limits);
    checkKey(entry.name, "PartitionKey", partitionKey, limits);
    checkKey(entry.name, "RowKey", rowKey, limits);
    return entityBody(entry.name, { partitionKey, rowKey }, members, limits);
  } catch (error) {
    const own = Object.keys(entry.properties).map((name) => [name, (values as Values)[name]]);
    throw explainEncode(entry, Object.fromEntries(own), withDefaults, limits) ?? error;
  }
}

/**
 * Checks that the properties of an entity give the keys under which it is stored. An index row does not store these keys: they are computed
 * from its properties. If they were others, a read by the index would not find the entity.
 */
function checkLeadsBack(schema: AnySchema, values: object, id: EntityId): void {
  if (schema.makesPartitionKey(values, id.partitionKey) && schema.makesRowKey(values, id.rowKey)) return;
  const problem = `The properties of ${schema.name} do not give its keys ${rowText(id)}, by which its indexes find it`;
  const help = "Correct the row with service.table, which updates no indexes, and run reindex.";
  throw new TableError("decode.key-mismatch", `${problem}. ${help}`, { entity: schema.name });
}

/** Returns whether the write leaves the index row as it is. */
export function isUnchanged({ before, after }: IndexRowChange): boolean {
  return before?.body === after?.body;
}

/**
 * Returns whether the write gives up an index row: the entity has one before, but none under the same keys afterwards. The former row must
 * then be deleted.
 */
export function isVacated({ before, after }: IndexRowChange): boolean {
  if (before === undefined) return false;
  return before.rowKey !== after?.rowKey || before.partitionKey !== after.partitionKey;
}

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
 * Encodes the index rows that an entity must have. The command `verify` compares them with the stored ones. If the entity lacks an optional
 * property in the keys of an index, there is no row for that index.
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
