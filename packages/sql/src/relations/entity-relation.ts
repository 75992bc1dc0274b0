import {
  type EntityClass,
  isTableError,
  type Query,
  type QueryPlan,
  type TableServiceView,
} from "@tablewright/runtime";
import type { EntitySchema, EntityTypes } from "@tablewright/runtime/codegen/v1";
import { asCoded } from "@tablewright/runtime/edm";
import { readRowGroups, selectFromKeys, sortsAsValues } from "@tablewright/runtime/lines";
import type { ColumnValue } from "../duckdb/column-type.js";
import { columnTypes, columnValue } from "./edm-columns.js";
import { entityCondition } from "./entity-conditions.js";
import { fixedColumns } from "./fixed-columns.js";
import type { SortedPart } from "./key-order.js";
import { orderOfRead, type ReadOrder, readSources } from "./limited-read.js";
import { planKeys } from "./plan-keys.js";
import {
  type Column,
  type Comparison,
  type Condition,
  nameColumns,
  type ReadRequest,
  type Relation,
  type RelationRead,
  type RenamedColumns,
  type RowLimit,
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
    const { parallel, limit, conditions, hasOtherConditions } = request;
    const whole = () => this.#queriesOf(service, request, true);
    const ordered = limit && this.#queriesOf(service, request, false);
    const order = ordered && this.#orderOf(limit, ordered.plans, request, service.kind);
    const isSorted = limit !== undefined && limit.order.length > 0;
    const isComplete = !hasOtherConditions && conditions.every((condition) => ordered?.pushed.get(condition));
    // DuckDB may have to check many rows until it has enough, so several readers share them where their order does not matter.
    const { queries, plans, pushed } =
      ordered !== undefined && order !== undefined && (isComplete || isSorted) ? ordered : whole();
    const groupsOf = (query: AnyQuery, most?: number) =>
      readRowGroups((most === undefined ? query : query.take(most)) as Query<EntityTypes, Row>);
    return {
      access: plans.length === 1 ? (plans[0]?.access ?? "") : "partitions",
      filters: plans.flatMap(({ filters }) => filters),
      select: plans[0]?.select,
      pushed,
      ...readSources(queries, groupsOf, limit, order, isComplete, parallel),
    };
  }

  /** Returns the queries that read the rows, one for each partition or range. @param isParallel true if the rows may come in any order */
  #queriesOf(service: TableServiceView, request: ReadRequest, isParallel: boolean) {
    const { parallel, signal, conditions } = request;
    const client = service.entities(this.#entity);
    const fieldOf = (column: string) => this.#columnOf(column)?.field ?? column;
    const scan = (isParallel && parallel > 1 ? client.scan({ parallel, signal }) : client.scan({ signal })) as AnyQuery;
    const keys = planKeys(this.#entity.$schema, scan, conditions, fieldOf);
    const rest = conditions.filter((condition) => !keys?.covered.has(condition));
    const narrowed = (keys?.queries ?? [scan]).map((query) => this.#narrow(query, request, rest));
    const covered = [...(keys?.covered ?? [])].map((condition) => [condition, true] as const);
    const pushed = new Map([...(narrowed[0]?.pushed ?? []), ...covered]);
    const queries = narrowed.map(({ query }) => query);
    return { queries, plans: queries.map((query) => query.explain()), pushed };
  }

  /** Returns the order in which to read for the first rows of the query; undefined if the keys do not give its order. */
  #orderOf(
    { order }: RowLimit,
    plans: readonly QueryPlan[],
    { conditions }: ReadRequest,
    kind: TableServiceView["kind"],
  ): ReadOrder<Row> | undefined {
    const { $schema: schema } = this.#entity;
    // Cosmos DB does not return rows in the order of their keys. Rows under former keys are not in the order of the current ones.
    if (order.length > 0 && (kind !== "storage" || schema.hooks.former !== undefined)) return undefined;
    const terms = order.map((term) => ({ ...term, column: this.#nameOf(term.column) }));
    return orderOfRead(terms, {
      partitionParts: this.#sortedParts(schema.partitionParts),
      rowParts: this.#sortedParts(schema.rowParts),
      fixed: fixedColumns(conditions),
      areSinglePartitions: plans.every(({ access }) => singlePartition.has(access)),
      sources: plans.length,
    });
  }

  #sortedParts(parts: Schema["rowParts"]): SortedPart<Row>[] {
    return parts.flatMap((part) => {
      const column = typeof part === "string" ? undefined : this.columns.find(({ field }) => field === part.field);
      if (typeof part === "string" || column === undefined) return [];
      const { field, isDerived = false, isWholeText = false } = part;
      return {
        column: column.name,
        order: sortsAsValues(this.#entity.$schema, part) ? part.order : undefined,
        isCoarse: isDerived,
        isText: isWholeText,
        textOf: (row: Row) => part.encode(row[field] ?? part.default),
      };
    });
  }

  /** Returns the name of a column as the relation spells it. */
  #nameOf(column: string): string {
    return this.columns.find(({ name }) => name.toLowerCase() === column.toLowerCase())?.name ?? column;
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
    return { query: fields === undefined ? narrowed : selectFields(narrowed, fields), pushed };
  }

  /** Returns the names of the properties to read, none if the SQL uses no column, as in `count(*)`; undefined to read all. */
  #fieldsOf(columns: readonly string[] | undefined): readonly string[] | undefined {
    if (columns === undefined || columns.length === this.columns.length) return undefined;
    return columns.flatMap((name) => this.#columnOf(name)?.field ?? []);
  }

  #columnOf(name: string): EntityColumn | undefined {
    return this.columns.find((column) => column.name === name);
  }
}

/** Limits a query to some properties. Requests only the keys if these give all of them. */
function selectFields(query: AnyQuery, fields: readonly string[]): AnyQuery {
  return selectFromKeys(query, fields) ?? (query.select(...fields) as AnyQuery);
}

/** Ways in which a query reads within one partition. */
const singlePartition: ReadonlySet<string> = new Set(["point", "row range", "partition scan"]);

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
