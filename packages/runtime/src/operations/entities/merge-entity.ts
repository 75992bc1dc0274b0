import type { Operation } from "../../http/operation.js";
import type { Conditional, EntityWrite } from "../../odata/entity-address.js";
import { entityPath } from "../../odata/entity-address.js";
import { tunnelledMergeHeaders, withIfMatch, writeHeaders } from "../../odata/request-headers.js";
import { parseWrite } from "../../response/write-response.js";
import type { ETag } from "../../schema/entity-types.js";

/**
 * Merge Entity. Changes the given properties and retains the others. 404 if the row does not exist, 412 if it has another ETag.
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
