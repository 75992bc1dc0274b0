import { isServiceError, ServiceError } from "../errors/service-error.js";
import type { ETag } from "../schema/entity-types.js";
import type { CallOptions, Connection } from "./connection.js";
import { type PlannedWrite, writeOperations } from "./planned-write.js";
import { doubted, settleWrite } from "./settle-write.js";

/**
 * Sends one write and gives the row's new ETag; of a delete, whether the row existed. Where an attempt got no answer
 * and its retry was refused, the row is read back.
 * @param since `performance.now()` before an earlier call with this write, which may have been applied
 */
export async function writeRow(
  connection: Connection,
  write: PlannedWrite,
  options: CallOptions | undefined,
  since?: number,
): Promise<ETag | boolean> {
  const { rest, leaves } = writeOperations[write.name];
  const startedAt = since ?? performance.now();
  try {
    return await connection.send<PlannedWrite, ETag | boolean>(rest, write, options);
  } catch (error) {
    const refusal = doubted(isServiceError(error) ? ofRow(error, write) : error, since);
    const etag = await settleWrite(connection, { write, leaves, startedAt }, refusal, options);
    return leaves === "gone" ? true : (etag as ETag);
  }
}

/** A refusal by the row that was to be written. */
export function ofRow(error: ServiceError, { name, entity, partitionKey, rowKey }: PlannedWrite): ServiceError {
  const row = `PartitionKey ${JSON.stringify(partitionKey)}, RowKey ${JSON.stringify(rowKey)}`;
  return new ServiceError(error.code, `${name} of ${entity} (${row}): ${error.message}`, { ...error, entity });
}
