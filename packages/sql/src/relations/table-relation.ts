import type { StoredTableRow, TableQuery, TableServiceView } from "@tablewright/runtime";
import type { EntitySchema, EntityTypes } from "@tablewright/runtime/codegen/v1";
import type { EdmName, EdmValue } from "@tablewright/runtime/edm";
import { readRowGroups } from "@tablewright/runtime/lines";
import type { AbortSignalLike } from "@tablewright/runtime/types";
import type { ColumnType, ColumnValue } from "../duckdb/column-type.js";
import { SqlError } from "../errors/sql-error.js";
import { columnTypes, columnValue, dateText } from "./edm-columns.js";
import { isOrderedText } from "./entity-conditions.js";
import { readConcurrently } from "./read-concurrently.js";
import {
  type Column,
  type Comparison,
  type Condition,
  DateOutOfRange,
  nameColumns,
  type ReadRequest,
  type Relation,
  type RelationRead,
} from "./relation.js";

const systemNames = ["PartitionKey", "RowKey", "Timestamp"] as const;

type Schema = EntitySchema<EntityTypes>;

/** Number of rows of a table in which the type of a property is looked up, if no row that the query read has the property. */
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
    const { conditions, parallel, signal, limit } = request;
    const client = service.table(this.table);
    const { partitions, partitionRange, rowRange, pushed } = keysOf(conditions);
    for (const { comparison } of pushed.keys()) if (comparison !== undefined) this.#read.add(comparison.column);
    const isComplete = conditions.every((condition) => pushed.has(condition));
    const taken = isComplete ? limit : undefined;
    let queries: TableQuery[];
    if (partitions !== undefined)
      queries = partitions.map((key) => client.query(key, { signal, rowKeyRange: rowRange ?? {} }));
    else if (partitionRange !== undefined || taken !== undefined || parallel === 1)
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
    const limited = queries.map((query) => (taken === undefined ? query : query.take(taken)));
    const plans = queries.map((query) => query.explain());
    return {
      access: partitions === undefined && partitionRange === undefined ? "table scan" : (plans[0]?.access ?? ""),
      filters: plans.flatMap(({ filters }) => filters),
      select: undefined,
      limit: taken,
      pushed,
      groups: readConcurrently(
        limited.map((query) => readRowGroups(query)),
        parallel,
      ),
    };
  }
}

/**
 * SQL column of one property. Its type is that of the stored values; if rows store several Edm types, a wider type that represents them
 * all.
 */
class PropertyColumn implements Column<StoredTableRow> {
  readonly name: string;
  readonly #property: string;
  #type: ColumnType;

  constructor(name: string, property: string, edm: EdmName) {
    this.name = name;
    this.#property = property;
    this.#type = columnTypes[edm];
  }

  get type(): ColumnType {
    return this.#type;
  }

  holds(edm: EdmName): boolean {
    return widerType(this.#type, columnTypes[edm]) === this.#type;
  }

  widen(edm: EdmName): void {
    this.#type = widerType(this.#type, columnTypes[edm]);
  }

  toText(): void {
    this.#type = "VARCHAR";
  }

  valueOf({ properties }: StoredTableRow): ColumnValue {
    const stored = properties[this.#property];
    if (stored === undefined) return null;
    if (this.#type === "VARCHAR") return textOf(stored);
    try {
      return columnValue(this.name, this.#type, stored.type, stored.value);
    } catch (error) {
      if (error instanceof DateOutOfRange) this.toText();
      throw error;
    }
  }
}

/** Returns the narrowest DuckDB type that represents the values of both types without loss. */
function widerType(one: ColumnType, other: ColumnType): ColumnType {
  if (one === other) return one;
  const both = new Set([one, other]);
  if (both.has("INTEGER") && both.has("BIGINT")) return "BIGINT";
  if (both.has("INTEGER") && both.has("DOUBLE")) return "DOUBLE";
  return "VARCHAR";
}

/** Converts a stored value to text, for a property that rows store with several Edm types. */
function textOf({ type, value }: EdmValue): string {
  if (type === "Edm.DateTime") return dateText(value);
  if (type === "Edm.Binary") return Buffer.from(value).toString("base64");
  if (type === "Edm.Double" && Number.isInteger(value) && Math.abs(value) < 1e15) return value.toFixed(1);
  return type === "Edm.Guid" ? value.toLowerCase() : String(value);
}

interface Keys {
  readonly partitions: readonly string[] | undefined;
  readonly partitionRange: { readonly ge?: string; readonly lt?: string } | undefined;
  readonly rowRange: { readonly ge?: string; readonly lt?: string } | undefined;
  readonly pushed: ReadonlyMap<Condition, boolean>;
}

/** Converts conditions on PartitionKey and RowKey to the partitions and key ranges to read. */
function keysOf(conditions: readonly Condition[]): Keys {
  const pushed = new Map<Condition, boolean>();
  const valuesOf = (column: string, operators: readonly string[]) => {
    const found = conditions.find(
      ({ comparison }) => comparison?.column === column && operators.includes(comparison.operator),
    );
    if (found !== undefined) pushed.set(found, true);
    return found?.comparison && { ...found.comparison, values: found.comparison.values.map(String) };
  };
  const rangeOf = (column: string) => {
    const equal = valuesOf(column, ["eq"]);
    // Keys cannot contain control characters, so the next key after this one is the key followed by a space.
    const [key] = equal?.values ?? [];
    if (key !== undefined) return { ge: key, lt: `${key} ` };
    const lower = valuesOf(column, ["ge", "gt"]);
    const upper = valuesOf(column, ["lt", "le"]);
    const ge = lower && (lower.operator === "gt" ? `${lower.values[0]} ` : lower.values[0]);
    const lt = upper && (upper.operator === "le" ? `${upper.values[0]} ` : upper.values[0]);
    return ge === undefined && lt === undefined
      ? undefined
      : { ...(ge !== undefined && { ge }), ...(lt !== undefined && { lt }) };
  };
  const partitions = valuesOf("PartitionKey", ["eq", "in"])?.values;
  const partitionRange = partitions === undefined ? rangeOf("PartitionKey") : undefined;
  const rowRange = partitions === undefined ? undefined : rangeOf("RowKey");
  return { partitions: partitions && [...new Set(partitions)], partitionRange, rowRange, pushed };
}
