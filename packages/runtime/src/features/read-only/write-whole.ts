import { isAbsent } from "../../codec/edm/edm-type.js";
import { encodeKeyToWrite } from "../../codec/entity-keys.js";
import { isTableError } from "../../errors/table-error.js";
import { Write } from "../../rest/write.js";
import type { EntityPayload, EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes, ETag } from "../../schema/entity-types.js";
import type { Property } from "../../schema/property.js";
import { getDecidingExactEntity, readCurrent } from "../../write/deciding-reads.js";
import { EntityRows } from "../../write/row-encoder.js";
import { entityNotFound } from "../../write/row-errors.js";
import { whileOvertaken } from "../../write/while-overtaken.js";
import type { WriteOptions } from "../../write/write-options.js";
import type { SentWrite, WholeItem, WriteItem, Writer } from "../../write/writer.js";
import { withReadOnlyValues } from "./read-only-values.js";

type AnySchema = EntitySchema<EntityTypes>;

/**
 * Writes a whole entity with read-only properties. It reads the row, keeps the stored values of these properties, and writes under the ETag
 * that was read. If there is no row, it inserts the entity, but a `replace` fails. If another writer changes the row first, it does all
 * this again.
 * @throws TableError `value.read-only`; `write.contended`; the errors of a write of an entity without read-only properties
 */
export async function writeWhole(
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
  const codes = ["entity.condition-not-met", "entity.not-found", "entity.already-exists"] as const;
  return codes.some((code) => isTableError(error, code));
}
