import { readOnlyError } from "../codec/check-entity.js";
import { buildColumn, readColumn } from "../codec/column.js";
import { isAbsent } from "../codec/edm/edm-type.js";
import { encodeKeyToWrite } from "../codec/entity-keys.js";
import type { Values } from "../codec/keys/key-part.js";
import { explainColumn } from "../codec/mismatch.js";
import { copyStoredKeys } from "../codec/stored-keys.js";
import { isTableError, TableError } from "../errors/table-error.js";
import { dateAt, parseTime } from "../platform/time.js";
import type { Connection } from "../rest/connection.js";
import { Write } from "../rest/write.js";
import type { AnySchema, EntityPayload, EntityTypes, ETag } from "../schema/entity-schema.js";
import type { Hooks } from "../schema/hooks.js";
import type { Property } from "../schema/property.js";
import { getDecidingExactEntity, readCurrent } from "../write/deciding-reads.js";
import { EntityRows } from "../write/row-encoder.js";
import { whileOvertaken } from "../write/while-overtaken.js";
import { entityNotFound, isOvertaken } from "../write/write-errors.js";
import type { WriteOptions } from "../write/write-options.js";
import type { SentWrite, WholeItem, WriteItem, Writer, WriterHooks } from "../write/writer.js";
import { rememberRow, rowReadAs } from "./rows-read.js";

/** Feature that rejects changes of properties that only an insert writes, and keeps the stored values when a whole entity is written. */
export const readOnly: Hooks<WriterHooks> = {
  checkChanges({ name, readOnly }, changes, unset) {
    for (const property of readOnly) {
      const { field } = property;
      if (!isAbsent((changes as Readonly<Record<string, unknown>>)[field], property))
        throw readOnlyError(name, field, "Leave it out of the changes.");
      if (unset.includes(field)) throw readOnlyError(name, field, "Leave it out of unset.");
    }
  },
  checkWhole: checkReadOnlyValues,
  writeWhole,
  // A spread copy of an entity has the same `$timestamp`, and so the stored values that it must keep.
  seen(entity, row) {
    const { $timestamp } = entity as { readonly $timestamp: object | undefined };
    if ($timestamp !== undefined) rememberRow($timestamp, row);
  },
};

/**
 * Writes a whole entity with read-only properties. It reads the row, keeps the stored values of these properties, and writes under the ETag
 * that was read. If there is no row, it inserts the entity, but a `replace` fails. If another writer changes the row first, it does all
 * this again.
 * @throws TableError `value.read-only`; `write.contended`; the errors of a write of an entity without read-only properties
 */
async function writeWhole(
  writer: Writer,
  schema: AnySchema,
  item: WholeItem,
  options: WriteOptions | undefined,
): Promise<SentWrite> {
  const { connection } = writer;
  const rows = new EntityRows(schema);
  // Defaults are computed once for all attempts. A key may contain one, such as a random id, and all attempts must have the same keys.
  const given = Object.values(item)[0] as object;
  const entity = schema.hooks.fillIn?.(schema, given) ?? given;
  const id = encodeKeyToWrite(schema, entity, connection.limits);
  return whileOvertaken<SentWrite>(connection, options, {
    entity: schema.name,
    what: `A write of ${schema.name}`,
    async plan() {
      const row = await readCurrent(connection, schema, id, options, getDecidingExactEntity);
      if (row === undefined && "replace" in item) throw entityNotFound(schema.name, id);
      const kept = row && withReadOnlyValues(connection, schema, entity, row);
      const over = row && kept ? writeOver(schema, item, kept, row) : { insert: entity };
      if (over === undefined) {
        const unchanged = new Write("merge", schema, { ...id, values: kept });
        return () => ({ write: unchanged, result: row?.["odata.etag"] as ETag });
      }
      const write = writer.plan(rows, over);
      return async () => ({ write, result: await writer.send(write, options) });
    },
    isOvertaken: (error) => isFaster(error, item),
  });
}

