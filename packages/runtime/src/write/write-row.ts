import type { CallOptions, Connection } from "../connection/connection.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";
import { isServiceError } from "../errors/service-error.js";
import { deleteEntity } from "../operations/entities/delete-entity.js";
import type { ETag } from "../schema/entity-types.js";
import {
  insertOperations,
  type PlannedDelete,
  PlannedInsert,
  type PlannedUpdate,
  type PlannedWrite,
  updateOperations,
} from "./planned-write.js";
import { type AmbiguousError, isAmbiguous, markAmbiguous, resolveAmbiguousWrite } from "./resolve-ambiguous-write.js";
import { writeError } from "./row-errors.js";

/**
 * Sends a write and returns the row's new ETag. Where an attempt got no usable answer and its retry was refused, reads
 * the row back.
 * @param earlier attempts of earlier calls with this write that may have been applied
 */
export async function writeRow(
  connection: Connection,
  write: PlannedInsert | PlannedUpdate,
  options: CallOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
): Promise<ETag> {
  try {
    return write instanceof PlannedInsert
      ? await connection.send(insertOperations[write.name], write, options)
      : await connection.send(updateOperations[write.name], write, options);
  } catch (error) {
    const ambiguous = ambiguousOrThrow(error, write, earlier);
    return (await resolveAmbiguousWrite(connection, write, ambiguous, options)) as ETag;
  }
}

/** Sends a delete and returns whether the row existed. Resolves an ambiguous outcome as {@link writeRow} does. */
export async function deleteRow(
  connection: Connection,
  write: PlannedDelete,
  options: CallOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
): Promise<boolean> {
  try {
    // A row that is missing may have been deleted by an earlier call.
    return (await connection.send(deleteEntity, write, options)) || earlier !== undefined;
  } catch (error) {
    await resolveAmbiguousWrite(connection, write, ambiguousOrThrow(error, write, earlier), options);
    return true;
  }
}

function ambiguousOrThrow(
  error: unknown,
  write: PlannedWrite,
  earlier: readonly AmbiguousAttempt[] | undefined,
): AmbiguousError {
  const failure = markAmbiguous(isServiceError(error) ? writeError(error, write) : error, earlier);
  if (isAmbiguous(failure)) return failure;
  throw failure;
}
