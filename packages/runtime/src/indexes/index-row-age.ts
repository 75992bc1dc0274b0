import type { CallOptions, Connection } from "../connection/connection.js";
import { parseTimestamp } from "../connection/recent-writes.js";
import type { EntityAddress } from "../odata/entity-address.js";
import type { ReadBack } from "../write/evidence/read-back.js";
import { renewETag } from "../write/evidence/renew-etag.js";

/** Maximum duration of a write of an entity with indexes, from the first change to its index rows, in milliseconds. */
export const maxWriteMs = 5 * 60_000;

/**
 * Age, in milliseconds, at which an index row that represents no entity may be deleted, because no write that touched it can still be in
 * progress. A write lasts at most half of this. The other half is for a request that its client no longer waits for, but that may still
 * arrive.
 */
const minAgeMs = 2 * maxWriteMs;

/**
 * Returns whether an index row seems so old, by the local clock or the `Date` of the response, that no write that touched it can still be
 * in progress. This is a hint. Only `findOldETag` proves it.
 */
export function seemsOld({ row, dates }: ReadBack): boolean {
  const latest = Math.max(Date.now(), ...dates.map(({ date }) => date));
  return row !== undefined && latest - Date.parse(row.Timestamp) >= minAgeMs;
}

/**
 * Finds the ETag under which an index row can be deleted, if the row is so old that no write that touched it can still be in progress. The
 * age is the difference between two Timestamps of the service: that of the row, and that of this client's last write. If the latter is
 * unknown, touches the row under its ETag, which shows the service's time.
 * @returns undefined for a row that may belong to a write in progress, or that has changed since it was read
 */
export async function findOldETag(
  connection: Connection,
  { table, partitionKey, rowKey }: EntityAddress,
  found: ReadBack,
  options: CallOptions | undefined,
): Promise<string | undefined> {
  const { row } = found;
  if (row === undefined) return undefined;
  const isOldAt = (time: number) => time - Date.parse(row.Timestamp) >= minAgeMs;
  const etag = row["odata.etag"];
  if (etag === undefined || isOldAt(connection.recentWrites.latest)) return etag;
  if (!seemsOld(found)) return undefined;
  const renewed = await renewETag(connection, { table, partitionKey, rowKey }, etag, options).catch(() => undefined);
  return renewed !== undefined && isOldAt(parseTimestamp(renewed)) ? renewed : undefined;
}
