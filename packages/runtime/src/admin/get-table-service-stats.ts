import { xmlHeaders } from "../http/headers.js";
import type { Operation } from "../http/operation.js";
import { child, loadXmlParser, textOf } from "../http/parse-xml.js";
import { dateAt, parseTime } from "../platform/time.js";
import { parseXmlResponse } from "../rest/read-xml-body.js";
import { toServiceError } from "../rest/to-service-error.js";
import type { ServiceStats } from "./service-properties.js";

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
