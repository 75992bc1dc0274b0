import { malformedResponse } from "../errors/table-error.js";
import type { HttpResponse } from "../http/http-message.js";
import type { ETag } from "../schema/entity-types.js";
import type { Changeset } from "./changeset.js";
import type { Operation } from "./connection.js";
import { readChangeset } from "./read-changeset.js";
import { toServiceError } from "./to-service-error.js";
import { parseWrite } from "./write-response.js";

export interface TransactionInput {
  readonly table: string;
  readonly changeset: Changeset;
  /** Operations in the change set, in the same order. */
  readonly operations: readonly { readonly name: string }[];
}

/** Result of a transaction: either all operations were applied, or none because the service rejected one of them. */
export type TransactionResponse =
  /** New ETag of each operation's row, in the order of the operations; undefined for a delete. */
  | { readonly etags: readonly (ETag | undefined)[]; readonly errorResponse?: undefined }
  /** Part of the response that belongs to the operation that the service rejected. */
  | { readonly errorResponse: HttpResponse };

/**
 * Entity group transaction. Applies all operations on one partition, or none. The response has one part for each operation or, if the
 * service rejected one, a single part for that one.
 * @see https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
 */
export const submitTransaction: Operation<TransactionInput, TransactionResponse, Uint8Array> = {
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
  parse(response, { table, operations }) {
    if (response.status !== 202) throw toServiceError(response, { operation: "submitTransaction", table });
    const parts = readChangeset(response);
    const [first] = parts;
    if (parts.length === 1 && first !== undefined && first.status >= 400) return { errorResponse: first };
    if (parts.length !== operations.length) {
      const counts = `${operations.length} operations with ${parts.length} results`;
      throw malformedResponse(`Invalid response to a transaction: ${counts}.`);
    }
    return { etags: parts.map((part, index) => parseETag(part, operations[index]?.name === "delete", table)) };
  },
  rejectedStatus: ({ errorResponse }) => errorResponse?.status,
};

function parseETag(part: HttpResponse, isDelete: boolean, table: string): ETag | undefined {
  if (isDelete && part.status === 204) return undefined;
  return parseWrite(part, "submitTransaction", table);
}
