import { type EntityPayload, isAsEncoded } from "@tablewright/runtime/lines";
import type { EntitySchemas } from "../../definitions/entity-schemas.js";
import { findPayloadSchema, hasPrefixes, storesKind } from "../../definitions/find-schema.js";
import type { AnySchema } from "../../definitions/load-schema.js";

/**
 * Returns a function that recognizes most of the rows which a migration leaves as they are: rows of other entities, and rows that are as the
 * current definition stores them. It takes a small part of the time of `findRowChange`, which decides about all other rows.
 * @param table name of the table that the rows are in
 */
export function rowsToLeave(
  { current, former, others }: EntitySchemas,
  table: string,
): (row: EntityPayload) => boolean {
  const inTable = (schema: AnySchema) => schema.table.toLowerCase() === table.toLowerCase();
  const otherSchemas = others.filter(inTable);
  const formerSchemas = former.filter(inTable);
  const isCurrent = inTable(current);
  return (row) => {
    if (!storesKind(current, row) && findPayloadSchema(otherSchemas, row) !== undefined) return true;
    if (!isCurrent || formerSchemas.some((schema) => mayHaveWritten(schema, row))) return false;
    return isAsEncoded({ $schema: current }, row);
  };
}

/** Returns false if the kind or the prefixes of the keys show that a definition did not write a row. */
function mayHaveWritten(schema: AnySchema, row: EntityPayload): boolean {
  if (schema.kindProperty !== undefined && !storesKind(schema, row)) return false;
  return hasPrefixes(schema, { partitionKey: row.PartitionKey, rowKey: row.RowKey });
}
