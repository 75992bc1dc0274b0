import { xmlHeaders } from "../http/headers.js";
import type { Operation } from "../http/operation.js";
import { loadXmlParser } from "../http/parse-xml.js";
import { parseXmlResponse } from "../rest/read-xml-body.js";
import { toServiceError } from "../rest/to-service-error.js";
import type { ServiceProperties } from "./service-properties.js";
import { readServiceProperties } from "./service-properties-xml.js";

/**
 * Get Table Service Properties.
 * @see https://learn.microsoft.com/rest/api/storageservices/get-table-service-properties
 */
export const getServiceProperties: Operation<Record<never, never>, ServiceProperties> = {
  name: "getServiceProperties",
  readOnly: true,
  prepare: loadXmlParser,
  request: () => ({ method: "GET", path: "/", query: "?restype=service&comp=properties", headers: xmlHeaders }),
  parse(response) {
    if (response.status !== 200) throw toServiceError(response, { operation: "getServiceProperties" });
    return readServiceProperties(parseXmlResponse(response, "StorageServiceProperties"));
  },
};
