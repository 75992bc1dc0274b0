import type { AmbiguousAttempt } from "../../errors/request-error.js";
import { isTableError, TableError } from "../../errors/table-error.js";
import { delay } from "../../http/delay.js";
import { type BackoffBounds, backoff } from "../../http/retry-delay.js";
import type { PlannedWrite, WriteResult } from "../../write/planned-write.js";
import { readCurrent } from "../../write/read-current.js";
import type { RowEncoder } from "../../write/row-encoder.js";
import { isOvertaken } from "../../write/row-errors.js";
import type { WriteOptions } from "../../write/write-options.js";
import type { Writer } from "../../write/writer.js";
import type { IndexRowChange } from "./index-row-changes.js";
import { submitWithIndexRows } from "./submit-indexed.js";
import { writeWithGlobalRows } from "./write-with-global-rows.js";

export { submitIndexed } from "./submit-indexed.js";

const maxAttempts = 100;

/** Delays between attempts to write an entity that other writers change. */
const contention: BackoffBounds = { baseDelayMs: 16, maxDelayMs: 250 };

/**
 * Sends a write of an entity whose changes of index rows depend on the stored row: reads the row, completes the write, and sends it under
 * the ETag that was read. Retries when another writer changes the row first.
 * @throws TableError `index.contended`; IndexError `index.not-unique`; the errors of a write of an entity without indexes
 */
export async function readAndWrite(
  writer: Writer,
  rows: RowEncoder,
  given: PlannedWrite,
  options: WriteOptions | undefined,
): Promise<WriteResult> {
  const { connection } = writer;
  for (let attempt = 1; ; attempt++) {
    const row = await readCurrent(connection, rows, given.write, options);
    const planned = writer.complete(rows, given, row);
    if (planned === undefined) return false;
    try {
      return await writer.send(planned, options);
    } catch (error) {
      if (given.write.name === "delete" && isTableError(error, "entity.not-found")) return false;
      if (!isOvertaken(error, given.write)) throw error;
      if (attempt >= maxAttempts) throw contended(rows.name, error);
    }
    await delay(backoff(attempt, contention, connection.random), options?.signal);
  }
}

/**
 * Sends a write of an entity with its index rows. Does not retry it if another writer was faster.
 * @param plain writer of rows without indexes; also sends the transaction if index rows of the same partition change
 * @param earlier attempts of earlier calls with this write, which may have been applied
 */
export function writeIndexed(
  plain: Writer,
  planned: PlannedWrite,
  changes: readonly IndexRowChange[],
  options: WriteOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
): Promise<WriteResult> {
  return writeWithGlobalRows(plain, changes, options, (limited) =>
    planned.companions.length === 0
      ? plain.send(planned, limited, earlier)
      : submitWithIndexRows(plain, planned, changes, limited, earlier),
  );
}

function contended(entity: string, cause: unknown): TableError {
  const problem = `A write of ${entity} lost to other writers in all ${maxAttempts} attempts. Spread the writes over several rows.`;
  return new TableError("index.contended", problem, { entity, cause });
}
