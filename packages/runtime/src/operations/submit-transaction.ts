import type { HttpResponse } from "../http/http-message.js";
import { toServiceError } from "../odata/error-body.js";
import type { Operation } from "./operation.js";
import { readChangeset } from "./read-changeset.js";
import { type ChangesetIds, writeChangeset } from "./write-changeset.js";

export interface TransactionInput {
  readonly table: string;
  /** Each made by `writePart`. */
  readonly parts: readonly string[];
  readonly ids: ChangesetIds;
}

/**
 * Entity group transaction: all operations on one partition, or none. The answer holds one part for each operation, or
 * the one part of the operation that failed.
 * @see https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
 */
export const submitTransaction: Operation<TransactionInput, HttpResponse[]> = {
  name: "submitTransaction",
  readOnly: false,
  request: ({ parts, ids }) => ({
    method: "POST",
    path: "/$batch",
    query: "",
    headers: [
      "Content-Type",
      `multipart/mixed; boundary=batch_${ids.batch}`,
      "Accept",
      "application/json",
      "DataServiceVersion",
      "3.0",
    ],
    body: writeChangeset(parts, ids),
  }),
  parse(response, { table }) {
    if (response.status !== 202) throw toServiceError(response, { operation: "submitTransaction", table });
    return readChangeset(response);
  },
};
