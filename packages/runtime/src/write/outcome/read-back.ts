import { checkRequestedRow } from "../../codec/requested-row.js";
import { monotonicNow } from "../../http/clock.js";
import { headerValue } from "../../http/headers.js";
import type { HttpResponse } from "../../http/http-message.js";
import type { Operation } from "../../http/operation.js";
import { parseTime } from "../../platform/time.js";
import type { CallOptions, Connection } from "../../rest/connection.js";
import type { EntityAddress } from "../../rest/entity-address.js";
import type { EntityPayload } from "../../schema/entity-schema.js";
import { deciding, getDecidingEntity } from "../deciding-reads.js";
import type { DateReading } from "./attempt-clock.js";

/** Row as the service stores it now, undefined if it is missing; and the `Date` of the response, if it has one. */
export interface ReadBack {
  readonly row: EntityPayload | undefined;
  readonly dates: readonly DateReading[];
}

type CurrentRow = Pick<HttpResponse, "headers"> & { readonly row: EntityPayload | undefined };

/** Get Entity for a row that was just written. Rejects a response with another row. */
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

const getCurrentRowOnce: typeof getCurrentRow = { ...getCurrentRow, once: true };

const getCurrentRowPersistently: typeof getCurrentRow = { ...getCurrentRow, persistent: true };

export function readBack(
  connection: Connection,
  address: EntityAddress,
  options: CallOptions | undefined,
): Promise<ReadBack> {
  return read(connection, getCurrentRow, address, options);
}

/** Reads a row as `readBack` does, but with one attempt. */
export function readBackOnce(
  connection: Connection,
  address: EntityAddress,
  options: CallOptions | undefined,
): Promise<ReadBack> {
  return read(connection, getCurrentRowOnce, address, options);
}

/** Reads a row as `readBack` does, but with as many attempts as the time limit of the call allows. */
export function readBackPersistently(
  connection: Connection,
  address: EntityAddress,
  options: CallOptions | undefined,
): Promise<ReadBack> {
  return read(connection, getCurrentRowPersistently, address, options);
}

async function read(
  connection: Connection,
  operation: typeof getCurrentRow,
  address: EntityAddress,
  options: CallOptions | undefined,
): Promise<ReadBack> {
  const { row, headers } = await connection.send(operation, address, options);
  if (row?.["odata.etag"] !== undefined) connection.recentWrites.see(address, row["odata.etag"]);
  const date = parseTime(headerValue(headers, "date") ?? "");
  return { row, dates: Number.isNaN(date) ? [] : [{ date, receivedAt: monotonicNow() }] };
}
