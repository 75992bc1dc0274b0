import type { Operation } from "../../http/operation.js";
import { xmlBodyHeaders } from "../../odata/headers.js";
import { toServiceError } from "../../response/to-service-error.js";
import { checkServiceProperties } from "../../xml/check-service-properties.js";
import type { ServiceProperties } from "../../xml/service-properties.js";
import { writeServiceProperties } from "../../xml/service-properties-xml.js";

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
