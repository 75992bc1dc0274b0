import { createHeaders } from "../http/headers.js";
import type { Operation } from "../http/operation.js";
import { toServiceError } from "./to-service-error.js";

/**
 * Create Table. Fails with 409 if the table exists, or is still being deleted.
 * @see https://learn.microsoft.com/rest/api/storageservices/create-table
 */
export const createTable: Operation<{ readonly table: string }, void> = {
  name: "createTable",
  readOnly: false,
  request: ({ table }) => ({
    method: "POST",
    path: "/Tables",
    query: "",
    headers: createHeaders,
    body: `{"TableName":${JSON.stringify(table)}}`,
  }),
  parse(response, { table }) {
    if (response.status !== 204 && response.status !== 201)
      throw toServiceError(response, { operation: "createTable", table });
  },
};
