import { isOutcomeUnknown, isTableError, retraced, type TableError } from "../errors/table-error.js";
import type { Write } from "../rest/write.js";
import type { Writer } from "../write/writer.js";
import type { BulkOptions } from "./bulk.js";
import { BulkRun } from "./bulk-run.js";
import { BulkTally } from "./bulk-tally.js";

/**
 * Runs a bulk until a row fails. Then sends nothing more and waits for the requests in flight, so that the error covers all rows.
 * @param isSkipped returns true for an error that does not end the bulk: its row is left alone
 * @returns the number of rows that were written, and the number of deleted rows that existed before
 * @throws TableError the first failure, if nothing was written; otherwise BulkError `bulk.failed` with the counts
 */
export async function writeAll<Item>(
  run: BulkRun<Item>,
  isSkipped: (error: TableError) => boolean = () => false,
): Promise<{ readonly written: number; readonly existed: number }> {
  const tally = new BulkTally();
  let existed = 0;
  try {
    for await (const outcome of run.outcomes()) {
      if (outcome.ok && outcome.existed) existed++;
      if (!outcome.ok && isSkipped(outcome.error)) continue;
      tally.add(outcome);
      if (!outcome.ok) run.stop();
    }
  } catch (error) {
    // An error of the caller's own code, such as `onProgress`, is thrown unchanged if all outcomes are known.
    if (!isTableError(error) && tally.unknown === 0) throw error;
    throw retraced(buildFailure(tally, error));
  }
  if (tally.failed > 0) throw retraced(buildFailure(tally));
  return { written: tally.written, existed };
}

/**
 * Sends writes that are already planned, until one fails, as `writeAll` does.
 * @param planned writes; undefined for the deletion of a row that does not exist. The array is emptied during the call, so that the memory
 * of sent bodies can be freed
 */
export function writePlanned(
  writer: Writer,
  planned: (Write | undefined)[],
  options: BulkOptions,
  isSkipped: (error: TableError) => boolean,
): ReturnType<typeof writeAll> {
  const plan = (position: number) => {
    const taken = planned[position];
    planned[position] = undefined;
    return taken;
  };
  return writeAll(new BulkRun(writer, planned.keys(), plan, options), isSkipped);
}

/**
 * Returns the error to throw. If no row was written, this is the first error, unless another error says that an outcome is unknown.
 * Otherwise it is a BulkError with the counts.
 * @param cause the error that ended the bulk early
 */
function buildFailure(tally: BulkTally, cause?: unknown): unknown {
  const first = cause ?? tally.failures[0]?.error;
  const isWholeTruth = tally.written === 0 && (tally.unknown === 0 || isOutcomeUnknown(first));
  return isWholeTruth ? first : tally.toError(cause);
}
