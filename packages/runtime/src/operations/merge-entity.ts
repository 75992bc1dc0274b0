import { entityPath } from "../odata/entity-path.js";
import type { ETag } from "../schema/entity-types.js";
import type { Conditional, EntityWrite } from "./entity-write.js";
import type { Operation } from "./operation.js";
import { parseWrite } from "./parse-write.js";
import { tunnelledMergeHeaders, withIfMatch, writeHeaders } from "./request-headers.js";

/**
 * Merge Entity: changes the given properties and keeps the others, 404 where the row does not exist, 412 where its ETag
 * is another.
 * @see https://learn.microsoft.com/rest/api/storageservices/merge-entity
 */
export const mergeEntity: Operation<EntityWrite & Conditional, ETag> = {
  name: "mergeEntity",
  readOnly: false,
  request: (write) => ({
    method: write.kind === "cosmos" ? "POST" : "PATCH",
    path: entityPath(write.table, write.partitionKey, write.rowKey),
    query: "",
    headers: withIfMatch(write.kind === "cosmos" ? tunnelledMergeHeaders : writeHeaders, write.ifMatch),
    body: write.body,
  }),
  parse: (response, write) => parseWrite(response, "mergeEntity", write.table),
};
