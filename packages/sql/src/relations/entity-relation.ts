import { type EntityClass, isTableError, type Query, type TableServiceView } from "@tablewright/runtime";
import type { EntitySchema, EntityTypes } from "@tablewright/runtime/codegen/v1";
import { asCoded } from "@tablewright/runtime/edm";
import { readRowGroups } from "@tablewright/runtime/lines";
import type { ColumnValue } from "../duckdb/column-type.js";
import { columnTypes, columnValue } from "./edm-columns.js";
import { entityCondition } from "./entity-conditions.js";
import { planKeys } from "./plan-keys.js";
import { readConcurrently } from "./read-concurrently.js";
import {
  type Column,
  type Comparison,
  type Condition,
  nameColumns,
  type ReadRequest,
  type Relation,
  type RelationRead,
  type RenamedColumns,
} from "./relation.js";

type Schema = EntitySchema<EntityTypes>;
type Row = Readonly<Record<string, unknown>>;
type AnyQuery = Query<EntityTypes, unknown>;

/**
 * Maximum number of comparisons that the service accepts in one `$filter`.
 * @see https://learn.microsoft.com/rest/api/storageservices/querying-tables-and-entities
 */
const maxComparisons = 15;

/** SQL column for one property of an entity, or for Timestamp. */
interface EntityColumn extends Column<Row> {
  /** Name of the property in the entity definition, as `select` of the runtime's queries takes it; `$timestamp` for Timestamp. */
  readonly field: string;
}

/** SQL relation with the rows of one entity definition. The columns are the properties, including those in the keys, and Timestamp. */
export class EntityRelation implements Relation<Row> {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly EntityColumn[];
  readonly #entity: EntityClass<EntityTypes>;
  readonly #isStorage: boolean;
  readonly #textDates: ReadonlySet<string>;

  /** @param textDates the names of DateTime columns to store as text, because some of the dates in them do not fit TIMESTAMP_NS */
  constructor(
    name: string,
    entity: EntityClass<EntityTypes>,
    kind: TableServiceView["kind"],
    textDates: ReadonlySet<string>,
  ) {
    this.name = name;
    this.table = entity.$schema.table;
    this.columns = columnsOf(entity.$schema, textDates);
    this.#entity = entity;
    this.#isStorage = kind === "storage";
    this.#textDates = textDates;
  }

  get renamed(): RenamedColumns {
    const names = this.columns.map(({ name, field }) => [field === "$timestamp" ? "Timestamp" : field, name] as const);
    return Object.fromEntries(names.filter(([own, name]) => own !== name));
  }

  conditionOf(comparison: Comparison): Condition | undefined {
    const column = this.#columnOf(comparison.column);
    return column === undefined || this.#textDates.has(column.name)
      ? undefined
      : entityCondition(this.#entity.$schema, column.field, comparison, this.#isStorage);
  }

  async plan(service: TableServiceView, request: ReadRequest): Promise<RelationRead<Row>> {
    const { parallel, signal, limit } = request;
    const client = service.entities(this.#entity);
    const fieldOf = (column: string) => this.#columnOf(column)?.field ?? column;
    const isParallel = limit === undefined && parallel > 1;
    const scan = (isParallel ? client.scan({ parallel, signal }) : client.scan({ signal })) as AnyQuery;
    const keys = planKeys(this.#entity.$schema, scan, request.conditions, fieldOf);
    const rest = request.conditions.filter((condition) => !keys?.covered.has(condition));
    const narrowed = (keys?.queries ?? [scan]).map((query) => this.#narrow(query, request, rest));
    const [first] = narrowed;
    const covered = [...(keys?.covered ?? [])].map((condition) => [condition, true] as const);
    const pushed = new Map([...(first?.pushed ?? []), ...covered]);
    const queries = narrowed.map(({ query }) => query);
    const isComplete = request.conditions.every((condition) => pushed.get(condition));
    const taken = limit !== undefined && isComplete ? limit : undefined;
    const limited = queries.map((query) => (taken === undefined ? query : query.take(taken)));
    const plans = queries.map((query) => query.explain());
    return {
      access: plans.length === 1 ? (plans[0]?.access ?? "") : "partitions",
      filters: plans.flatMap(({ filters }) => filters),
      select: plans[0]?.select,
      limit: taken,
      pushed,
      groups: readConcurrently(
        limited.map((query) => readRowGroups(query as Query<EntityTypes, Row>)),
        parallel,
      ),
    };
  }

  /**
   * Narrows a query to the requested columns and to as many conditions as one `$filter` can express. Also returns the conditions that it
   * used: `pushed` maps a condition to true if the service checks it exactly.
   */
  #narrow(query: AnyQuery, { columns }: ReadRequest, conditions: readonly Condition[]) {
    const pushed = new Map<Condition, boolean>();
    const { filters } = query.explain();
    let narrowed = query;
    for (const condition of conditions) {
      if (condition.where === undefined) continue;
      const next = withCondition(narrowed, condition.where);
      const plan = next?.explain();
      if (!next || !plan || plan.comparisons > maxComparisons || plan.filters.length > filters.length) continue;
      narrowed = next;
      pushed.set(condition, condition.isExact);
    }
    const fields = this.#fieldsOf(columns);
    return { query: fields === undefined ? narrowed : (narrowed.select(...fields) as AnyQuery), pushed };
  }

  /**
   * Returns the property names to pass to `select`; undefined to read all properties. If the SQL uses no column, as in `count(*)`, returns
   * one name, because `select` needs at least one: the first property of the key.
   */
  #fieldsOf(columns: readonly string[] | undefined): readonly string[] | undefined {
    if (columns === undefined || columns.length === this.columns.length) return undefined;
    const fields = columns.flatMap((name) => this.#columnOf(name)?.field ?? []);
    if (fields.length > 0) return fields;
    const { partitionParts, rowParts } = this.#entity.$schema;
    const part = [...partitionParts, ...rowParts].find((each) => typeof each !== "string");
    return [part === undefined ? "$timestamp" : part.field];
  }

  #columnOf(name: string): EntityColumn | undefined {
    return this.columns.find((column) => column.name === name);
  }
}

/** Adds a condition to a query. Returns undefined if the runtime rejects it, such as one on a property that is stored in parts. */
function withCondition(query: AnyQuery, where: object): AnyQuery | undefined {
  try {
    return query.where(where);
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}

function columnsOf(schema: Schema, textDates: ReadonlySet<string>): EntityColumn[] {
  const fields = Object.entries(schema.properties);
  const names = nameColumns(
    ["Timestamp"],
    fields.map(([field]) => field),
  );
  const [timestampName = "Timestamp"] = names.system;
  const columns = fields.map(([field, { type }], index): EntityColumn => {
    const name = names.properties[index] ?? field;
    const { edm } = type;
    const isText = textDates.has(name) || asCoded(type) !== undefined;
    const columnType = isText ? "VARCHAR" : type.isJson ? "JSON" : columnTypes[edm];
    return {
      name,
      field,
      type: columnType,
      valueOf: (row): ColumnValue => columnValue(name, columnType, edm, row[field]),
    };
  });
  const timestamp: EntityColumn = {
    name: timestampName,
    field: "$timestamp",
    type: "TIMESTAMP_NS",
    valueOf: (row) => columnValue(timestampName, "TIMESTAMP_NS", "Edm.DateTime", row["$timestamp"]),
  };
  return [...columns, timestamp];
}
