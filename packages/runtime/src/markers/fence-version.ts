import type { CallOptions, Connection } from "../connection/connection.js";
import { mergeEntity } from "../operations/entities/merge-entity.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { renewETag } from "../write/evidence/renew-etag.js";
import type { RowWrite } from "../write/planned-write.js";
import { clientOf, newMarker, readFacts, writeFacts } from "./facts.js";
import { factsMember, MarkedWrite } from "./marked-write.js";
import { rowVersionsOf } from "./row-versions.js";

const persistentMerge: typeof mergeEntity = { ...mergeEntity, persistent: true };

/**
 * Replaces the version of a row by one with the same contents and a new ETag, so that attempts in flight under the old ETag can no longer
 * be applied. If the row has facts (records of its last writes), keeps them.
 * @returns true if the version was certainly replaced; if false, the caller has to read the row
 */
export async function fenceVersion(
  connection: Connection,
  write: RowWrite,
  row: EntityPayload | undefined,
  options: CallOptions | undefined,
): Promise<boolean> {
  const { table, partitionKey, rowKey, ifMatch = "" } = write;
  try {
    if (!(write instanceof MarkedWrite)) {
      await renewETag(connection, write, ifMatch, options);
      return true;
    }
    const { schema, marker, base } = write;
    const facts = writeFacts(newMarker(clientOf(marker)), base, readFacts(row?.[schema.property]), schema);
    const keys = JSON.stringify({ PartitionKey: partitionKey, RowKey: rowKey });
    const body = `${keys.slice(0, -1)}${factsMember(schema, facts)}}`;
    const etag = await connection.send(
      persistentMerge,
      { table, partitionKey, rowKey, body, kind: connection.kind, ifMatch },
      options,
    );
    rowVersionsOf(connection).note(write, etag, facts);
    return true;
  } catch {
    // Ignored: the caller then reads the row, which shows the outcome.
    return false;
  }
}
