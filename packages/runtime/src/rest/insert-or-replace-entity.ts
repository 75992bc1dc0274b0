import { type WriteOperation, writeRequest } from "./row-request.js";
import { parseWrite } from "./write-response.js";

/**
 * Insert Or Replace Entity. Writes the whole row, whether it exists or not.
 * @see https://learn.microsoft.com/rest/api/storageservices/insert-or-replace-entity
 */
export const insertOrReplaceEntity: WriteOperation = {
  name: "insertOrReplaceEntity",
  readOnly: false,
  request: (write) => writeRequest("PUT", write),
  parse: (response, write) => parseWrite(response, "insertOrReplaceEntity", write.table),
};
