import {
  type EntityClient,
  isTableError,
  type Query,
  type QueryPlan,
  type TableServiceView,
} from "@tablewright/runtime";
import type { EntityTypes } from "@tablewright/runtime/codegen/v1";
import type { Condition, RowQuery } from "../contract/query.js";
import type { AnySchema } from "../project/studio-project.js";
import { parseField } from "../values/value-text.js";

type AnyQuery = Query<EntityTypes, unknown>;
type Values = Readonly<Record<string, unknown>>;

/** Methods that narrow the RowKeys. The query of a scan has them too. */
interface RowKeys {
  startsWith(prefix: object): AnyQuery;
  between(range: object): AnyQuery;
}

/** Parts of a query of an entity as the generated client takes them. */
export interface EntityQuery {
  readonly query: AnyQuery;
  /** Values of the PartitionKey; undefined if some of its parts have none, so that the table is scanned. */
  readonly partition: Values | undefined;
  /** Values of the leading parts of the RowKey, the last of them possibly a range. */
  readonly rowKey: Values | undefined;
  readonly hasRange: boolean;
  readonly where: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Builds the query of an entity. Values of leading key parts choose partition and RowKeys; all others are conditions.
 * @throws TableError `query.*`, `value.*`, `key.*`
 */
export function buildEntityQuery(service: TableServiceView, schema: AnySchema, query: RowQuery): EntityQuery {
  const client = service.entities({ $schema: schema }) as unknown as EntityClient<EntityTypes>;
  const values = Object.fromEntries(query.keys.map(([name, text]) => [name, parseField(schema, name, text)]));
  const partition = pick(namesOf(schema.partitionParts), values);
  const rowNames = namesOf(schema.rowParts);
  const prefix = leading(rowNames, values);
  const used = new Set([...Object.keys(partition ?? {}), ...Object.keys(prefix)]);
  const rest = Object.entries(values).flatMap(([name, value]) => (used.has(name) ? [] : [{ [name]: value }]));
  const conditions = query.where.map((condition) => conditionOf(schema, condition));
  const start = (partition === undefined ? client.scan() : client.query(partition)) as AnyQuery;
  const next = rowNames.find((name) => !Object.hasOwn(prefix, name));
  const ranged = narrow(start, prefix, next, conditions);
  const where = [...rest, ...ranged.conditions];
  let built = where.reduce<AnyQuery>((narrowed, condition) => narrowed.where(condition), ranged.query);
  if (query.filter !== undefined && query.filter.trim() !== "") built = built.where({ $odata: query.filter });
  return { query: built, partition, rowKey: ranged.rowKey, hasRange: ranged.hasRange, where };
}

/** Narrows the RowKeys, by a range of the next part if it has an order. */
function narrow(query: AnyQuery, prefix: Values, next: string | undefined, conditions: readonly Values[]) {
  const { rowKey } = query as unknown as { readonly rowKey: RowKeys };
  const bounds = next === undefined ? [] : uniqueBounds(next, conditions);
  if (next !== undefined && bounds.length > 0) {
    const range = { ...prefix, [next]: Object.assign({}, ...bounds.map((bound) => bound[next])) };
    try {
      const others = conditions.filter((condition) => !bounds.includes(condition));
      return { query: rowKey.between(range), rowKey: range, hasRange: true, conditions: others };
    } catch (error) {
      // The texts of the part do not sort like its values.
      if (!isTableError(error, "query.invalid-option")) throw error;
    }
  }
  const narrowed = rowKey.startsWith(prefix);
  const hasPrefix = Object.keys(prefix).length > 0;
  return { query: narrowed, rowKey: hasPrefix ? prefix : undefined, hasRange: false, conditions };
}

/** Returns the bounds of a part, each operator once. A second one stays a condition. */
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

function conditionOf(schema: AnySchema, { property, operator, text }: Condition): Record<string, unknown> {
  return { [property]: { [operator]: parseField(schema, property, text) } };
}

/** Returns the names of a key's properties, in order and each once. */
function namesOf(parts: AnySchema["rowParts"]): string[] {
  return [...new Set(parts.flatMap((part) => (typeof part === "string" ? [] : [part[0]])))];
}

/** Returns the values of all names; undefined if one has none. */
function pick(names: readonly string[], values: Values): Values | undefined {
  if (!names.every((name) => Object.hasOwn(values, name))) return undefined;
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** Returns the values of the first names that have one. */
function leading(names: readonly string[], values: Values): Values {
  const missing = names.findIndex((name) => !Object.hasOwn(values, name));
  const given = missing < 0 ? names : names.slice(0, missing);
  return Object.fromEntries(given.map((name) => [name, values[name]]));
}

/** Returns whether the service reads many rows to find those of a query. */
export function isScan({ access }: QueryPlan): boolean {
  return access === "table scan" || access === "partition range" || access === "partition scan";
}
