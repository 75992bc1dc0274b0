import { Changeset } from "../../batch/changeset.js";
import type { CallOptions, Connection } from "../../connection/connection.js";
import { isServiceError } from "../../errors/service-error.js";
import { isTransactionError } from "../../errors/transaction-error.js";
import { readBack } from "../../write/evidence/read-back.js";
import { buildPart, type EncodedWrite, type WriteResult } from "../../write/planned-write.js";
import { writeError } from "../../write/row-errors.js";
import { etagAfter } from "../row-evidence.js";
import { withGuard } from "./guards.js";

/**
 * Sends one write in a transaction with a guard row (private row of the client), which shows the outcome if the response is lost.
 * @returns new ETag of the row, or true if it could not be read; for a delete, whether the row existed
 * @throws the errors that the write alone throws
 */
export async function sendGuarded(
  connection: Connection,
  encoded: EncodedWrite,
  options: CallOptions | undefined,
): Promise<WriteResult> {
  const { write } = encoded;
  const transaction = { writes: [write], changeset: Changeset.of([buildPart(connection, encoded)]) };
  try {
    const [etag] = await withGuard(connection, write, undefined, (guard) =>
      guard.submit(connection, transaction, options),
    );
    if (write.name === "delete") return true;
    const read = etag === undefined ? await readBack(connection, write, options).catch(() => undefined) : undefined;
    return etag ?? etagAfter(encoded, read?.row) ?? true;
  } catch (error) {
    if (!isTransactionError(error) || !isServiceError(error.cause)) throw error;
    const isKnown = error.outcome === undefined;
    if (isKnown && write.name === "delete" && error.code === "entity.not-found") return false;
    throw writeError(error.cause, write);
  }
}
