import { ServiceError } from "../errors/service-error.js";
import { isTableError, TableError } from "../errors/table-error.js";
import type { EntityId } from "../schema/entity-types.js";
import type { RowWrite } from "./planned-write.js";
import type { RowEncoder } from "./row-encoder.js";

/** Creates the error of a call whose row does not exist. */
export function entityNotFound(entity: string, { partitionKey, rowKey }: EntityId): TableError {
  return new TableError(
    "entity.not-found",
    `There is no ${entity} with PartitionKey ${JSON.stringify(partitionKey)} and RowKey ${JSON.stringify(rowKey)}.`,
    { entity },
  );
}

/** Returns the words for one row of an entity, or of a table without a definition. */
export function rowName({ name, schema }: Pick<RowEncoder, "name" | "schema">): string {
  return schema === undefined ? `row of ${name}` : name;
}

/** Creates the error for a rejected write, with its operation and row. */
export function writeError(error: ServiceError, { name, entity, partitionKey, rowKey }: RowWrite): ServiceError {
  const row = `PartitionKey ${JSON.stringify(partitionKey)}, RowKey ${JSON.stringify(rowKey)}`;
  return new ServiceError(error.code, `${name} of ${entity} (${row}): ${error.message}`, { ...error, entity });
}

/**
 * Returns whether a write failed because another writer was faster, so that it can be retried.
 * @param given the write as the caller passed it. With the caller's own ETag it must fail, so the result is false
 */
export function isOvertaken(error: unknown, given?: RowWrite): boolean {
  if (given?.ifMatch !== undefined && given.ifMatch !== "*") return false;
  if (isTableError(error, "entity.condition-not-met") || isTableError(error, "entity.not-found")) return true;
  return given?.name !== "insert" && isTableError(error, "entity.already-exists");
}
