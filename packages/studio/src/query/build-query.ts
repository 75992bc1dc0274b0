import {
  type EntityClient,
  isTableError,
  type Query,
  type QueryPlan,
  type TableServiceView,
} from "@tablewright/runtime";
import type { EntityTypes } from "@tablewright/runtime/codegen/v1";
import type { RowQuery } from "../contract/query.js";
import type { AnySchema } from "../project/studio-project.js";
import { parseField } from "../values/field-text.js";
import { checkFilter } from "./check-filter.js";
import { conditionsOf } from "./conditions-of.js";

type AnyQuery = Query<EntityTypes, unknown>;
type Values = Readonly<Record<string, unknown>>;

/** Methods of the runtime's queries that narrow the RowKeys. A scan has them too at run time, but its type does not. */
interface RowKeys {
  startsWith(prefix: object): AnyQuery;
  between(range: object): AnyQuery;
}

/** Query of an entity, and the arguments from which the generated client would build it. The page shows them as code. */
export interface EntityQuery {
  readonly query: AnyQuery;
  /**
   * Values of all properties in the PartitionKey; undefined if the user gave no value for some of them, so that the whole table is scanned.
   */
  readonly partition: Values | undefined;
  /**
   * Values and ranges that determine several partitions, such as the months of a time; undefined if the query is of one partition or of all.
   */
  readonly partitions: Values | undefined;
  /** Prefix of the PartitionKeys to scan, from the values of their first properties; undefined if there is none. */
  readonly partitionKeyPrefix: string | undefined;
  /** Values of the first properties in the RowKey, the last one possibly a range; undefined if there are none. */
  readonly rowKey: Values | undefined;
  readonly hasRange: boolean;
  readonly where: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Builds the query of an entity. Values for all properties of the PartitionKey select a partition, and values for the first properties of
 * the RowKey select RowKeys. Any other value becomes a condition.
 * @throws TableError `query.*`, `value.*`, `key.*`
 */
export function buildEntityQuery(service: TableServiceView, schema: AnySchema, query: RowQuery): EntityQuery {
  const client = service.entities({ $schema: schema }) as unknown as EntityClient<EntityTypes>;
  const values = Object.fromEntries(query.keys.map(([name, text]) => [name, parseField(schema, name, text)]));
  const partition = pick(namesOf(schema.partitionParts), values);
  const rowNames = namesOf(schema.rowParts);
  const prefix = leading(rowNames, values);
  const conditions = query.where.flatMap((condition) => conditionsOf(schema, condition));
  const several =
    partition === undefined ? findPartitions(client, schema, values, conditions, query.expired) : undefined;
  const scanned = partition === undefined && several === undefined ? partitionPrefix(schema, values) : undefined;
  const used = new Set([
    ...Object.keys(partition ?? several?.partitions ?? {}),
    ...Object.keys(prefix),
    ...(scanned?.names ?? []),
  ]);
  const rest = Object.entries(values).flatMap(([name, value]) => (used.has(name) ? [] : [{ [name]: value }]));
  const options = query.expired ? { expired: true } : {};
  const ofScan = { ...options, ...(scanned !== undefined && { partitionKeyPrefix: scanned.text }) };
  const start = (several?.query ??
    (partition === undefined ? client.scan(ofScan) : client.query(partition, options))) as AnyQuery;
  const next = rowNames.find((name) => !Object.hasOwn(prefix, name));
  const ranged = narrow(start, prefix, next, conditions);
  const where = [...rest, ...ranged.conditions];
  let built = where.reduce<AnyQuery>((narrowed, condition) => narrowed.where(condition), ranged.query);
  if (query.filter !== undefined && query.filter.trim() !== "") {
    checkFilter(schema, query.filter);
    built = built.where({ $odata: query.filter });
  }
  return {
    query: built,
    partition,
    partitions: several?.partitions,
    partitionKeyPrefix: scanned?.text,
    rowKey: ranged.rowKey,
    hasRange: ranged.hasRange,
    where,
  };
}

/**
 * Returns the query of the partitions that values and bounds determine together, such as those of a device between two times; undefined if
 * they determine none. The conditions stay, because a partition also has rows outside of the bounds.
 */
function findPartitions(
  client: EntityClient<EntityTypes>,
  schema: AnySchema,
  values: Values,
  conditions: readonly Values[],
  expired = false,
): { readonly query: AnyQuery; readonly partitions: Values } | undefined {
  const names = namesOf(schema.partitionParts);
  const partitions: Record<string, unknown> = {};
  for (const name of names) {
    const bounds = uniqueBounds(name, conditions).map((condition) => condition[name]);
    if (Object.hasOwn(values, name)) partitions[name] = values[name];
    else if (bounds.length > 0) partitions[name] = Object.assign({}, ...bounds);
  }
  if (Object.keys(partitions).length === 0) return undefined;
  try {
    const query = client.queryPartitions(partitions as never, expired ? { expired } : {}) as AnyQuery;
    query.explain();
    return { query, partitions };
  } catch (error) {
    // The PartitionKey has neither a bucket nor a shard, or values are missing to list its partitions.
    if (isTableError(error)) return undefined;
    throw error;
  }
}

/**
 * Returns the prefix that the PartitionKeys of the given values have, and the names of the properties that it determines; undefined if the
 * first property has no value.
 */
function partitionPrefix(
  { partitionParts }: AnySchema,
  values: Values,
): { readonly text: string; readonly names: readonly string[] } | undefined {
  const names: string[] = [];
  let text = "";
  let isGiven = false;
  for (const part of partitionParts) {
    if (typeof part === "string") text += part;
    else if (!Object.hasOwn(values, part.field)) break;
    else {
      text += part.encode(values[part.field]);
      isGiven = true;
      // Several values have the text of a derived part, such as the month of a time.
      if (!part.isDerived) names.push(part.field);
    }
  }
  return isGiven ? { text, names } : undefined;
}

/**
 * Narrows a query to a range of RowKeys. If conditions bound the property `next`, and its texts in the key sort like its values, these
 * bounds become part of the range, and the conditions are left out.
 * @param prefix the values of the first properties in the RowKey
 * @param next the name of the first property in the RowKey without a value; undefined if all have one
 */
function narrow(query: AnyQuery, prefix: Values, next: string | undefined, conditions: readonly Values[]) {
  const { rowKey } = query as unknown as { readonly rowKey: RowKeys };
  const bounds = next === undefined ? [] : uniqueBounds(next, conditions);
  if (next !== undefined && bounds.length > 0) {
    const range = { ...prefix, [next]: Object.assign({}, ...bounds.map((bound) => bound[next])) };
    try {
      const others = conditions.filter((condition) => !bounds.includes(condition));
      return { query: rowKey.between(range), rowKey: range, hasRange: true, conditions: others };
    } catch (error) {
      // The property's texts in the key do not sort like its values, so a range is not possible.
      if (!isTableError(error, "query.invalid-option")) throw error;
    }
  }
  const narrowed = rowKey.startsWith(prefix);
  const hasPrefix = Object.keys(prefix).length > 0;
  return { query: narrowed, rowKey: hasPrefix ? prefix : undefined, hasRange: false, conditions };
}

/**
 * Returns the conditions that bound a property by `gt`, `ge`, `lt` or `le`: the first one for each operator. Further bounds with the same
 * operator cannot become part of the key range, so they stay conditions.
 */
function uniqueBounds(name: string, conditions: readonly Values[]): Values[] {
  const found = new Map<string, Values>();
  for (const condition of conditions) {
    const bound = condition[name];
    if (!isBound(bound)) continue;
    const [operator = ""] = Object.keys(bound as object);
    if (!found.has(operator)) found.set(operator, condition);
  }
  return [...found.values()];
}

function isBound(condition: unknown): boolean {
  if (typeof condition !== "object" || condition === null) return false;
  return Object.keys(condition).every((operator) => ["gt", "ge", "lt", "le"].includes(operator));
}

/** Returns the names of the properties in a key, in order and without duplicates. */
function namesOf(parts: AnySchema["rowParts"]): string[] {
  return [...new Set(parts.flatMap((part) => (typeof part === "string" ? [] : part.field)))];
}

/** Returns the values of these properties; undefined if one of them has no value. */
function pick(names: readonly string[], values: Values): Values | undefined {
  if (!names.every((name) => Object.hasOwn(values, name))) return undefined;
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** Returns the values of these properties up to the first one without a value. */
function leading(names: readonly string[], values: Values): Values {
  const missing = names.findIndex((name) => !Object.hasOwn(values, name));
  const given = missing < 0 ? names : names.slice(0, missing);
  return Object.fromEntries(given.map((name) => [name, values[name]]));
}

/** Returns true if the service has to read many rows to find those that match the query. */
export function isScan({ access }: QueryPlan): boolean {
  return access === "table scan" || access === "partition range" || access === "partition scan";
}
