import type { Operation } from "../../http/operation.js";
import type { EntityWrite } from "../../odata/entity-address.js";
import { parseWrite } from "../../response/write-response.js";
import type { ETag } from "../../schema/entity-types.js";
import { writeRequest } from "./row-request.js";

/**
 * Insert Or Replace Entity. Writes the whole row, whether it exists or not.
 * @see https://learn.microsoft.com/rest/api/storageservices/insert-or-replace-entity
 */
export const insertOrReplaceEntity: Operation<EntityWrite, ETag> = {
  name: "insertOrReplaceEntity",
  readOnly: false,
  request: (write) => writeRequest("PUT", write),
  parse: (response, write) => parseWrite(response, "insertOrReplaceEntity", write.table),
};
