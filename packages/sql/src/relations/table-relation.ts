import type { StoredTableRow, TableQuery, TableServiceView } from "@tablewright/runtime";
import type { EntitySchema, EntityTypes } from "@tablewright/runtime/codegen/v1";
import type { EdmName } from "@tablewright/runtime/edm";
import { readRowGroups, selectFromKeys } from "@tablewright/runtime/lines";
import type { AbortSignalLike } from "@tablewright/runtime/types";
import type { ColumnType } from "../duckdb/column-type.js";
import { SqlError } from "../errors/sql-error.js";
import { columnTypes, columnValue } from "./edm-columns.js";
import { isOrderedText } from "./entity-conditions.js";
import type { SortedPart } from "./key-order.js";
import { orderOfRead, type ReadOrder, readSources } from "./limited-read.js";
import { PropertyColumn, widerType } from "./property-column.js";
import {
  type Column,
  type Comparison,
  type Condition,
  nameColumns,
  type ReadRequest,
  type Relation,
  type RelationRead,
  type RowLimit,
} from "./relation.js";
import { tableKeysOf } from "./table-keys.js";

const systemNames = ["PartitionKey", "RowKey", "Timestamp"] as const;

type Schema = EntitySchema<EntityTypes>;

/** Number of rows of a table in which properties are looked up that the rows of a query do not show. */
const sampleSize = 1000;

/**
 * SQL relation with the rows of a table, whatever their definition: both keys, Timestamp, and a column for each property that any row has or
 * that an entity of the table declares.
 */
export class TableRelation implements Relation<StoredTableRow> {
  readonly name: string;
  readonly table: string;
  readonly columns: Column<StoredTableRow>[];
  readonly renamed = {};
  /** Columns of the properties, by the property's stored name. */
  readonly #properties = new Map<string, PropertyColumn>();
  /** Names of the keys, PartitionKey or RowKey, on which conditions limit the rows that are read. */
  readonly #read = new Set<string>();

  /** @param schemas the definitions. Those of this table add columns for their stored properties */
  constructor(table: string, schemas: readonly Schema[] = []) {
    this.name = `table:${table}`;
    this.table = table;
    this.columns = [
      { name: "PartitionKey", type: "VARCHAR", valueOf: ({ partitionKey }) => partitionKey },
      { name: "RowKey", type: "VARCHAR", valueOf: ({ rowKey }) => rowKey },
      {
        name: "Timestamp",
        type: "TIMESTAMP_NS",
        valueOf: ({ $timestamp }) => columnValue("Timestamp", "TIMESTAMP_NS", "Edm.DateTime", $timestamp),
      },
    ];
    const own = schemas.filter((schema) => schema.table.toLowerCase() === table.toLowerCase());
    for (const { field, name = field, keyOnly, parts, type } of own.flatMap((schema) =>
      Object.values(schema.properties),
    ))
      if (!keyOnly && parts === undefined) this.#learn(name, type.edm);
  }

  /** Translates comparisons of PartitionKey and RowKey only. The types of other properties are unknown before the rows are read. */
  conditionOf(comparison: Comparison): Condition | undefined {
    const { column, operator, values } = comparison;
    if (column !== "PartitionKey" && column !== "RowKey") return undefined;
    if (operator !== "eq" && operator !== "in" && !values.every(isOrderedText)) return undefined;
    return { where: undefined, isExact: true, comparison };
  }

  /**
   * Adds a column for each new property in a row, and widens the type of a column that cannot represent the row's value. Returns true if
   * any column was added or widened.
   */
  learn({ properties }: StoredTableRow): boolean {
    let isChanged = false;
    for (const [name, { type }] of Object.entries(properties)) if (this.#learn(name, type)) isChanged = true;
    return isChanged;
  }

  #learn(name: string, type: EdmName): boolean {
    const known = this.#properties.get(name);
    if (known?.holds(type)) return false;
    if (known !== undefined) {
      known.widen(type);
      return true;
    }
    // This name is unique while rows are read. `renamedColumns` has the final names, which depend on all properties.
    const column = new PropertyColumn(`$${this.#properties.size}`, name, type);
    this.#properties.set(name, column);
    this.columns.push(column);
    return true;
  }

