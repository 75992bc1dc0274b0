import { checkRequestedRow } from "../../codec/requested-row.js";
import { monotonicNow } from "../../http/clock.js";
import { type HttpResponse, headerValue } from "../../http/http-message.js";
import { parseTime } from "../../platform/time.js";
import type { CallOptions, Connection, Operation } from "../../rest/connection.js";
import type { EntityAddress } from "../../rest/request-url.js";
import { mergeEntity } from "../../rest/write.js";
import type { EntityPayload } from "../../schema/entity-schema.js";
import type { ETag } from "../../schema/entity-types.js";
import { deciding, getDecidingEntity } from "../deciding-reads.js";
import type { DateReading } from "./write-evidence.js";

/** Row as it is stored now, undefined if it is missing; and the `Date` of the response, if there is one. */
export interface ReadBack {
  readonly row: EntityPayload | undefined;
  readonly dates: readonly DateReading[];
}

type CurrentRow = Pick<HttpResponse, "headers"> & { readonly row: EntityPayload | undefined };

/** Get Entity for a row that was just written. Fails if the response has another row. */
const getCurrentRow: Operation<EntityAddress, CurrentRow> = deciding({
  name: "getEntity",
  readOnly: true,
  request: getDecidingEntity.request,
  parse(response, address) {
    const row = getDecidingEntity.parse(response, address);
    if (row !== undefined) checkRequestedRow(address.table, row, address);
    return { row, headers: response.headers };
  },
});

const operations = {
  ordinary: getCurrentRow,
  once: { ...getCurrentRow, once: true },
  persistent: { ...getCurrentRow, persistent: true },
} as const satisfies Readonly<Record<string, typeof getCurrentRow>>;

/**
 * Attempts of a read: `ordinary` is the client's usual number, `once` is one, `persistent` is any number until the time limit of the call.
 */
export type Attempts = keyof typeof operations;

export async function readBack(
  connection: Connection,
  address: EntityAddress,
  options: CallOptions | undefined,
  attempts: Attempts = "ordinary",
): Promise<ReadBack> {
  const { row, headers } = await connection.send(operations[attempts], address, options);
  if (row?.["odata.etag"] !== undefined) connection.recentWrites.see(address, row["odata.etag"]);
  const date = parseTime(headerValue(headers, "date") ?? "");
  return { row, dates: Number.isNaN(date) ? [] : [{ date, receivedAt: monotonicNow() }] };
}

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
