import type { Operation } from "../../http/operation.js";
import type { Conditional, EntityAddress } from "../../odata/entity-address.js";
import { toServiceError } from "../../odata/error-body.js";
import { readHeaders } from "../../odata/request-headers.js";
import { isEntityMissing } from "../../response/write-response.js";
import { rowRequest } from "./row-request.js";

/**
 * Delete Entity. Returns whether the row existed. A missing table is an error. If an earlier attempt may have been applied, a missing row
 * counts as deleted by it.
 * @see https://learn.microsoft.com/rest/api/storageservices/delete-entity1
 */
export const deleteEntity: Operation<EntityAddress & Conditional, boolean> = {
  name: "deleteEntity",
  readOnly: false,
  request: (row) => rowRequest("DELETE", row, readHeaders, row),
  parse(response, row) {
    if (response.status === 204) return true;
    if (isEntityMissing(response)) return response.ambiguousAttempts !== undefined;
    throw toServiceError(response, { operation: "deleteEntity", table: row.table });
  },
};
