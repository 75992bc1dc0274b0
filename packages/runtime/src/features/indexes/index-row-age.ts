import { requestLifeMs } from "../../http/clock.js";
import { currentTime, parseTime } from "../../platform/time.js";
import type { CallOptions, Connection } from "../../rest/connection.js";
import { parseTimestamp } from "../../rest/recent-writes.js";
import type { EntityAddress } from "../../rest/request-url.js";
import { type ReadBack, renewETag } from "../../write/deciding-reads.js";

/** Maximum time, in milliseconds, from the write of an entity's first new index row until the entity itself is written. */
export const maxWriteMs = 5 * 60_000;

/**
 * Age, in milliseconds, from which an index row that belongs to no entity may be deleted. A younger row may belong to a write of an entity
 * that is still in progress. Or it may belong to a request that its client has given up, but that may still arrive.
 */
export const minAgeMs = maxWriteMs + requestLifeMs;

/**
 * Returns whether an index row looks old enough to be deleted, by the local clock or the `Date` of the response. Both can be wrong, so this
 * is only a hint. `findOldETag` proves the age.
 */
export function seemsOld({ row, dates }: ReadBack): boolean {
  const latest = Math.max(currentTime(), ...dates.map(({ date }) => date));
  return row !== undefined && latest - parseTime(row.Timestamp) >= minAgeMs;
}

/**
 * Finds the ETag under which an index row can be deleted, if the row is so old that no write in progress can rely on it. The age is the
 * difference between two Timestamps of the service: that of the row, and that of this client's last write. If that one is not late enough,
 * the row's ETag is renewed, and then contains the service's current time.
 * @returns undefined if a write in progress may rely on the row, or if the row has changed since it was read
 */
export async function findOldETag(
  connection: Connection,
  { table, partitionKey, rowKey }: EntityAddress,
  found: ReadBack,
  options: CallOptions | undefined,
): Promise<string | undefined> {
  const { row } = found;
  if (row === undefined) return undefined;
  const isOldAt = (time: number) => time - parseTime(row.Timestamp) >= minAgeMs;
  const etag = row["odata.etag"];
  if (etag === undefined || isOldAt(connection.recentWrites.latest)) return etag;
  if (!seemsOld(found)) return undefined;
  const renewed = await renewETag(connection, { table, partitionKey, rowKey }, etag, options).catch(() => undefined);
  return renewed !== undefined && isOldAt(parseTimestamp(renewed)) ? renewed : undefined;
}
