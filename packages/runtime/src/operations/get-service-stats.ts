import { toServiceError } from "../odata/error-body.js";
import { child, textOf } from "../xml/parse-xml.js";
import type { Operation } from "./operation.js";
import { parseXmlAnswer } from "./parse-xml-answer.js";
import type { ServiceStats } from "./service-properties.js";
import { xmlHeaders } from "./xml-headers.js";

/**
 * Get Table Service Stats: of accounts with a readable secondary, which alone answers it.
 * @see https://learn.microsoft.com/rest/api/storageservices/get-table-service-stats
 */
export const getServiceStats: Operation<Record<never, never>, ServiceStats> = {
  name: "getServiceStats",
  readOnly: true,
  secondaryOnly: true,
  request: () => ({ method: "GET", path: "/", query: "?restype=service&comp=stats", headers: xmlHeaders }),
  parse(response) {
    if (response.status !== 200) throw toServiceError(response, { operation: "getServiceStats" });
    const replication = child(parseXmlAnswer(response, "StorageServiceStats"), "GeoReplication");
    const time = Date.parse(textOf(child(replication, "LastSyncTime")) ?? "");
    return {
      status: textOf(child(replication, "Status")) ?? "unavailable",
      lastSyncTime: Number.isNaN(time) ? undefined : new Date(time),
    };
  },
};
