import { authorizeEntities } from "../auth/grant.js";
import { ServiceError } from "../errors/service-error.js";
import { checkCondition, ifMatchOf, keysOf, tableOf } from "./entity-call.js";
import type { Operation } from "./operation.js";

/** https://learn.microsoft.com/rest/api/storageservices/delete-entity1 */
export const deleteEntity: Operation = {
  name: "delete",
  writes: true,
  run(call) {
    const { store } = call.environment;
    const { partitionKey, rowKey } = keysOf(call);
    const ifMatch = ifMatchOf(call);
    if (ifMatch === undefined)
      throw new ServiceError("MissingRequiredHeader", "Delete Entity needs an If-Match header.");
    const table = store.table(tableOf(call));
    authorizeEntities(call.grant, "d", table.name, { partitionKey, rowKey });
    const stored = table.get(partitionKey, rowKey);
    if (stored === undefined) throw new ServiceError("ResourceNotFound");
    checkCondition(ifMatch, stored);
    store.writable(table.name).delete(partitionKey, rowKey);
    return { status: 204 };
  },
};
