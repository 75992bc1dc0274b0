import { toServiceError } from "../odata/error-body.js";
import type { Operation } from "./operation.js";
import { parseXmlAnswer } from "./parse-xml-answer.js";
import type { ServiceProperties } from "./service-properties.js";
import { readServiceProperties } from "./service-properties-xml.js";
import { xmlHeaders } from "./xml-headers.js";

/**
 * Get Table Service Properties.
 * @see https://learn.microsoft.com/rest/api/storageservices/get-table-service-properties
 */
export const getServiceProperties: Operation<Record<never, never>, ServiceProperties> = {
  name: "getServiceProperties",
  readOnly: true,
  request: () => ({ method: "GET", path: "/", query: "?restype=service&comp=properties", headers: xmlHeaders }),
  parse(response) {
    if (response.status !== 200) throw toServiceError(response, { operation: "getServiceProperties" });
    return readServiceProperties(parseXmlAnswer(response, "StorageServiceProperties"));
  },
};
