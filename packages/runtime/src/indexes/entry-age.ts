import type { CallOptions, Connection } from "../connection/connection.js";
import { timestampOf } from "../connection/recent-writes.js";
import type { EntityAddress } from "../odata/entity-address.js";
import type { ReadBack } from "../write/evidence/read-back.js";
import { renewETag } from "../write/evidence/renew-etag.js";

/** Maximum duration of a write of an entity, from when it touches the rows of its indexes, in milliseconds. */
export const maxWriteMs = 5 * 60_000;

/** Age from which on no write that touched a row can still be under way, in milliseconds: twice the maximum duration of a write. */
const minAgeMs = 2 * maxWriteMs;

/**
 * Whether a row seems to be older than any write that touched it can last, by the local clock or the `Date` of the response: a hint. Only
 * `findOldETag` proves it.
 */
export function seemsOld({ row, dates }: ReadBack): boolean {
  const latest = Math.max(Date.now(), ...dates.map(({ date }) => date));
  return row !== undefined && latest - Date.parse(row.Timestamp) >= minAgeMs;
}

/**
 * ETag under which a row can be deleted: that of a row which is older than any write that touched it can last. The age is the difference
 * between two Timestamps that the service gave: of the row, and of this client's last write. Where the latter does not show it, the row is
 * touched under its ETag, which shows the service's time.
 * @returns undefined for a row that may belong to a write under way, or that has changed since it was read
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
  return renewed !== undefined && isOldAt(timestampOf(renewed)) ? renewed : undefined;
}
