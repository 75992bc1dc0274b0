import type { CallOptions, Connection } from "../connection/connection.js";
import type { AmbiguousAttempt } from "../errors/ambiguous-attempt.js";
import { isServiceError, ServiceError } from "../errors/service-error.js";
import type { ETag } from "../schema/entity-types.js";
import { type PlannedWrite, writeOperations } from "./planned-write.js";
import { isAmbiguous, markAmbiguous, resolveAmbiguousWrite } from "./resolve-ambiguous-write.js";

/**
 * Sends one write and gives the row's new ETag; of a delete, whether the row existed. Where an attempt got no usable
 * answer and its retry was refused, the row is read back.
 * @param earlier attempts of earlier calls with this write that may have been applied
 */
export async function writeRow(
  connection: Connection,
  write: PlannedWrite,
  options: CallOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
): Promise<ETag | boolean> {
  const { rest, leaves } = writeOperations[write.name];
  try {
    return await connection.send<PlannedWrite, ETag | boolean>(rest, write, options);
  } catch (error) {
    const failure = markAmbiguous(isServiceError(error) ? ofRow(error, write) : error, earlier);
    if (!isAmbiguous(failure)) throw failure;
    const etag = await resolveAmbiguousWrite(connection, write, failure, options);
    return leaves === "gone" ? true : (etag as ETag);
  }
}

/** A refusal by the row that was to be written. */
export function ofRow(error: ServiceError, { name, entity, partitionKey, rowKey }: PlannedWrite): ServiceError {
  const row = `PartitionKey ${JSON.stringify(partitionKey)}, RowKey ${JSON.stringify(rowKey)}`;
  return new ServiceError(error.code, `${name} of ${entity} (${row}): ${error.message}`, { ...error, entity });
}
