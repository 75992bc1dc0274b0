import { authorizeEntities } from "../auth/grant.js";
import { ServiceError } from "../errors/service-error.js";
import { entityPath } from "../odata/entity-path.js";
import { readEntity } from "../odata/read-entity.js";
import { entityToStore, writeEntity } from "../odata/write-entity.js";
import { createdReply, preferenceOf, requestTicks, requiredLevel, requireJsonBody, tableOf } from "./entity-call.js";
import type { Operation } from "./operation.js";

/** https://learn.microsoft.com/rest/api/storageservices/insert-entity */
export const insertEntity: Operation = {
  name: "insert",
  writes: true,
  run(call) {
    const { store, limits, account, dialect } = call.environment;
    const table = store.table(tableOf(call));
    if (preferenceOf(call) !== "return-no-content") requiredLevel(call);
    requireJsonBody(call);
    const body = readEntity(call.body, limits);
    authorizeEntities(call.grant, "a", table.name, body);
    if (table.get(body.partitionKey, body.rowKey) !== undefined) throw new ServiceError("EntityAlreadyExists");
    const ticks = requestTicks(call);
    const entity = entityToStore(body, ticks, body.properties, dialect);
    store.writable(table.name).put(entity);
    const location = `${call.endpoint}/${entityPath(tableOf(call), entity)}`;
    return createdReply(call, location, ["ETag", entity.etag], (level) =>
      writeEntity(entity, { level, account, dialect, endpoint: call.endpoint, table: tableOf(call) }),
    );
  },
};
