import type { Changeset } from "../../batch/changeset.js";
import { readChangeset } from "../../batch/read-changeset.js";
import { TableError } from "../../errors/table-error.js";
import type { HttpResponse } from "../../http/http-message.js";
import type { Operation } from "../../http/operation.js";
import { toServiceError } from "../../odata/error-body.js";
import { parseWrite } from "../../response/write-response.js";
import type { ETag } from "../../schema/entity-types.js";

export interface TransactionInput {
  readonly table: string;
  readonly changeset: Changeset;
  /** What the change set is made of, in its order. */
  readonly operations: readonly { readonly name: string }[];
}

/** All operations were applied, or none because of one. */
export type TransactionAnswer =
  /** Of each operation the row's new ETag; undefined of a delete. */
  | { readonly etags: readonly (ETag | undefined)[]; readonly refusal?: undefined }
  /** The answer of the operation that failed. */
  | { readonly refusal: HttpResponse };

/**
 * Entity group transaction: all operations on one partition, or none. The answer holds one part for each operation, or
 * the one part of the operation that failed.
 * @see https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
 */
export const submitTransaction: Operation<TransactionInput, TransactionAnswer, Uint8Array> = {
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
    const answers = readChangeset(response);
    const [first] = answers;
    if (answers.length === 1 && first !== undefined && first.status >= 400) return { refusal: first };
    if (answers.length !== operations.length) {
      const counts = `${operations.length} operations with ${answers.length} results`;
      throw new TableError("response.malformed", `Invalid response to a transaction: ${counts}.`);
    }
    return { etags: answers.map((answer, index) => etagOf(answer, operations[index]?.name === "delete", table)) };
  },
  refusedStatus: ({ refusal }) => refusal?.status,
};

function etagOf(answer: HttpResponse, isDelete: boolean, table: string): ETag | undefined {
  if (isDelete && answer.status === 204) return undefined;
  return parseWrite(answer, "submitTransaction", table);
}
