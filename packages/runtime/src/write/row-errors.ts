import { ServiceError } from "../errors/service-error.js";
import { isTableError, TableError } from "../errors/table-error.js";
import type { Write } from "../rest/write.js";
import type { EntityId } from "../schema/entity-types.js";
import { withLostAttemptsOf } from "./outcome/outcome-errors.js";
import type { RowEncoder } from "./row-encoder.js";

/** Creates the error for a call that needs a row which does not exist. */
export function entityNotFound(entity: string, { partitionKey, rowKey }: EntityId): TableError {
  return new TableError(
    "entity.not-found",
    `There is no ${entity} with PartitionKey ${JSON.stringify(partitionKey)} and RowKey ${JSON.stringify(rowKey)}.`,
    { entity },
  );
}

/** Returns how a message names one row: by the entity's name or, if there is no definition, as `row of` the table. */
export function rowName({ name, schema }: Pick<RowEncoder, "name" | "schema">): string {
  return schema === undefined ? `row of ${name}` : name;
}

/** Returns the error of a rejected write with the operation, entity and keys added to its message. */
export function writeError(error: ServiceError, { name, entity, partitionKey, rowKey }: Write): ServiceError {
  const row = `PartitionKey ${JSON.stringify(partitionKey)}, RowKey ${JSON.stringify(rowKey)}`;
  const message = `${name} of ${entity} (${row}): ${error.message}`;
  return withLostAttemptsOf(error, new ServiceError(error.code, message, { ...error, entity, headers: error.headers }));
}

/**
 * Returns whether a write failed because another writer was faster, so that it is worth trying again.
 * @param given the write as the caller passed it. If it has an ETag as its condition, the result is false: the caller must see this failure
 */
export function isOvertaken(error: unknown, given?: Write): boolean {
  if (given?.ifMatch !== undefined && given.ifMatch !== "*") return false;
  if (isTableError(error, "entity.condition-not-met") || isTableError(error, "entity.not-found")) return true;
  return given?.name !== "insert" && isTableError(error, "entity.already-exists");
}
