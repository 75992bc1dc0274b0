import type { Operation } from "../http/operation.js";
import { tablePath } from "../odata/entity-path.js";
import { toServiceError } from "../odata/error-body.js";
import { readHeaders } from "../odata/request-headers.js";

/**
 * Delete Table: whether it existed; a table that an earlier attempt may have deleted counts as that.
 * The service goes on deleting after its answer; until then the name is not free.
 * @see https://learn.microsoft.com/rest/api/storageservices/delete-table
 */
export const deleteTable: Operation<{ readonly table: string }, boolean> = {
  name: "deleteTable",
  readOnly: false,
  request: ({ table }) => ({ method: "DELETE", path: tablePath(table), query: "", headers: readHeaders }),
  parse(response, { table }) {
    if (response.status === 204) return true;
    const error = toServiceError(response, { operation: "deleteTable", table });
    if (error.code === "table.not-found" && error.serviceCode !== undefined) return error.ambiguous;
    // The service is still at what an earlier attempt began.
    if (error.code === "table.being-deleted" && error.ambiguous) return true;
    throw error;
  },
};
