import { ServiceError } from "../errors/service-error.js";
import type { HeaderFields } from "../http/http-message.js";
import type { Dialect } from "../odata/dialect.js";
import type { Target } from "../odata/resource-path.js";
import type { Call, Operation } from "./call.js";
import {
  deleteEntity,
  insertEntity,
  insertOrMergeEntity,
  insertOrReplaceEntity,
  mergeEntity,
  replaceEntity,
} from "./entity-writes.js";
import { getEntity, queryEntities } from "./query-entities.js";
import { queryTables } from "./query-tables.js";
import {
  getAccessPolicies,
  getProperties,
  getStatistics,
  setAccessPolicies,
  setProperties,
} from "./service-properties.js";
import { createTable, deleteTable, getTable } from "./tables.js";

/** Returns the operation that one request in a batch asks for. */
export function routeCall({ method, target, query, headers, environment }: Call): Operation {
  return routeOperation(method, target, query, headers, environment.dialect);
}

/**
 * Returns the operation that an HTTP method asks for on a resource. The result is never the operation of a transaction or a preflight
 * request.
 */
export function routeOperation(
  method: string,
  target: Target,
  query: ReadonlyMap<string, string>,
  headers: HeaderFields,
  dialect: Dialect,
): Operation {
  if (!dialect.hasStorageOperations) {
    if (method === "PATCH") throw new ServiceError("InvalidInput", "One of the input values is invalid.");
    if (query.has("comp")) throw new ServiceError("NotImplemented", "The requested operation is not supported.");
    const isUpdate = method === "PUT" || method === "MERGE";
    if (isUpdate && headers.get("accept") === "*/*") throw new ServiceError("MediaTypeNotSupported");
  }
  const operation = find(method, target, query, headers.has("if-match"));
  if (operation === undefined) throw new ServiceError("MethodNotAllowed");
  return operation;
}

function find(
  method: string,
  target: Target,
  query: ReadonlyMap<string, string>,
  conditional: boolean,
): Operation | undefined {
  switch (target.kind) {
    case "service":
      return serviceOperation(method, query);
    case "tables":
      return { GET: queryTables, POST: createTable }[method];
    case "table":
      return { GET: getTable, DELETE: deleteTable }[method];
    case "entities":
      if (query.get("comp") === "acl") {
        return { GET: getAccessPolicies, HEAD: getAccessPolicies, PUT: setAccessPolicies }[method];
      }
      return { GET: queryEntities, POST: insertEntity }[method];
    case "entity": {
      const merge = conditional ? mergeEntity : insertOrMergeEntity;
      const put = conditional ? replaceEntity : insertOrReplaceEntity;
      return { GET: getEntity, PUT: put, MERGE: merge, PATCH: merge, DELETE: deleteEntity }[method];
    }
    case "belowTable":
      // Errors that the real service returns to a client whose endpoint includes the name of a table, as recorded.
      if (method === "POST") throw new ServiceError("PropertiesNeedValue");
      throw new ServiceError(method === "GET" ? "NotImplemented" : "InvalidInput");
    case "batch":
      return undefined;
  }
}

function serviceOperation(method: string, query: ReadonlyMap<string, string>): Operation | undefined {
  if (query.get("restype") !== "service") throw new ServiceError("InvalidUri");
  switch (query.get("comp")) {
    case "properties":
      return { GET: getProperties, PUT: setProperties }[method];
    case "stats":
      return { GET: getStatistics }[method];
    default:
      throw new ServiceError("InvalidQueryParameterValue");
  }
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "MERGE", "PATCH", "DELETE", "OPTIONS"]);

/** Returns the method that a request asks for: the one in `X-HTTP-Method`, which a client may send with POST, or else the request's own. */
export function effectiveMethod(method: string, headers: HeaderFields): string {
  const tunnelled = headers.get("x-http-method");
  if (!methods.has(method)) throw new ServiceError("MethodNotAllowed");
  if (tunnelled === undefined) return method;
  if (method !== "POST") throw new ServiceError("XMethodNotUsingPost");
  if (!["MERGE", "PATCH", "PUT", "DELETE"].includes(tunnelled)) throw new ServiceError("XMethodIncorrectValue");
  return tunnelled;
}
