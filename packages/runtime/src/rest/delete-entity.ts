import { readHeaders, withIfMatch } from "../http/headers.js";
import type { Operation } from "../http/operation.js";
import type { Conditional, EntityAddress } from "./entity-address.js";
import { entityPath } from "./entity-address.js";
import { toServiceError } from "./to-service-error.js";
import { isEntityMissing } from "./write-response.js";

/**
 * Delete Entity. Returns whether the row existed. If an earlier attempt may have been applied, a missing row counts as deleted by that
 * attempt. After attempts that a proxy refused, a missing row is an error, because nobody knows who deleted it. A missing table is an error.
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
    const { ambiguousAttempts: lost } = response;
    const isOnlyRefused = lost?.[0] !== undefined && lost.every(({ isRefused }) => isRefused);
    if (isEntityMissing(response) && !isOnlyRefused) return lost !== undefined;
    throw toServiceError(response, { operation: "deleteEntity", table: row.table });
  },
};
