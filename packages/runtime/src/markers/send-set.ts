import type { CallOptions, Connection } from "../connection/connection.js";
import { delay } from "../connection/delay.js";
import { isTableError, TableError } from "../errors/table-error.js";
import { type BackoffBounds, backoff } from "../http/retry-delay.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { isUnknown } from "../write/evidence/ambiguous-error.js";
import { isUnderETag } from "../write/evidence/write-evidence.js";
import type { EncodedWrite, PlannedWrite, RowWrite, WriteResult } from "../write/planned-write.js";
import { readCurrent } from "../write/read-current.js";
import { isOvertaken } from "../write/row-errors.js";
import { holdsMarker, readFacts } from "./facts.js";
import { completeWrite, type UnreadWrite } from "./marked-write.js";
import { isVersionGone } from "./marker-rules.js";
import { replacedETag } from "./row-evidence.js";
import { rowVersionsOf } from "./row-versions.js";

/** Maximum number of times that a row is read and then written, while other writers keep changing it. */
export const maxRounds = 100;

/** Bounds of the growing delay before a row is read and written again because another writer has changed it. */
export const contention: BackoffBounds = { baseDelayMs: 16, maxDelayMs: 250 };

/**
 * Sends a write whose values do not depend on its row, such as an upsert, under the row's current ETag. If another writer was faster, reads
 * the row and tries again under its new ETag. Every attempt writes the same marker.
 * @param given the write without the facts of its row (records of the last writes)
 * @param sendOnce sends the write under an ETag
 * @throws TableError `write.contended`, `entity.not-found`
 */
export async function sendSet(
  connection: Connection,
  given: EncodedWrite,
  write: UnreadWrite,
  options: CallOptions | undefined,
  sendOnce: (conditional: PlannedWrite) => Promise<WriteResult>,
): Promise<WriteResult> {
  const { schema, marker } = write;
  // Error of an earlier round whose write may have been applied before another program replaced the row. Once it is set, a rejection in a
  // later round does not show that nothing was written, so this error is thrown in place of the rejection.
  let doubt: TableError | undefined;
  for (let round = 1; ; round++) {
    const row = await findVersion(connection, write, round === 1, options).catch((error) => {
      throw doubt ?? error;
    });
    if (doubt !== undefined && holdsMarker(readFacts(row?.[schema.property]), marker)) return replacedETag;
    if (doubt !== undefined && row === undefined && write.name !== "delete") throw doubt;
    const conditional = completeWrite(given, schema, marker, row);
    if (conditional === undefined) return doubt !== undefined;
    try {
      const result = await sendOnce(conditional);
      // An earlier round may have deleted the row that is missing now.
      return result === false ? doubt !== undefined : result;
    } catch (error) {
      if (isVersionGone(error) && !isUnderETag(write)) doubt = error as TableError;
      else if (!isOvertaken(error, write)) throw isUnknown(error) ? error : (doubt ?? error);
      else if (write.name === "delete" && isTableError(error, "entity.not-found")) return doubt !== undefined;
      if (round >= maxRounds) throw doubt ?? contended(write, error);
    }
    await delay(backoff(round, contention, connection.random), options?.signal);
  }
}

/**
 * Returns the ETag and the facts of a row (records of its last writes): the last known ones if `mayBeKnown`, otherwise those that it has
 * now. Returns undefined if the row does not exist.
 */
export async function findVersion(
  connection: Connection,
  write: UnreadWrite,
  mayBeKnown: boolean,
  options: CallOptions | undefined,
): Promise<Partial<EntityPayload> | undefined> {
  const known = mayBeKnown ? rowVersionsOf(connection).find(write) : undefined;
  if (known !== undefined) return { "odata.etag": known.etag, [write.schema.property]: known.facts };
  return readCurrent(connection, { name: write.entity, table: write.table }, write, options);
}

export function contended({ name, entity }: RowWrite, cause: unknown): TableError {
  const problem = `${name} of ${entity} lost to other writers in all ${maxRounds} rounds.`;
  const help = "Read the row and write under its ETag, or spread the writes over several rows.";
  return new TableError("write.contended", `${problem} ${help}`, { entity, cause });
}
