import { requestLifeMs } from "../../http/clock.js";
import { currentTime, parseTime } from "../../platform/time.js";
import type { CallOptions, Connection } from "../../rest/connection.js";
import type { EntityAddress } from "../../rest/entity-address.js";
import { parseTimestamp } from "../../rest/recent-writes.js";
import { type ReadBack, renewETag } from "../../write/outcome/read-back.js";

/** Maximum time from the first write of an entity's new index rows to the end of the write of the entity itself, in milliseconds. */
export const maxWriteMs = 5 * 60_000;

/**
 * Age, in milliseconds, from which an index row that represents no entity may be deleted. A younger row may belong to a write of an entity
 * that is still in progress, or to a request that its client no longer waits for, but that may still arrive.
 */
export const minAgeMs = maxWriteMs + requestLifeMs;

/**
 * Returns whether an index row looks old enough to be deleted, by the local clock or the `Date` of the response. Both can be wrong, so this
 * is only a hint; `findOldETag` proves the age.
 */
export function seemsOld({ row, dates }: ReadBack): boolean {
  const latest = Math.max(currentTime(), ...dates.map(({ date }) => date));
  return row !== undefined && latest - parseTime(row.Timestamp) >= minAgeMs;
}

/**
 * Finds the ETag under which an index row can be deleted, if the row is so old that no write in progress can still rely on it. The age is
 * the difference between two Timestamps of the service: that of the row, and that of this client's last write. If the latter does not prove
 * the age, renews the row's ETag, which then contains the service's current time.
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
  const isOldAt = (time: number) => time - parseTime(row.Timestamp) >= minAgeMs;
  const etag = row["odata.etag"];
  if (etag === undefined || isOldAt(connection.recentWrites.latest)) return etag;
  if (!seemsOld(found)) return undefined;
  const renewed = await renewETag(connection, { table, partitionKey, rowKey }, etag, options).catch(() => undefined);
  return renewed !== undefined && isOldAt(parseTimestamp(renewed)) ? renewed : undefined;
}
