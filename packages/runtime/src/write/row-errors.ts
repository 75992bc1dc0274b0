import { ServiceError } from "../errors/service-error.js";
import { TableError } from "../errors/table-error.js";
import type { EntityId } from "../schema/entity-types.js";
import type { PlannedWrite } from "./planned-write.js";

/** The row that a call needs does not exist. */
export function entityNotFound(entity: string, { partitionKey, rowKey }: EntityId): TableError {
  return new TableError(
    "entity.not-found",
    `There is no ${entity} with PartitionKey ${JSON.stringify(partitionKey)} and RowKey ${JSON.stringify(rowKey)}.`,
    { entity },
  );
}

/** The service's error with the write and the row that it is about. */
export function writeError(error: ServiceError, { name, entity, partitionKey, rowKey }: PlannedWrite): ServiceError {
  const row = `PartitionKey ${JSON.stringify(partitionKey)}, RowKey ${JSON.stringify(rowKey)}`;
  return new ServiceError(error.code, `${name} of ${entity} (${row}): ${error.message}`, { ...error, entity });
}
