import type { HttpResponse } from "../http/http-message.js";
import type { EntityAddress } from "../operations/entity-write.js";
import { getEntity } from "../operations/get-entity.js";
import type { Operation } from "../operations/operation.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { CallOptions, Connection } from "./connection.js";
import { type ClockReading, dateReadings } from "./service-clock.js";

/** A row as it is now, and what its answer shows of the service's clock. */
export interface ReadBack {
  readonly row: EntityPayload | undefined;
  readonly readings: readonly ClockReading[];
}

type CurrentRow = Pick<HttpResponse, "headers"> & { readonly row: EntityPayload | undefined };

/** Reads a row that was written, which the secondary may not have yet. */
const getCurrentRow: Operation<EntityAddress, CurrentRow> = {
  name: "getEntity",
  readOnly: true,
  primaryOnly: true,
  request: getEntity.request,
  parse: (response, address) => ({ row: getEntity.parse(response, address), headers: response.headers }),
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
