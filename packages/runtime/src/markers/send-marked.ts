import type { CallOptions, Connection } from "../connection/connection.js";
import type { AmbiguousAttempt } from "../errors/request-error.js";
import type { PlannedWrite, WriteResult } from "../write/planned-write.js";
import { createWriteRow } from "../write/write-row.js";
import { sendGuarded } from "./guard/send-guarded.js";
import { UnreadWrite } from "./marked-write.js";
import { markerRules } from "./marker-rules.js";
import { releasingNames, usesClientName } from "./release-names.js";
import { noteVersion } from "./row-versions.js";
import { sendSet } from "./send-set.js";

export { submitMarked } from "./submit-marked.js";

const writeRow = createWriteRow(markerRules);

/**
 * Sends a write of an entity with a marker property, which records the last writes of a row. Reads the row first if the write needs its
 * version.
 * @param earlier attempts of earlier calls with the same write that may have been applied
 * @param isExact whether a guard row (private row of the client in the partition) determines outcomes that the marker leaves unknown
 * @throws TableError `write.contended`; the errors of a write without a marker
 */
export function sendMarked(
  connection: Connection,
  planned: PlannedWrite,
  options: CallOptions | undefined,
  earlier?: readonly AmbiguousAttempt[],
  isExact?: boolean,
): Promise<WriteResult> {
  const { write } = planned;
  const sendOnce = (conditional: PlannedWrite) => {
    const sent = isExact
      ? sendGuarded(connection, conditional, options)
      : writeRow(connection, conditional, options, earlier);
    return sent.then((result) => {
      noteVersion(connection, conditional.write, result);
      return result;
    });
  };
  if (write instanceof UnreadWrite)
    return releasingNames([write], () => sendSet(connection, planned, write, options, sendOnce));
  return usesClientName(write) ? releasingNames([write], () => sendOnce(planned)) : sendOnce(planned);
}
