import type { AmbiguousAttempt } from "../errors/request-error.js";
import { isServiceError } from "../errors/service-error.js";
import type { TableError } from "../errors/table-error.js";
import { monotonicNow } from "../http/clock.js";
import type { CallOptions, Connection, SentOperation } from "../rest/connection.js";
import { entityWrites, type Write, type WriteName, type WriteResult } from "../rest/write.js";
import type { ETag } from "../schema/entity-types.js";
import { markAmbiguous } from "./outcome/outcome-errors.js";
import { rowRules } from "./outcome/resolve-ambiguous-writes.js";
import { writeError } from "./row-errors.js";

/**
 * Sends one write without a receipt and returns its result. If a response was lost and the service rejected the retry, reads the row back
 * to determine the outcome.
 * @param earlier the attempts that previous calls made with this write, and that may have been applied
 */
export async function writeRow(
  connection: Connection,
  write: Write,
  options: CallOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
): Promise<WriteResult> {
  const sentAt = monotonicNow();
  try {
    const result = await connection.send(operations[write.name], write, options);
    // The row is missing. If there was an earlier call with the same delete, that call may have deleted it, so the result is then true.
    if (typeof result === "boolean") return result || earlier !== undefined;
    connection.recentWrites.note(write, result, sentAt);
    return result;
  } catch (thrown) {
    const isOfService = isServiceError(thrown) && thrown.evidence === undefined;
    const error = markAmbiguous(isOfService ? writeError(thrown, write) : thrown, earlier);
    if (!rowRules.isOpen(error)) throw error;
    const [etag] = await rowRules.resolve(connection, [write], error as TableError, options);
    return resultOf(write, etag);
  }
}

const operations: Readonly<Record<WriteName, SentOperation<Write, WriteResult>>> = {
  insert: recoverable("insert"),
  insertOrMerge: recoverable("insertOrMerge"),
  insertOrReplace: recoverable("insertOrReplace"),
  merge: recoverable("merge"),
  replace: recoverable("replace"),
  delete: recoverable("delete"),
};

/**
 * Returns the operation that sends a write. After an attempt without a usable response, it reads the row back to find out whether the write
 * was applied.
 */
function recoverable(name: WriteName): SentOperation<Write, WriteResult> {
  return {
    ...entityWrites[name],
    async recover(connection, write, lost, options) {
      const etags = await rowRules.recover(connection, [write], lost, options);
      return typeof etags === "string" ? etags : { result: resultOf(write, etags[0]) };
    },
  };
}

function resultOf({ name }: Write, etag: ETag | undefined): WriteResult {
  return name === "delete" ? true : (etag as ETag);
}