  /** Returns whether the relation has a property of this name, ignoring case, even if the property's column had to get another name. */
  hasProperty(name: string): boolean {
    return [...this.#properties.keys()].some((each) => each.toLowerCase() === name.toLowerCase());
  }

  /**
   * Returns the type in which the first 1,000 rows of the table store a property, whatever the query reads; undefined if none of them has it.
   * Takes one request.
   * @param name the name of the property, ignoring case
   */
  async typeInSample(
    service: TableServiceView,
    name: string,
    signal: AbortSignalLike | undefined,
  ): Promise<ColumnType | undefined> {
    const { items } = await service.table(this.table).scan({ signal }).page({ size: sampleSize });
    const types = items.flatMap(({ properties }) =>
      Object.entries(properties).flatMap(([each, { type }]) =>
        each.toLowerCase() === name.toLowerCase() ? [columnTypes[type]] : [],
      ),
    );
    return types.length === 0 ? undefined : types.reduce(widerType);
  }

  /**
   * Returns whether the first 1,000 rows of the table have a property of one of these names, ignoring case. Takes one request if there are
   * names.
   */
  async hasInSample(
    service: TableServiceView,
    names: readonly string[],
    signal: AbortSignalLike | undefined,
  ): Promise<boolean> {
    const lower = new Set(names.map((name) => name.toLowerCase()));
    if (lower.size === 0) return false;
    const { items } = await service.table(this.table).scan({ signal }).page({ size: sampleSize });
    return items.some(({ properties }) => Object.keys(properties).some((name) => lower.has(name.toLowerCase())));
  }

  /**
   * Returns the final name of each column, by the name that the column has while rows are read. Properties have their own names, and a
   * column of the service whose name a property has is called `_PartitionKey`, `_RowKey` or `_Timestamp`: see `nameColumns`.
   * @throws SqlError `sql.invalid` if a condition on a key limited what was read, and the rows have a property of this name too
   */
  renamedColumns(): ReadonlyMap<string, string> {
    const properties = [...this.#properties.keys()];
    const named = nameColumns(systemNames, properties);
    const ambiguous = systemNames.find((name, index) => this.#read.has(name) && named.system[index] !== name);
    if (ambiguous !== undefined) {
      const property = properties.find((name) => name.toLowerCase() === ambiguous.toLowerCase());
      const problem = `${ambiguous} is ambiguous in table('${this.table}'): rows have the property ${property} too.`;
      throw new SqlError(
        "sql.invalid",
        `${problem} Write _${ambiguous} for the key, or compare it in another way, such as ${ambiguous} || '' = 'x', for the property.`,
      );
    }
    const final = [...named.system, ...named.properties];
    return new Map(this.columns.map(({ name }, index) => [name, final[index] ?? name]));
  }

  async plan(service: TableServiceView, request: ReadRequest): Promise<RelationRead<StoredTableRow>> {
    const { conditions, parallel, signal, limit, columns, hasOtherConditions } = request;
    const client = service.table(this.table);
    const { partitions, partitionRange, rowRange, fixed, pushed } = tableKeysOf(conditions);
    for (const { comparison } of pushed.keys()) if (comparison !== undefined) this.#read.add(comparison.column);
    const isComplete = !hasOtherConditions && conditions.every((condition) => pushed.has(condition));
    const order = limit && this.#orderOf(limit, fixed, partitions, service.kind);
    const isReadInOrder = order !== undefined;
    for (const { column } of order?.parts ?? []) this.#read.add(column);
    let queries: TableQuery[];
    if (partitions !== undefined)
      queries = partitions.map((key) => client.query(key, { signal, rowKeyRange: rowRange ?? {} }));
    else if (partitionRange !== undefined || isReadInOrder || parallel === 1)
      queries = [client.scan({ signal, partitionKeyRange: partitionRange ?? {} })];
    else {
      const splits = service.kind === "storage" ? await client.splitKeys(parallel, { signal }) : [];
      // `splits` begins with the first known key. This key is no boundary, so that the first range also contains rows before it.
      const starts = [undefined, ...splits.slice(1)];
      queries = starts.map((ge, index) => {
        const lt = starts[index + 1];
        return client.scan({ signal, partitionKeyRange: { ...(ge && { ge }), ...(lt && { lt }) } });
      });
    }
    if (columns !== undefined) queries = queries.map((query) => selectFromKeys(query, []) ?? query);
    const groupsOf = (query: TableQuery, most?: number) => readRowGroups(most === undefined ? query : query.take(most));
    const plans = queries.map((query) => query.explain());
    return {
      access: partitions === undefined && partitionRange === undefined ? "table scan" : (plans[0]?.access ?? ""),
      filters: plans.flatMap(({ filters }) => filters),
      select: plans[0]?.select,
      pushed,
      ...readSources(queries, groupsOf, limit, order, isComplete, parallel),
    };
  }

  /** Returns the order in which to read for the first rows of a query; undefined if the keys do not give its order. */
  #orderOf(
    { order }: RowLimit,
    fixed: ReadonlySet<string>,
    partitions: readonly string[] | undefined,
    kind: TableServiceView["kind"],
  ): ReadOrder<StoredTableRow> | undefined {
    // Cosmos DB does not return rows in the order of their keys.
    if (order.length > 0 && kind !== "storage") return undefined;
    const terms = order.map((term) => ({ ...term, column: keyNames.get(term.column.toLowerCase()) ?? term.column }));
    return orderOfRead(terms, {
      partitionParts: [sortedKey("PartitionKey", ({ partitionKey }) => partitionKey)],
      rowParts: [sortedKey("RowKey", ({ rowKey }) => rowKey)],
      fixed,
      areSinglePartitions: partitions !== undefined,
      sources: partitions?.length ?? 1,
    });
  }
}

const keyNames: ReadonlyMap<string, string> = new Map([
  ["partitionkey", "PartitionKey"],
  ["rowkey", "RowKey"],
]);

function sortedKey(column: string, textOf: (row: StoredTableRow) => string): SortedPart<StoredTableRow> {
  return { column, order: "asc", isCoarse: false, isText: true, textOf };
}
