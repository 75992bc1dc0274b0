import { readHeaders } from "../http/headers.js";
import type { Operation } from "../http/operation.js";
import { tablePath } from "./entity-address.js";
import { toServiceError } from "./to-service-error.js";

/**
 * Delete Table. Returns whether the table existed. If an earlier attempt may have deleted it, a missing table counts as one that existed.
 * The service continues to delete after its response, and the name is not available until it has finished.
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
    // The service is still processing an earlier attempt, so the table existed.
    if (error.code === "table.being-deleted" && error.ambiguous) return true;
    throw error;
  },
};
