import type { Operation } from "../../http/operation.js";
import { xmlHeaders } from "../../odata/headers.js";
import { parseXmlResponse } from "../../response/read-xml-body.js";
import { toServiceError } from "../../response/to-service-error.js";
import { loadXmlParser } from "../../xml/parse-xml.js";
import type { ServiceProperties } from "../../xml/service-properties.js";
import { readServiceProperties } from "../../xml/service-properties-xml.js";

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
