import type { Operation } from "../../http/operation.js";
import type { EntityWrite } from "../../odata/entity-address.js";
import { parseWrite } from "../../response/write-response.js";
import type { ETag } from "../../schema/entity-types.js";
import { mergeRequest } from "./row-request.js";

/**
 * Insert Or Merge Entity. Inserts the row, or changes the given properties of the row that exists.
 * @see https://learn.microsoft.com/rest/api/storageservices/insert-or-merge-entity
 */
export const insertOrMergeEntity: Operation<EntityWrite, ETag> = {
  name: "insertOrMergeEntity",
  readOnly: false,
  request: (write) => mergeRequest(write),
  parse: (response, write) => parseWrite(response, "insertOrMergeEntity", write.table),
};
