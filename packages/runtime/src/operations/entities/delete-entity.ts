import type { Operation } from "../../http/operation.js";
import type { Conditional, EntityAddress } from "../../odata/entity-address.js";
import { entityPath } from "../../odata/entity-address.js";
import { readHeaders, withIfMatch } from "../../odata/headers.js";
import { toServiceError } from "../../response/to-service-error.js";
import { isEntityMissing } from "../../response/write-response.js";

/**
 * Delete Entity. Returns whether the row existed. If an earlier attempt may have been applied, a missing row counts as deleted by that
 * attempt. A missing table is an error.
 * @see https://learn.microsoft.com/rest/api/storageservices/delete-entity1
 */
export const deleteEntity: Operation<EntityAddress & Conditional, boolean, never> = {
  name: "deleteEntity",
  readOnly: false,
  request: (row) => ({
    method: "DELETE",
    path: entityPath(row.table, row.partitionKey, row.rowKey),
    query: "",
    headers: withIfMatch(readHeaders, row.ifMatch),
  }),
  parse(response, row) {
    if (response.status === 204) return true;
    if (isEntityMissing(response)) return response.ambiguousAttempts !== undefined;
    throw toServiceError(response, { operation: "deleteEntity", table: row.table });
  },
};
