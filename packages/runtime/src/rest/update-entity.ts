import { writeHeaders } from "../http/headers.js";
import type { Conditional } from "./entity-address.js";
import { type WriteOperation, writeRequest } from "./row-request.js";
import { parseWrite } from "./write-response.js";

/**
 * Update Entity. Replaces the whole row. Fails with 404 if the row does not exist, with 412 if it has another ETag.
 * @see https://learn.microsoft.com/rest/api/storageservices/update-entity2
 */
export const updateEntity: WriteOperation<Conditional> = {
  name: "updateEntity",
  readOnly: false,
  request: (write) => writeRequest("PUT", write, writeHeaders, write),
  parse: (response, write) => parseWrite(response, "updateEntity", write.table),
};
