import type { CallOptions, Connection, SentOperation } from "../connection/connection.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";
import { isServiceError } from "../errors/service-error.js";
import type { ETag } from "../schema/entity-types.js";
import { type AmbiguousError, isAmbiguous, markAmbiguous } from "./evidence/ambiguous-error.js";
import { recoverWrites, resolveAmbiguousWrites } from "./evidence/resolve-ambiguous-writes.js";
import {
  type EncodedWrite,
  inputOf,
  type RowInput,
  type RowWrite,
  rowOperations,
  type WriteName,
  type WriteResult,
} from "./planned-write.js";
import { writeError } from "./row-errors.js";

const sentOperations: Readonly<Record<WriteName, SentOperation<RowInput, WriteResult>>> = {
  insert: recoverable("insert"),
  insertOrMerge: recoverable("insertOrMerge"),
  insertOrReplace: recoverable("insertOrReplace"),
  merge: recoverable("merge"),
  replace: recoverable("replace"),
  delete: recoverable("delete"),
};

/** Returns the operation of a write whose row is read back right after an attempt without a usable response. */
function recoverable(name: WriteName): SentOperation<RowInput, WriteResult> {
  return {
    ...rowOperations[name],
    async recover(connection, { encoded }, lost, options) {
      const etags = await recoverWrites(connection, [encoded], lost, options);
      return etags && { result: resultOf(encoded.write, etags[0]) };
    },
  };
}

function resultOf({ name }: RowWrite, etag: ETag | undefined): WriteResult {
  return name === "delete" ? true : (etag as ETag);
}

/**
 * Sends a write. If an attempt got no usable response and the service rejected its retry, reads the row back.
 * @param earlier attempts of earlier calls with this write that may have been applied
 */
export async function writeRow(
  connection: Connection,
  encoded: EncodedWrite,
  options: CallOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
): Promise<WriteResult> {
  const { write } = encoded;
  const sentAt = performance.now();
  try {
    const result = await connection.send(sentOperations[write.name], inputOf(connection, encoded), options);
    // An earlier call may have deleted a row that is missing now.
    if (typeof result === "boolean") return result || earlier !== undefined;
    connection.recentWrites.note(write, result, sentAt);
    return result;
  } catch (error) {
    const ambiguous = ambiguousOrThrow(error, write, earlier);
    const [etag] = await resolveAmbiguousWrites(connection, [encoded], ambiguous, options);
    return resultOf(write, etag);
  }
}

function ambiguousOrThrow(
  error: unknown,
  write: RowWrite,
  earlier: readonly AmbiguousAttempt[] | undefined,
): AmbiguousError {
  const failure = markAmbiguous(isServiceError(error) ? writeError(error, write) : error, earlier);
  if (isAmbiguous(failure)) return failure;
  throw failure;
}
