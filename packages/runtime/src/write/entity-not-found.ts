import { TableError } from "../errors/table-error.js";
import type { EntityId } from "../schema/entity-types.js";

export function entityNotFound(entity: string, { partitionKey, rowKey }: EntityId): TableError {
  return new TableError(
    "entity.not-found",
    `There is no ${entity} with PartitionKey ${JSON.stringify(partitionKey)} and RowKey ${JSON.stringify(rowKey)}.`,
    { entity },
  );
}
