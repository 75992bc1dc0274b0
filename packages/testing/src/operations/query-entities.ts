import { authorizedRange, authorizeEntities } from "../auth/grant.js";
import { ServiceError } from "../errors/service-error.js";
import { cosmosFilterFunction } from "../filter/cosmos-filter.js";
import { type Comparable, filterFunction } from "../filter/filter.js";
import { type ScannedRange, scannedRange } from "../filter/scanned-range.js";
import type { Dialect } from "../odata/dialect.js";
import { propertyOf as storedProperty } from "../odata/stored-properties.js";
import { writeEntities, writeEntity } from "../odata/write-entity.js";
import type { StoredEntity } from "../storage/stored-entity.js";
import type { EntityPosition, Table } from "../storage/table.js";
import { type Call, keysOf, type Operation, requiredLevel, tableOf } from "./call.js";
import { checkOptions, filterOption, plannedPage, readToken, selectOption, writeToken } from "./query-options.js";

/**
 * Query Entities: returns one page of the entities that match the filter.
 * https://learn.microsoft.com/rest/api/storageservices/query-entities
 */
export const queryEntities: Operation = {
  name: "query",
  writes: false,
  run(call) {
    const { store, account, dialect } = call.environment;
    const table = store.table(tableOf(call));
    const level = requiredLevel(call);
    checkOptions(call);
    const inGrant = authorizedRange(call.grant, table.name);
    const filter = filterOption(call);
    const select = selectOption(call);
    const { size, emptyPage } = plannedPage(call, "query", table.name);
    const compile = dialect.comparesDocuments ? cosmosFilterFunction : filterFunction;
    const matches = filter === undefined ? () => true : compile(filter, propertyOf);
    const range = scannedRange(filter);
    const listing = dialect.listsByCreation
      ? byCreation(call, table, range)
      : table.from(later(range.from, continuation(call)));
    const page: StoredEntity[] = [];
    let next: StoredEntity | undefined;
    for (const entity of listing) {
      if (range.isPast(entity)) break;
      if (!inGrant(entity) || !matches(entity)) continue;
      if (page.length === size) {
        next = entity;
        break;
      }
      page.push(entity);
    }
    return {
      status: 200,
      headers: next === undefined ? [] : continuationHeaders(next, dialect, emptyPage),
      contentType: dialect.contentType(level),
      entities: page,
      body: writeEntities(page, { level, account, dialect, endpoint: call.endpoint, table: tableOf(call), select }),
    };
  },
};

/** Returns a property of an entity by name, including system properties; undefined if the entity lacks it. */
function propertyOf(entity: StoredEntity, property: string): Comparable | undefined {
  switch (property) {
    case "PartitionKey":
      return { type: "Edm.String", value: entity.partitionKey };
    case "RowKey":
      return { type: "Edm.String", value: entity.rowKey };
    case "Timestamp":
      return { type: "Edm.DateTime", value: entity.timestamp };
    default:
      return storedProperty(entity, property);
  }
}

/** Lists the entities of a key range in the order of their creation, as Cosmos DB does, from the request's continuation token on. */
function byCreation({ query }: Call, table: Table, range: ScannedRange): StoredEntity[] {
  const token = query.get("NextPartitionKey");
  const first = token === undefined ? 0n : readTicks(token);
  const found: StoredEntity[] = [];
  for (const entity of table.from(range.from)) {
    if (range.isPast(entity)) break;
    if (entity.created >= first) found.push(entity);
  }
  return found.sort((one, other) => (one.created < other.created ? -1 : 1));
}

function readTicks(token: string): bigint {
  const text = readToken(token);
  if (!/^\d+$/.test(text)) throw new ServiceError("InvalidInput");
  return BigInt(text);
}

function continuation({ query }: Call): EntityPosition | undefined {
  const partitionKey = query.get("NextPartitionKey");
  const rowKey = query.get("NextRowKey");
  if (partitionKey === undefined) return undefined;
  return { partitionKey: readToken(partitionKey), rowKey: rowKey === undefined ? "" : readToken(rowKey) };
}

function later(one: EntityPosition, other: EntityPosition | undefined): EntityPosition {
  if (other === undefined || other.partitionKey < one.partitionKey) return one;
  return other.partitionKey === one.partitionKey && other.rowKey < one.rowKey ? one : other;
}

/**
 * Returns the header fields with which a client continues the query at this entity.
 * @param emptyPage the number of the empty page, which makes its token unique; undefined if no fault empties the page
 */
function continuationHeaders(
  { partitionKey, rowKey, created }: StoredEntity,
  { listsByCreation }: Dialect,
  emptyPage: number | undefined,
): string[] {
  const first = writeToken(listsByCreation ? String(created) : partitionKey, emptyPage);
  const second = listsByCreation ? "NA" : writeToken(rowKey);
  return ["x-ms-continuation-NextPartitionKey", first, "x-ms-continuation-NextRowKey", second];
}

/**
 * Reads one entity by its keys.
 * https://learn.microsoft.com/rest/api/storageservices/query-entities
 */
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
