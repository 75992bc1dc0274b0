import { toServiceError } from "../odata/error-body.js";
import { checkServiceProperties } from "./check-service-properties.js";
import type { Operation } from "./operation.js";
import type { ServiceProperties } from "./service-properties.js";
import { writeServiceProperties } from "./service-properties-xml.js";
import { xmlBodyHeaders } from "./xml-headers.js";

/**
 * Set Table Service Properties: what is absent stays as it is.
 * @see https://learn.microsoft.com/rest/api/storageservices/set-table-service-properties
 */
export const setServiceProperties: Operation<ServiceProperties, void> = {
  name: "setServiceProperties",
  readOnly: false,
  request(properties) {
    checkServiceProperties(properties);
    return {
      method: "PUT",
      path: "/",
      query: "?restype=service&comp=properties",
      headers: xmlBodyHeaders,
      body: writeServiceProperties(properties),
    };
  },
  parse(response) {
    if (response.status !== 202) throw toServiceError(response, { operation: "setServiceProperties" });
  },
};
