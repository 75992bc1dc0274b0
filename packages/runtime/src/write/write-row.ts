import type { CallOptions, Connection, SentOperation } from "../connection/connection.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";
import { isServiceError } from "../errors/service-error.js";
import type { Operation } from "../http/operation.js";
import { deleteEntity } from "../operations/entities/delete-entity.js";
import type { ETag } from "../schema/entity-types.js";
import { type AmbiguousError, isAmbiguous, markAmbiguous } from "./evidence/ambiguous-error.js";
import { recoverWrites, resolveAmbiguousWrites } from "./evidence/resolve-ambiguous-writes.js";
import type { SentWrite } from "./evidence/write-evidence.js";
import {
  insertOperations,
  type PlannedDelete,
  PlannedInsert,
  type PlannedUpdate,
  type PlannedWrite,
  updateOperations,
} from "./planned-write.js";
import { writeError } from "./row-errors.js";

const sentInserts = {
  insert: recoverable<PlannedInsert>(insertOperations.insert),
  insertOrMerge: recoverable<PlannedInsert>(insertOperations.insertOrMerge),
  insertOrReplace: recoverable<PlannedInsert>(insertOperations.insertOrReplace),
};

const sentUpdates = {
  merge: recoverable<PlannedUpdate>(updateOperations.merge),
  replace: recoverable<PlannedUpdate>(updateOperations.replace),
};

const sentDelete: SentOperation<PlannedDelete, boolean> = {
  ...deleteEntity,
  recover: async (connection, write, lost, options) =>
    (await recoverWrites(connection, [sentOf(write)], lost, options)) && { result: true },
};

/** The operation of a write that is read back right after an attempt without a usable response. */
function recoverable<Write extends PlannedWrite>(operation: Operation<Write, ETag>): SentOperation<Write, ETag> {
  return {
    ...operation,
    async recover(connection, write, lost, options) {
      const etags = await recoverWrites(connection, [sentOf(write)], lost, options);
      return etags && { result: etags[0] as ETag };
    },
  };
}

function sentOf(write: PlannedWrite): SentWrite {
  return { write, body: "body" in write ? write.body : "" };
}

/**
 * Sends a write and returns the row's new ETag. Where an attempt got no usable response and its retry was refused, reads
 * the row back.
 * @param earlier attempts of earlier calls with this write that may have been applied
 */
export async function writeRow(
  connection: Connection,
  write: PlannedInsert | PlannedUpdate,
  options: CallOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
): Promise<ETag> {
  const sentAt = performance.now();
  try {
    const etag =
      write instanceof PlannedInsert
        ? await connection.send(sentInserts[write.name], write, options)
        : await connection.send(sentUpdates[write.name], write, options);
    connection.recentWrites.note(write, etag, sentAt);
    return etag;
  } catch (error) {
    const ambiguous = ambiguousOrThrow(error, write, earlier);
    const [etag] = await resolveAmbiguousWrites(connection, [sentOf(write)], ambiguous, options);
    return etag as ETag;
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
    return (await connection.send(sentDelete, write, options)) || earlier !== undefined;
  } catch (error) {
    const ambiguous = ambiguousOrThrow(error, write, earlier);
    await resolveAmbiguousWrites(connection, [sentOf(write)], ambiguous, options);
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
