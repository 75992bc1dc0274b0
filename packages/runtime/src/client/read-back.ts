import { checkAsked } from "../codec/asked-row.js";
import { headerValue } from "../http/headers.js";
import type { EntityAddress } from "../operations/entity-write.js";
import { getEntity } from "../operations/get-entity.js";
import type { Operation } from "../operations/operation.js";
import type { EntityPayload } from "../schema/entity-schema.js";

/** A row as it is now, and what the service's clock shows. */
export interface ReadBack {
  readonly row: EntityPayload | undefined;
  /** Milliseconds since 1970, cut to the second; NaN where the answer has no date. */
  readonly serverTime: number;
}

/** Reads a row that was written, which the secondary may not have yet. Another row tells nothing of it. */
export const readBack: Operation<EntityAddress, ReadBack> = {
  name: "getEntity",
  readOnly: true,
  primaryOnly: true,
  request: getEntity.request,
  parse(response, address) {
    const row = getEntity.parse(response, address);
    if (row !== undefined) checkAsked(address.table, row, address);
    return { row, serverTime: Date.parse(headerValue(response.headers, "date") ?? "") };
  },
};
