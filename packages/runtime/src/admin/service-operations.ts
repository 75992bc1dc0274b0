import { xmlBodyHeaders, xmlHeaders } from "../http/headers.js";
import type { Operation } from "../http/operation.js";
import { child, loadXmlParser, textOf } from "../http/parse-xml.js";
import { dateAt, parseTime } from "../platform/time.js";
import { toServiceError } from "../rest/to-service-error.js";
import { checkServiceProperties } from "./check-service-properties.js";
import type { ServiceProperties, ServiceStats } from "./service-properties.js";
import { readServiceProperties, writeServiceProperties } from "./service-properties-xml.js";
import { parseXmlResponse } from "./xml.js";

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

/**
 * Get Table Service Stats. Only the secondary responds to it, so it works only for accounts with a readable secondary.
 * @see https://learn.microsoft.com/rest/api/storageservices/get-table-service-stats
 */
export const getServiceStats: Operation<Record<never, never>, ServiceStats> = {
  name: "getServiceStats",
  readOnly: true,
  secondaryOnly: true,
  prepare: loadXmlParser,
  request: () => ({ method: "GET", path: "/", query: "?restype=service&comp=stats", headers: xmlHeaders }),
  parse(response) {
    if (response.status !== 200) throw toServiceError(response, { operation: "getServiceStats" });
    const replication = child(parseXmlResponse(response, "StorageServiceStats"), "GeoReplication");
    const time = parseTime(textOf(child(replication, "LastSyncTime")) ?? "");
    return {
      status: textOf(child(replication, "Status")) ?? "unavailable",
      lastSyncTime: Number.isNaN(time) ? undefined : dateAt(time),
    };
  },
};
