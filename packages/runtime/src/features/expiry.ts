import { storedNameIn } from "../codec/column.js";
import { dateTime } from "../codec/edm/date-time.js";
import type { EdmType } from "../codec/edm/edm-type.js";
import { idOf, readETag } from "../codec/payload.js";
import type { AmbiguousAttempt } from "../errors/call-errors.js";
import { isTableError } from "../errors/table-error.js";
import { currentTime, dateAt, parseTime } from "../platform/time.js";
import { type Filter, not } from "../query/filter/filter.js";
import { translateWhere } from "../query/filter/filter-where.js";
import { Write } from "../rest/write.js";
import type { AnySchema, EntityPayload } from "../schema/entity-schema.js";
import type { Hooks } from "../schema/hooks.js";
import type { Property } from "../schema/property.js";
import { getDecidingExactEntity, readCurrent } from "../write/deciding-reads.js";
import { EntityRows, type RowEncoder } from "../write/row-encoder.js";
import { lostAttemptsOf } from "../write/write-errors.js";
import { checkIfMatch, type WriteOptions } from "../write/write-options.js";
import type { SentWrite, Writer, WriterHooks } from "../write/writer.js";

/** Feature that makes rows count as absent once their time is over (`ttl`). */
export const ttl: Hooks<WriterHooks> = {
  insert: insertOverExpired,
  deleteExpired,
  isExpired,
  expiry(schema) {
    const property = schema.ttl as Property;
    const isNegated = mayLackExpiry(property);
    const expired = () => timeFilter(schema.name, property, { le: dateAt(currentTime()) });
    return {
      expired,
      // Only a negation matches rows that lack the time, which never expire. Cosmos DB evaluates comparisons, but no such negation.
      unexpired: () => (isNegated ? not(expired()) : timeFilter(schema.name, property, { gt: dateAt(currentTime()) })),
      isNegated,
      names: property.readNames,
      isExpired: (row) => isExpired(schema, row),
    };
  },
};

/**
 * Translates a condition on the expiry time to a filter. Its operands are Dates, even if the property has another type in the entity class.
 */
function timeFilter(name: string, property: Property, condition: object): Filter {
  const asDate = { ...property, type: dateTime as EdmType };
  return translateWhere({ name, properties: { [property.field]: asDate } }, { [property.field]: condition });
}

/**
 * Inserts an entity. If an expired row has the same keys, deletes that row and inserts again. If the first insert lost responses, its
 * attempts count as attempts of the second one, because the network may deliver them after the deletion.
 */
async function insertOverExpired(
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
async function deleteExpired(
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
function mayLackExpiry({ optional, default: value, formerly, reads }: Property): boolean {
  return optional === true || value !== undefined || formerly !== undefined || reads !== undefined;
}

/** Returns whether a stored row has expired by the clock of this client. A row without an expiry time never expires. */
export function isExpired({ ttl }: Pick<AnySchema, "ttl">, row: EntityPayload, now: number = currentTime()): boolean {
  if (ttl === undefined) return false;
  const name = storedNameIn(row, ttl);
  return name !== undefined && parseTime(String(row[name])) <= now;
}