/**
 * Returns the write that replaces an existing row or merges into it; undefined if it would change nothing.
 * @param kept the entity with the read-only values of the row
 */
function writeOver(
  schema: AnySchema,
  item: WholeItem,
  kept: object,
  row: EntityPayload,
): WriteItem<EntityTypes> | undefined {
  const etag = row["odata.etag"];
  if ("insertOrReplace" in item) return { replace: kept, ifMatch: etag };
  if ("replace" in item) return { replace: kept, ifMatch: item.ifMatch === "*" ? etag : item.ifMatch };
  const changes: Record<string, unknown> = { ...kept };
  for (const { field } of schema.readOnly) delete changes[field];
  const isChange = ([name, property]: [string, Property]) =>
    !property.keyOnly && (property.stamp === "write" || !isAbsent(changes[name], property));
  return Object.entries(schema.properties).some(isChange) ? { merge: kept, changes, ifMatch: etag } : undefined;
}

/**
 * Returns whether a write failed because another writer was faster, so that it is worth trying again. If the caller passed an ETag, the
 * result is false: the caller must see this failure.
 */
function isFaster(error: unknown, item: WholeItem): boolean {
  if ("replace" in item) return item.ifMatch === "*" && isTableError(error, "entity.condition-not-met");
  return isOvertaken(error);
}

/**
 * Checks that a write of a whole row keeps the read-only values that the row stores. The entity must have been read from that row.
 * @throws TableError `value.read-only`
 */
function checkReadOnlyValues(schema: AnySchema, operation: string, entity: object): void {
  const { $timestamp } = entity as { readonly $timestamp?: object };
  const row = typeof $timestamp === "object" && $timestamp !== null ? rowReadAs($timestamp) : undefined;
  if (row === undefined) {
    const fields = schema.readOnly.map(({ field }) => field).join(", ");
    const problem = `${operation} of ${schema.name} needs the stored ${fields}, which only an entity that was read has`;
    const help = "Read the entity, change it and write it, or use merge. To create a row, use insert.";
    throw new TableError("value.read-only", `${problem}. ${help}`, { entity: schema.name });
  }
  for (const property of schema.readOnly)
    checkSame(schema, property, entity as Values, readStored(schema, property, row));
}

/**
 * Returns a copy of the entity with the read-only values that `row` stores.
 * @throws TableError `value.read-only` if the entity has another value; `decode.*`
 */
function withReadOnlyValues({ onMismatch }: Connection, schema: AnySchema, entity: object, row: EntityPayload): object {
  const kept: Record<string, unknown> = { ...entity };
  for (const property of schema.readOnly) {
    const stored = readStored(schema, property, row, onMismatch);
    // The time of insertion (`onInsert`) is not compared, because a new instance has its own time, not that of the stored row.
    if (property.stamp === undefined) checkSame(schema, property, entity as Values, stored);
    kept[property.field] = stored;
  }
  kept["$timestamp"] ??= dateAt(parseTime(row.Timestamp));
  copyStoredKeys(schema, entity, kept);
  rememberRow(kept["$timestamp"] as object, row);
  return kept;
}

function readStored(
  schema: AnySchema,
  property: Property,
  row: EntityPayload,
  onMismatch?: Connection["onMismatch"],
): unknown {
  const column = buildColumn(schema, property.field, property);
  try {
    return readColumn(schema, column, row, true);
  } catch (error) {
    return explainColumn(schema.name, column, row, error, onMismatch);
  }
}

function checkSame(schema: AnySchema, property: Property, entity: Values, stored: unknown): void {
  const { field, type } = property;
  const given = entity[field];
  if (isAbsent(given, property)) return;
  if (stored !== undefined && type.toJson(given) === type.toJson(stored)) return;
  throw readOnlyError(schema.name, field, "Leave it as it was read.");
}
