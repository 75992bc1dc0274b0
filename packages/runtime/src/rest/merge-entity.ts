import type { Conditional } from "./entity-address.js";
import { mergeRequest, type WriteOperation } from "./row-request.js";
import { parseWrite } from "./write-response.js";

/**
 * Merge Entity. Changes the given properties and retains the others. Fails with 404 if the row does not exist, with 412 if it has another
 * ETag.
 * @see https://learn.microsoft.com/rest/api/storageservices/merge-entity
 */
export const mergeEntity: WriteOperation<Conditional> = {
  name: "mergeEntity",
  readOnly: false,
  request: (write) => mergeRequest(write, write),
  parse: (response, write) => parseWrite(response, "mergeEntity", write.table),
};
