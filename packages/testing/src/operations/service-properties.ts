import { authorizeAccount, authorizeOwner } from "../auth/grant.js";
import { ServiceError } from "../errors/service-error.js";
import { parseAccessPolicies, writeAccessPolicies } from "../xml/access-policies.js";
import { updatedProperties, writeProperties } from "../xml/service-properties.js";
import { type Operation, type Reply, tableOf } from "./call.js";

/** Returns a reply with an XML document. The service begins its documents with a byte order mark. */
function xmlReply(root: string): Reply {
  return {
    status: 200,
    contentType: "application/xml",
    body: `\ufeff<?xml version="1.0" encoding="utf-8"?>${root}`,
  };
}

/**
 * Get Table Service Properties: returns logging, metrics and CORS rules.
 * https://learn.microsoft.com/rest/api/storageservices/get-table-service-properties
 */
export const getProperties: Operation = {
  name: "getProperties",
  writes: false,
  run(call) {
    authorizeAccount(call.grant, "s", "r");
    return xmlReply(writeProperties(call.environment.store.properties));
  },
};

/**
 * Set Table Service Properties: replaces the sections that the body contains.
 * https://learn.microsoft.com/rest/api/storageservices/set-table-service-properties
 */
export const setProperties: Operation = {
  name: "setProperties",
  writes: true,
  run(call) {
    authorizeAccount(call.grant, "s", "w");
    const { store, limits } = call.environment;
    store.properties = updatedProperties(store.properties, call.body, limits);
    return { status: 202 };
  },
};

/**
 * Get Table Service Stats: returns the state of replication, which only the secondary knows.
 * https://learn.microsoft.com/rest/api/storageservices/get-table-service-stats
 */
export const getStatistics: Operation = {
  name: "getStatistics",
  writes: false,
  run(call) {
    authorizeAccount(call.grant, "s", "r");
    if (!call.secondary) throw new ServiceError("InvalidQueryParameterValue");
    const time = new Date(call.environment.clock.now()).toUTCString();
    return xmlReply(
      `<StorageServiceStats><GeoReplication><Status>live</Status><LastSyncTime>${time}</LastSyncTime></GeoReplication></StorageServiceStats>`,
    );
  },
};

/**
 * Get Table ACL: returns the access policies of a table.
 * https://learn.microsoft.com/rest/api/storageservices/get-table-acl
 */
export const getAccessPolicies: Operation = {
  name: "getAccessPolicies",
  writes: false,
  run(call) {
    authorizeOwner(call.grant);
    return xmlReply(writeAccessPolicies(call.environment.store.table(tableOf(call)).accessPolicies));
  },
};

/**
 * Set Table ACL: replaces the access policies of a table.
 * https://learn.microsoft.com/rest/api/storageservices/set-table-acl
 */
export const setAccessPolicies: Operation = {
  name: "setAccessPolicies",
  writes: true,
  run(call) {
    authorizeOwner(call.grant);
    const { store, limits } = call.environment;
    store.table(tableOf(call));
    const policies = parseAccessPolicies(call.body, limits);
    store.writable(tableOf(call)).accessPolicies = policies;
    return { status: 204 };
  },
};
