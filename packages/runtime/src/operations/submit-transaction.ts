import type { HttpResponse } from "../http/http-message.js";
import { toServiceError } from "../odata/error-body.js";
import type { Changeset } from "./changeset.js";
import type { Operation } from "./operation.js";
import { readChangeset } from "./read-changeset.js";

export interface TransactionInput {
  readonly table: string;
  readonly changeset: Changeset;
}

/**
 * Entity group transaction: all operations on one partition, or none. The answer holds one part for each operation, or
 * the one part of the operation that failed.
 * @see https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
 */
export const submitTransaction: Operation<TransactionInput, HttpResponse[], Uint8Array> = {
  name: "submitTransaction",
  readOnly: false,
  request: ({ changeset }) => ({
    method: "POST",
    path: "/$batch",
    query: "",
    headers: [
      "Content-Type",
      `multipart/mixed; boundary=batch_${changeset.ids.batch}`,
      "Accept",
      "application/json",
      "DataServiceVersion",
      "3.0",
    ],
    body: changeset.end(),
  }),
  parse(response, { table }) {
    if (response.status !== 202) throw toServiceError(response, { operation: "submitTransaction", table });
    return readChangeset(response);
  },
};
