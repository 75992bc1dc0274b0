import { checkRequestedRow } from "../codec/decode/requested-row.js";
import type { CallOptions, Connection } from "../connection/connection.js";
import type { HttpResponse } from "../http/http-message.js";
import type { Operation } from "../http/operation.js";
import type { EntityAddress } from "../odata/entity-address.js";
import { getEntity } from "../operations/entities/get-entity.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import { type ClockReading, dateReadings } from "./service-clock.js";

/** A row as it is now, and what its answer shows of the service's clock. */
export interface ReadBack {
  readonly row: EntityPayload | undefined;
  readonly readings: readonly ClockReading[];
}

type CurrentRow = Pick<HttpResponse, "headers"> & { readonly row: EntityPayload | undefined };

/** Reads a row that was written, which the secondary may not have yet. Another row says nothing about it. */
const getCurrentRow: Operation<EntityAddress, CurrentRow> = {
  name: "getEntity",
  readOnly: true,
  primaryOnly: true,
  request: getEntity.request,
  parse(response, address) {
    const row = getEntity.parse(response, address);
    if (row !== undefined) checkRequestedRow(address.table, row, address);
    return { row, headers: response.headers };
  },
};

export async function readBack(
  connection: Connection,
  address: EntityAddress,
  options: CallOptions | undefined,
): Promise<ReadBack> {
  const sentAt = performance.now();
  const { row, headers } = await connection.send(getCurrentRow, address, options);
  return { row, readings: dateReadings(headers, sentAt, performance.now()) };
}
