import type { Operation } from "../http/operation.js";
import { entityPath } from "../odata/entity-path.js";
import type { Conditional, EntityWrite } from "../odata/entity-write.js";
import { withIfMatch, writeHeaders } from "../odata/request-headers.js";
import { parseWrite } from "../response/parse-write.js";
import type { ETag } from "../schema/entity-types.js";

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
