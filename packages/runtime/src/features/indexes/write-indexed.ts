import type { AmbiguousAttempt } from "../../errors/request-error.js";
import { isTableError } from "../../errors/table-error.js";
import type { Write, WriteResult } from "../../rest/write.js";
import { readCurrent } from "../../write/deciding-reads.js";
import type { RowEncoder } from "../../write/row-encoder.js";
import { isOvertaken } from "../../write/row-errors.js";
import { whileOvertaken } from "../../write/while-overtaken.js";
import type { WriteOptions } from "../../write/write-options.js";
import type { Writer } from "../../write/writer.js";
import type { IndexRowChange } from "./index-row-changes.js";
import { submitWithIndexRows } from "./submit-indexed.js";
import { writeWithGlobalRows } from "./write-with-global-rows.js";

export { submitIndexed } from "./submit-indexed.js";

/**
 * Sends a write of an entity whose changes of index rows depend on the stored row. It reads the row, completes the write, and sends it
 * under the ETag that was read. If another writer changes the row first, it does so again.
 * @throws TableError `write.contended`; IndexError `index.not-unique`; the errors of a write of an entity without indexes
 */
export async function readAndWrite(
  writer: Writer,
  rows: RowEncoder,
  given: Write,
  options: WriteOptions | undefined,
): Promise<WriteResult> {
  const { connection } = writer;
  return whileOvertaken<WriteResult>(connection, options, {
    entity: rows.name,
    what: `A write of ${rows.name}`,
    async plan() {
      const row = await readCurrent(connection, rows, given, options);
      const planned = writer.complete(rows, given, row);
      if (planned === undefined) return () => false;
      return () =>
        writer.send(planned, options).catch((error: unknown) => {
          if (given.name === "delete" && isTableError(error, "entity.not-found")) return false;
          throw error;
        });
    },
    isOvertaken: (error) => isOvertaken(error, given),
  });
}

/**
 * Sends a write of an entity with its index rows. Does not retry it if another writer was faster.
 * @param plain the writer of rows without indexes, which also sends the transaction if index rows of the same partition change
 * @param earlier the attempts, made by previous calls with this write, that may have been applied
 */
export function writeIndexed(
  plain: Writer,
  planned: Write,
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
