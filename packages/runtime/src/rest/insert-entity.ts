import { createHeaders } from "../http/headers.js";
import type { WriteOperation } from "./row-request.js";
import { parseWrite } from "./write-response.js";

/** Insert Entity. Fails with 409 if the row exists. @see https://learn.microsoft.com/rest/api/storageservices/insert-entity */
export const insertEntity: WriteOperation = {
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
