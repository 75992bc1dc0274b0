import type { ETag } from "../schema/entity-types.js";
import type { EntityWrite } from "./entity-write.js";
import type { Operation } from "./operation.js";
import { parseWrite } from "./parse-write.js";
import { createHeaders } from "./request-headers.js";

/**
 * Insert Entity: 409 where the row exists.
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
