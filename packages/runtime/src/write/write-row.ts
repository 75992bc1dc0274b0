import type { AmbiguousAttempt } from "../errors/request-error.js";
import { isServiceError } from "../errors/service-error.js";
import type { TableError } from "../errors/table-error.js";
import { monotonicNow } from "../http/clock.js";
import type { CallOptions, Connection, SentOperation } from "../rest/connection.js";
import { entityWrites, type WriteName, type WriteResult } from "../rest/entity-writes.js";
import type { ETag } from "../schema/entity-types.js";
import { markAmbiguous } from "./outcome/outcome-errors.js";
import type { OutcomeRules } from "./outcome/outcome-rules.js";
import { rowRules } from "./outcome/resolve-ambiguous-writes.js";
import { buildInput, type EncodedWrite, type RowInput, type RowWrite } from "./planned-write.js";
import { writeError } from "./row-errors.js";

/**
 * Function that sends one write and returns its result. If an attempt got no usable response and the service rejected its retry, the
 * function reads the row back to determine the outcome.
 * @param earlier attempts of earlier calls with this write, which may have been applied
 */
export type WriteRow = (
  connection: Connection,
  encoded: EncodedWrite,
  options: CallOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
) => Promise<WriteResult>;

/**
 * Creates the function that sends single writes.
 * @param rules rules that determine the outcome after an attempt without a usable response
 */
function createWriteRow(rules: OutcomeRules): WriteRow {
  const operations: Readonly<Record<WriteName, SentOperation<RowInput, WriteResult>>> = {
    insert: recoverable("insert", rules),
    insertOrMerge: recoverable("insertOrMerge", rules),
    insertOrReplace: recoverable("insertOrReplace", rules),
    merge: recoverable("merge", rules),
    replace: recoverable("replace", rules),
    delete: recoverable("delete", rules),
  };
  return async (connection, encoded, options, earlier) => {
    const { write } = encoded;
    const sentAt = monotonicNow();
    try {
      const result = await connection.send(
        operations[write.name],
        buildInput(connection, encoded, encoded.toBytes?.() ?? encoded.body),
        options,
      );
      // If the row of a delete is missing, an earlier call with the same delete may have deleted it. The result is then true.
      if (typeof result === "boolean") return result || earlier !== undefined;
      connection.recentWrites.note(write, result, sentAt);
      return result;
    } catch (thrown) {
      const isOfService = isServiceError(thrown) && thrown.evidence === undefined;
      const error = markAmbiguous(isOfService ? writeError(thrown, write) : thrown, earlier);
      if (!rules.isOpen(error)) throw error;
      const [etag] = await rules.resolve(connection, [encoded], error as TableError, options);
      return buildResult(write, etag);
    }
  };
}

/** Sends a single write without a receipt. */
export const writeRow: WriteRow = createWriteRow(rowRules);

/**
 * Returns the operation that sends a write. After an attempt without a usable response, it reads the row back to find out whether the write
 * was applied.
 */
function recoverable(name: WriteName, rules: OutcomeRules): SentOperation<RowInput, WriteResult> {
  return {
    ...entityWrites[name],
    async recover(connection, { encoded }, lost, options) {
      const etags = await rules.recover(connection, [encoded], lost, options);
      return typeof etags === "string" ? etags : { result: buildResult(encoded.write, etags[0]) };
    },
  };
}

function buildResult({ name }: RowWrite, etag: ETag | undefined): WriteResult {
  return name === "delete" ? true : (etag as ETag);
}
