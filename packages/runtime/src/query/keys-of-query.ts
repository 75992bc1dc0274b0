import type { KeyPart } from "../codec/keys/key-part.js";
import { invalidQuery } from "../errors/table-error.js";
import type { EntityReader } from "./entity-reader.js";
import { intersect, type TextRange } from "./filter/filter.js";
import type { KeyScope, PartitionScope } from "./key-scope.js";
import { maxPartitions, partitionKeysOfWhere, rowKeysOfWhere, type WhereKeys } from "./keys-of-where.js";
import type { PagedRows } from "./query.js";
import { QueryBuilder } from "./query-builder.js";
import { tableRowReader } from "./table-query.js";

/** Keys that a query reads. */
export interface QueryKeys {
  readonly partitionKey: PartitionScope;
  /** RowKeys in each of these partitions. */
  readonly rowKey: KeyScope;
}

/** Returns the keys that a query reads, for tools that read them in another way. */
export function keysOfQuery(query: object): QueryKeys {
  const state = QueryBuilder.stateOf(query);
  if (state === undefined) throw invalidQuery("keysOfQuery needs a query of this package.");
  const { partitionKey, rowKey } = state;
  return { partitionKey, rowKey };
}

/** Queries that together read the rows that a condition allows by its keys. */
export interface KeyedQueries<Q> {
  /** One query for each partition or range of PartitionKeys. No row is in two of them. */
  readonly queries: readonly Q[];
  /** Properties whose conditions the keys meet exactly. The queries do not filter by the other ones. */
  readonly covered: ReadonlySet<string>;
}

/**
 * Divides a scan by the keys that a condition allows: the same keys for which `where` plans, but several ranges too. Returns undefined if the
 * condition does not limit the PartitionKeys.
 * @param query scan of an entity class; if it reads in parallel, so does its only range
 * @param where condition on the properties of the entity, as `where` takes it
 */
export function queriesByKeys<Q extends PagedRows<unknown>>(query: Q, where: object): KeyedQueries<Q> | undefined {
  const state = QueryBuilder.stateOf(query);
  const schema = state?.reader.schema;
  if (state === undefined || schema === undefined) throw invalidQuery("queriesByKeys needs a scan of an entity class.");
  const { partitionKey: chosen } = state;
  const only = "eq" in chosen ? chosen : constantKey(schema.partitionParts);
  const partitions: WhereKeys | undefined = only
    ? { scopes: [only], covered: new Set(), matches: undefined }
    : partitionKeysOfWhere(schema, where, maxPartitions);
  if (partitions === undefined) return undefined;
  const { scopes } = partitions;
  const rows = scopes.every((scope) => "eq" in scope) ? rowKeysOfWhere(schema, where) : undefined;
  if ("eq" in chosen && rows === undefined) return undefined;
  const [within] = rows?.scopes ?? [];
  const { readInParallel: _, ...single } = state;
  const base = scopes.length === 1 ? state : single;
  const queries = scopes.map((scope) => {
    const partitionKey = narrow(state.partitionKey as KeyScope, scope);
    const rowKey = within === undefined ? state.rowKey : narrow(state.rowKey, within);
    const isRowKeyChosen = state.isRowKeyChosen || within !== undefined;
    const matches = rows?.matches ?? state.matches;
    return QueryBuilder.withState(query, {
      ...base,
      partitionKey,
      isPartitionKeyChosen: true,
      rowKey,
      isRowKeyChosen,
      matches,
    });
  });
  return { queries, covered: new Set([...partitions.covered, ...(rows?.covered ?? [])]) };
}

/** Returns the PartitionKey of an entity class whose PartitionKeys contain no property; undefined for any other. */
function constantKey(parts: readonly KeyPart[]): KeyScope | undefined {
  return parts.every((part) => typeof part === "string") ? { eq: parts.join("") } : undefined;
}

function narrow(chosen: KeyScope, scope: KeyScope): KeyScope {
  if ("eq" in chosen) return chosen;
  return "eq" in scope ? scope : intersect(chosen as TextRange, scope);
}

/**
 * Returns the same query with only the keys in its responses, from which the values of these properties are read. The responses have no
 * metadata, and the rows no ETags. Returns undefined if the keys do not give all of the properties.
 * @param query query of an entity class, or of `service.table(name)`
 * @param names properties to read; none for a table, of whose rows the keys are all that is read
 * @throws TableError `query.unknown-property`
 */
export function selectFromKeys<Q extends object>(query: Q, names: readonly string[]): Q | undefined {
  const state = QueryBuilder.stateOf(query);
  if (state === undefined) throw invalidQuery("selectFromKeys needs a query of this package.");
  const { reader } = state;
  if (reader.reads === "table rows" && names.length === 0) {
    const keys = tableRowReader(reader.table, ["PartitionKey", "RowKey"]);
    return QueryBuilder.withState(query, { ...state, reader: { ...keys, metadata: "none", isExact: false } });
  }
  if (reader.reads !== "entities") return undefined;
  const selected = (reader as EntityReader<unknown>).selecting(names, "from keys");
  if (selected.select?.length !== reader.counted().select?.length) return undefined;
  return QueryBuilder.withState(query, { ...state, reader: selected.withoutETags() });
}
