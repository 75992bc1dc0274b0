import { authorizeEntities } from "../auth/grant.js";
import type { EdmValue } from "../edm/edm-value.js";
import { ServiceError } from "../errors/service-error.js";
import type { OperationName } from "../faults/fault-request.js";
import { checkEntitySize, readEntity } from "../odata/read-entity.js";
import { entityPath } from "../odata/resource-path.js";
import { propertiesOf } from "../odata/stored-properties.js";
import { entityToStore, writeEntity } from "../odata/write-entity.js";
import {
  type Call,
  checkCondition,
  createdReply,
  keysOf,
  type Operation,
  type Reply,
  readIfMatch,
  readPreference,
  requestTicks,
  requiredLevel,
  requireJsonBody,
  tableOf,
} from "./call.js";

/**
 * Insert Entity: stores a new entity. Rejects the entity if one with the same keys exists.
 * https://learn.microsoft.com/rest/api/storageservices/insert-entity
 */
export const insertEntity: Operation = {
  name: "insert",
  writes: true,
  run(call) {
    const { store, limits, account, dialect } = call.environment;
    const table = store.table(tableOf(call));
    if (readPreference(call) !== "return-no-content") requiredLevel(call);
    requireJsonBody(call);
    const body = call.inserted ?? readEntity(call.body, limits);
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

/**
 * Update Entity: replaces an existing entity.
 * https://learn.microsoft.com/rest/api/storageservices/update-entity2
 */
export const replaceEntity = update("replace", true, false);
/**
 * Merge Entity: changes some properties of an existing entity.
 * https://learn.microsoft.com/rest/api/storageservices/merge-entity
 */
export const mergeEntity = update("merge", true, true);
/**
 * Insert Or Replace Entity: stores an entity, in place of any with the same keys.
 * https://learn.microsoft.com/rest/api/storageservices/insert-or-replace-entity
 */
export const insertOrReplaceEntity = update("insertOrReplace", false, false);
/**
 * Insert Or Merge Entity: stores an entity, or changes some properties of the one with the same keys.
 * https://learn.microsoft.com/rest/api/storageservices/insert-or-merge-entity
 */
export const insertOrMergeEntity = update("insertOrMerge", false, true);

function update(name: OperationName, conditional: boolean, merges: boolean): Operation {
  return { name, writes: true, run: (call) => run(call, conditional, merges) };
}

/**
 * Updates or upserts the entity with the keys of the URL. The body may omit the keys; different keys in the body are ignored.
 * @param conditional true for an update: the entity must exist and match If-Match, if there is one
 * @param merges true to keep stored properties that the body omits
 */
function run(call: Call, conditional: boolean, merges: boolean): Reply {
  const { store, limits, dialect } = call.environment;
  const keys = keysOf(call);
  const ifMatch = readIfMatch(call);
  const table = store.table(tableOf(call));
  authorizeEntities(call.grant, conditional ? "u" : "au", table.name, keys);
  requireJsonBody(call);
  const body = readEntity(call.body, limits, keys);
  const stored = table.get(keys.partitionKey, keys.rowKey);
  if (conditional) {
    if (stored === undefined) throw new ServiceError("ResourceNotFound");
    checkCondition(ifMatch ?? "*", stored);
  }
  const properties = ordered(
    merges && stored !== undefined ? [...propertiesOf(stored), ...body.properties] : body.properties,
  );
  checkEntitySize(keys.partitionKey, keys.rowKey, properties, limits);
  const ticks = requestTicks(call);
  const entity = entityToStore(keys, ticks, properties, dialect, stored);
  store.writable(table.name).put(entity);
  return { status: 204, headers: ["ETag", entity.etag] };
}

/**
 * Returns the properties of an update in the ordinal order of their names. The last value of a repeated name counts. An insert keeps the
 * request's order.
 */
function ordered(entries: Iterable<readonly [string, EdmValue]>): Map<string, EdmValue> {
  const latest = new Map(entries);
  return new Map([...latest].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Delete Entity: deletes an entity if it matches If-Match, which is required.
 * https://learn.microsoft.com/rest/api/storageservices/delete-entity1
 */
export const deleteEntity: Operation = {
  name: "delete",
  writes: true,
  run(call) {
    const { store } = call.environment;
    const { partitionKey, rowKey } = keysOf(call);
    const ifMatch = readIfMatch(call);
    if (ifMatch === undefined)
      throw new ServiceError("MissingRequiredHeader", "Delete Entity requires an If-Match header.");
    const table = store.table(tableOf(call));
    authorizeEntities(call.grant, "d", table.name, { partitionKey, rowKey });
    const stored = table.get(partitionKey, rowKey);
    if (stored === undefined) throw new ServiceError("ResourceNotFound");
    checkCondition(ifMatch, stored);
    store.writable(table.name).delete(partitionKey, rowKey);
    return { status: 204 };
  },
};
