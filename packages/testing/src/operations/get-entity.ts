import { authorizeEntities } from "../auth/grant.js";
import { ServiceError } from "../errors/service-error.js";
import { writeEntity } from "../odata/write-entity.js";
import { keysOf, requiredLevel, tableOf } from "./entity-call.js";
import type { Operation } from "./operation.js";
import { selectOption } from "./query-options.js";

/** https://learn.microsoft.com/rest/api/storageservices/query-entities: one entity by its keys. */
export const getEntity: Operation = {
  name: "get",
  writes: false,
  run(call) {
    const { store, account, dialect } = call.environment;
    const keys = keysOf(call);
    const table = store.table(tableOf(call));
    const level = requiredLevel(call);
    authorizeEntities(call.grant, "r", table.name, keys);
    const entity = table.get(keys.partitionKey, keys.rowKey);
    if (entity === undefined) throw new ServiceError("ResourceNotFound");
    const select = selectOption(call);
    return {
      status: 200,
      headers: ["ETag", entity.etag],
      contentType: dialect.contentType(level),
      body: writeEntity(entity, { level, account, dialect, endpoint: call.endpoint, table: tableOf(call), select }),
    };
  },
};
