import { authorizeOwner } from "../auth/grant.js";
import { parseAccessPolicies, writeAccessPolicies } from "../xml/access-policies.js";
import { tableOf } from "./entity-call.js";
import type { Operation } from "./operation.js";
import { xmlReply } from "./service-properties.js";

/** https://learn.microsoft.com/rest/api/storageservices/get-table-acl */
export const getAccessPolicies: Operation = {
  name: "getAccessPolicies",
  writes: false,
  run(call) {
    authorizeOwner(call.grant);
    return xmlReply(writeAccessPolicies(call.environment.store.table(tableOf(call)).accessPolicies));
  },
};

/** https://learn.microsoft.com/rest/api/storageservices/set-table-acl */
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
