import { xmlBodyHeaders } from "../http/headers.js";
import type { Operation } from "../http/operation.js";
import { toServiceError } from "../rest/to-service-error.js";
import { checkServiceProperties } from "./check-service-properties.js";
import type { ServiceProperties } from "./service-properties.js";
import { writeServiceProperties } from "./service-properties-xml.js";

/**
 * Set Table Service Properties. Settings that are absent from the input stay as they are.
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
