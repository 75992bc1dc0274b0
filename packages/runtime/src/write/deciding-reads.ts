import { checkRequestedRow } from "../codec/requested-row.js";
import type { CallOptions, Connection, Operation } from "../rest/connection.js";
import { getEntity, getExactEntity, queryEntities } from "../rest/query-entities.js";
import type { WriteTarget } from "../rest/write.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { EntityId } from "../schema/entity-types.js";

/**
 * Returns an operation for reads that decide about a write. It reads from the primary, because the secondary lags behind, and past all
 * caches. Writes, indexes, receipts and bulks use no other reads.
 */
export function deciding<Input, Result>(operation: Operation<Input, Result>): Operation<Input, Result> {
  return { ...operation, primaryOnly: true };
}

/** Get Entity, for a row that decides about a write. */
export const getDecidingEntity: typeof getEntity = /* @__PURE__ */ deciding(getEntity);

/** Get Entity, for a row that is written back. Every Edm.Double in the result says its type, so that undeclared properties keep theirs. */
export const getDecidingExactEntity: typeof getEntity = /* @__PURE__ */ deciding(getExactEntity);

/** Query Entities, for rows that decide about writes. */
export const queryDecidingEntities: typeof queryEntities = /* @__PURE__ */ deciding(queryEntities);

/** Returns a connection with which all reads may decide about writes. */
export function withDecidingReads(connection: Connection): Connection {
  return {
    ...connection,
    send: (operation, input, options) =>
      connection.send(operation.readOnly ? { ...operation, primaryOnly: true } : operation, input, options),
  };
}

/**
 * Reads a row before it is written; undefined if it does not exist. @throws TableError `decode.key-mismatch` for a response with another
 * row
 */
export async function readCurrent(
  connection: Connection,
  { name, table }: WriteTarget,
  { partitionKey, rowKey }: EntityId,
  options: CallOptions | undefined,
  operation: typeof getDecidingEntity = getDecidingEntity,
): Promise<EntityPayload | undefined> {
  const row = await connection.send(operation, { table, partitionKey, rowKey }, options);
  if (row !== undefined) checkRequestedRow(name, row, { partitionKey, rowKey });
  return row;
}
