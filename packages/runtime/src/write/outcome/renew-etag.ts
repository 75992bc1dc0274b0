import { monotonicNow } from "../../http/clock.js";
import type { CallOptions, Connection } from "../../rest/connection.js";
import type { EntityAddress } from "../../rest/entity-address.js";
import { mergeEntity } from "../../rest/entity-writes.js";
import type { ETag } from "../../schema/entity-types.js";

/**
 * Gives a row a new ETag and a new Timestamp, and changes nothing else. The service then rejects requests in flight under the former
 * ETag.
 * @throws ServiceError if the row no longer has the ETag
 */
export async function renewETag(
  connection: Connection,
  { table, partitionKey, rowKey }: EntityAddress,
  ifMatch: string,
  options: CallOptions | undefined,
): Promise<ETag> {
  const body = JSON.stringify({ PartitionKey: partitionKey, RowKey: rowKey });
  const write = { table, partitionKey, rowKey, body, ifMatch };
  const sentAt = monotonicNow();
  const etag = await connection.send(mergeEntity, write, options);
  connection.recentWrites.note(write, etag, sentAt, ifMatch);
  return etag;
}
