import { authorizeEntities } from "../auth/grant.js";
import type { EdmValue } from "../edm/edm-value.js";
import { ServiceError } from "../errors/service-error.js";
import { readEntity } from "../odata/read-entity.js";
import { entityToStore } from "../odata/write-entity.js";
import { checkEntitySize } from "../rules/entity-size.js";
import type { Call, Reply } from "../service/call.js";
import type { OperationName } from "../service/operation-name.js";
import { checkCondition, ifMatchOf, keysOf, requestTicks, requireJsonBody, tableOf } from "./entity-call.js";
import type { Operation } from "./operation.js";

/** https://learn.microsoft.com/rest/api/storageservices/update-entity2 */
export const replaceEntity = update("replace", true, false);
/** https://learn.microsoft.com/rest/api/storageservices/merge-entity */
export const mergeEntity = update("merge", true, true);
/** https://learn.microsoft.com/rest/api/storageservices/insert-or-replace-entity */
export const insertOrReplaceEntity = update("insertOrReplace", false, false);
/** https://learn.microsoft.com/rest/api/storageservices/insert-or-merge-entity */
export const insertOrMergeEntity = update("insertOrMerge", false, true);

function update(name: OperationName, conditional: boolean, merges: boolean): Operation {
  return { name, writes: true, run: (call) => run(call, conditional, merges) };
}

/** The keys are those of the URL: the body has to carry keys, but other ones there are ignored. */
function run(call: Call, conditional: boolean, merges: boolean): Reply {
  const { store, limits, dialect } = call.environment;
  const keys = keysOf(call);
  const ifMatch = ifMatchOf(call);
  const table = store.table(tableOf(call));
  authorizeEntities(call.grant, conditional ? "u" : "au", table.name, keys);
  requireJsonBody(call);
  const body = readEntity(call.body, limits);
  const stored = table.get(keys.partitionKey, keys.rowKey);
  if (conditional) {
    if (stored === undefined) throw new ServiceError("ResourceNotFound");
    checkCondition(ifMatch ?? "*", stored);
  }
  const properties = ordered(
    merges && stored !== undefined ? [...stored.properties, ...body.properties] : body.properties,
  );
  checkEntitySize(keys.partitionKey, keys.rowKey, properties, limits);
  const ticks = requestTicks(call);
  const entity = entityToStore(keys, ticks, properties, dialect);
  store.writable(table.name).put(entity);
  return { status: 204, headers: ["ETag", entity.etag] };
}

/** An update leaves the properties in ordinal order, where an insert keeps the order of the request. */
function ordered(entries: Iterable<readonly [string, EdmValue]>): Map<string, EdmValue> {
  const latest = new Map(entries);
  return new Map([...latest].sort(([one], [other]) => (one < other ? -1 : 1)));
}
