import { ServiceError } from "../errors/service-error.js";
import { isTableError, TableError } from "../errors/table-error.js";
import type { EntityId } from "../schema/entity-types.js";
import type { RowWrite } from "./planned-write.js";

/** The row that a call needs does not exist. */
export function entityNotFound(entity: string, { partitionKey, rowKey }: EntityId): TableError {
  return new TableError(
    "entity.not-found",
    `There is no ${entity} with PartitionKey ${JSON.stringify(partitionKey)} and RowKey ${JSON.stringify(rowKey)}.`,
    { entity },
  );
}

/** The service's error with the write and the row that it is about. */
export function writeError(error: ServiceError, { name, entity, partitionKey, rowKey }: RowWrite): ServiceError {
  const row = `PartitionKey ${JSON.stringify(partitionKey)}, RowKey ${JSON.stringify(rowKey)}`;
  return new ServiceError(error.code, `${name} of ${entity} (${row}): ${error.message}`, { ...error, entity });
}

/**
 * Whether another writer was faster.
 * @param given the write that the caller asked for: under a condition of its own it fails
 */
export function isOvertaken(error: unknown, given?: RowWrite): boolean {
  if (given?.ifMatch !== undefined && given.ifMatch !== "*") return false;
  if (isTableError(error, "entity.condition-not-met") || isTableError(error, "entity.not-found")) return true;
  return given?.name !== "insert" && isTableError(error, "entity.already-exists");
}
