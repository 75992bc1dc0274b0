import { mergeRequest, type WriteOperation } from "./row-request.js";
import { parseWrite } from "./write-response.js";

/**
 * Insert Or Merge Entity. Inserts the row, or changes only the given properties if the row exists.
 * @see https://learn.microsoft.com/rest/api/storageservices/insert-or-merge-entity
 */
export const insertOrMergeEntity: WriteOperation = {
  name: "insertOrMergeEntity",
  readOnly: false,
  request: (write) => mergeRequest(write),
  parse: (response, write) => parseWrite(response, "insertOrMergeEntity", write.table),
};
