import { storedNameIn } from "../../codec/read-evolved.js";
import { idOf, readETag } from "../../codec/system-properties.js";
import type { AmbiguousAttempt } from "../../errors/request-error.js";
import { isTableError } from "../../errors/table-error.js";
import { currentTime, parseTime } from "../../platform/time.js";
import { Write } from "../../rest/write.js";
import type { EntityPayload, EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { Property } from "../../schema/property.js";
import { getDecidingExactEntity, readCurrent } from "../../write/deciding-reads.js";
import { lostAttemptsOf } from "../../write/outcome/outcome-errors.js";
import { EntityRows, type RowEncoder } from "../../write/row-encoder.js";
import { checkIfMatch, type WriteOptions } from "../../write/write-options.js";
import type { SentWrite, Writer } from "../../write/writer.js";

type AnySchema = EntitySchema<EntityTypes>;

/**
 * Inserts an entity. If an expired row has the same keys, deletes that row and inserts again. If the first insert lost responses, its
 * attempts count as attempts of the second one, because the network may deliver them after the deletion.
 */
export async function insertOverExpired(
  writer: Writer,
  schema: AnySchema,
  given: object,
  options: WriteOptions | undefined,
): Promise<SentWrite> {
  const rows = new EntityRows(schema);
  // Defaults are computed once for both inserts. A key may contain one, such as a random id, and both inserts must have the same keys.
  const entity = schema.hooks.fillIn?.(schema, given) ?? given;
  const planned = writer.plan(rows, { insert: entity });
  let earlier: readonly AmbiguousAttempt[] | undefined;
  try {
    return { write: planned, result: await writer.send(planned, options) };
  } catch (error) {
    if (!isTableError(error, "entity.already-exists")) throw error;
    earlier = lostAttemptsOf(error);
    const row = await readCurrent(writer.connection, schema, planned, options, getDecidingExactEntity);
    if (row !== undefined && !isExpired(schema, row)) throw error;
    if (row !== undefined) await deleteExpired(writer, rows, row, options);
  }
  const again = writer.plan(rows, { insert: entity });
  return { write: again, result: await writer.send(again, options, earlier) };
}

/** Deletes an expired row under its ETag. A row that another client has changed or deleted since is left alone. */
export async function deleteExpired(
  writer: Writer,
  rows: RowEncoder,
  row: EntityPayload,
  options: WriteOptions | undefined,
): Promise<void> {
  const ifMatch = checkIfMatch(rows.name, readETag(row));
  const deletion = writer.complete(rows, new Write("delete", rows, idOf(row), ifMatch), row);
  try {
    if (deletion !== undefined) await writer.send(deletion, options);
  } catch (error) {
    if (!isTableError(error, "entity.condition-not-met") && !isTableError(error, "entity.not-found")) throw error;
  }
}

/** Returns whether rows may lack an expiry time. Such a row never expires. */
export function mayLackExpiry({ optional, default: value, formerly, reads }: Property): boolean {
  return optional === true || value !== undefined || formerly !== undefined || reads !== undefined;
}

/** Returns whether a stored row has expired by the clock of this client. A row without an expiry time never expires. */
export function isExpired(
  { ttl }: Pick<EntitySchema<EntityTypes>, "ttl">,
  row: EntityPayload,
  now: number = currentTime(),
): boolean {
  if (ttl === undefined) return false;
  const name = storedNameIn(row, ttl);
  return name !== undefined && parseTime(String(row[name])) <= now;
}
