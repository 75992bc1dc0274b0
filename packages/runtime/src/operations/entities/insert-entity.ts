import type { Operation } from "../../http/operation.js";
import type { EntityWrite } from "../../odata/entity-address.js";
import { createHeaders } from "../../odata/request-headers.js";
import { parseWrite } from "../../response/write-response.js";
import type { ETag } from "../../schema/entity-types.js";

/**
 * Insert Entity. 409 if the row exists.
 * @see https://learn.microsoft.com/rest/api/storageservices/insert-entity
 */
export const insertEntity: Operation<EntityWrite, ETag> = {
  name: "insertEntity",
  readOnly: false,
  request: (write) => ({
    method: "POST",
    path: `/${write.table}`,
    query: "",
    headers: createHeaders,
    body: write.body,
  }),
  parse: (response, write) => parseWrite(response, "insertEntity", write.table),
};
