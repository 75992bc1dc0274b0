import { parseWrite } from "../../response/write-response.js";
import { mergeRequest, type WriteOperation } from "./row-request.js";

/**
 * Insert Or Merge Entity. Inserts the row, or changes the given properties of the row that exists.
 * @see https://learn.microsoft.com/rest/api/storageservices/insert-or-merge-entity
 */
export const insertOrMergeEntity: WriteOperation = {
  name: "insertOrMergeEntity",
  readOnly: false,
  request: (write) => mergeRequest(write),
  parse: (response, write) => parseWrite(response, "insertOrMergeEntity", write.table),
};
