import { entityPath } from "../odata/entity-path.js";
import type { ETag } from "../schema/entity-types.js";
import type { Conditional, EntityWrite } from "./entity-write.js";
import type { Operation } from "./operation.js";
import { parseWrite } from "./parse-write.js";
import { withIfMatch, writeHeaders } from "./request-headers.js";

/**
 * Update Entity: replaces the whole row, 404 where it does not exist, 412 where its ETag is another.
 * @see https://learn.microsoft.com/rest/api/storageservices/update-entity2
 */
export const updateEntity: Operation<EntityWrite & Conditional, ETag> = {
  name: "updateEntity",
  readOnly: false,
  request: (write) => ({
    method: "PUT",
    path: entityPath(write.table, write.partitionKey, write.rowKey),
    query: "",
    headers: withIfMatch(writeHeaders, write.ifMatch),
    body: write.body,
  }),
  parse: (response, write) => parseWrite(response, "updateEntity", write.table),
};
