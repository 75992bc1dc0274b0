import type { TableServiceView } from "@tablewright/runtime";
import type { AbortSignalLike } from "@tablewright/runtime/types";
import type { ColumnType, ColumnValue } from "../duckdb/column-type.js";

/** Column of a relation (a table of rows that SQL can query). */
export interface Column<Row = unknown> {
  /** Name of the column in SQL. */
  readonly name: string;
  readonly type: ColumnType;
  /** Returns the value of this column in a row. @throws DateOutOfRange if a date does not fit TIMESTAMP_NS */
  valueOf(row: Row): ColumnValue;
}

/** Comparison of a column with constants, found in a SQL condition. */
export interface Comparison {
  readonly column: string;
  readonly operator: ComparisonOperator;
  /** One constant, or several for `in` and `notIn`. */
  readonly values: readonly ConstantJson[];
}

export type ComparisonOperator = "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "in" | "notIn" | "startsWith";

/** Constant in the JSON of the service: a string for Int64, DateTime, Guid and Binary. */
export type ConstantJson = string | number | boolean;

/** Condition that the service can check, so that fewer rows are read. */
export interface Condition {
  /** Argument for `where` of the runtime's queries; undefined if the condition can only become part of a key. */
  readonly where: object | undefined;
  /** True if the service returns exactly the rows that meet the SQL condition; false if it may return more, which DuckDB then removes. */
  readonly isExact: boolean;
  /** The SQL comparison, if the condition consists of just one. Comparisons can become key ranges. */
  readonly comparison?: Comparison;
}

/** Column by which a query sorts. */
export interface OrderTerm {
  /** Name of the column as the query spells it. */
  readonly column: string;
  readonly isDescending: boolean;
}

/** Number of rows that are enough for a query, in an order. */
export interface RowLimit {
  readonly rows: number;
  /** Terms of ORDER BY; none if any rows are enough. */
  readonly order: readonly OrderTerm[];
}

/** Rows and columns that a query needs from a relation. */
export interface ReadRequest {
  /** Names of the columns to read; undefined to read all. */
  readonly columns: readonly string[] | undefined;
  /** Conditions that every row to read must meet. The relation may leave any of them to DuckDB, wholly or in part. */
  readonly conditions: readonly Condition[];
  /** Rows that are enough for the query. Only those that meet all conditions count. */
  readonly limit: RowLimit | undefined;
  /** True if the query has a condition that is not in `conditions`, and that only DuckDB can check. */
  readonly hasOtherConditions: boolean;
  readonly parallel: number;
  readonly signal: AbortSignalLike | undefined;
}

/** End of a read that DuckDB finds: it counts the rows that meet the conditions, until there are enough. */
export interface ReadEnd<Row> {
  readonly rows: number;
  /** Columns by which the rows are sorted and whose values are text. Only rows whose texts DuckDB sorts as the service does count. */
  readonly texts: readonly string[];
  /** Returns a text that is equal for rows that the query sorts further, so that all of them have to be read; absent for no such rows. */
  tieOf?(row: Row): string;
}

/** Planned requests for the rows of a relation. Reading `groups` sends them. */
export interface RelationRead<Row = unknown> {
  readonly access: string;
  readonly filters: readonly string[];
  readonly select: readonly string[] | undefined;
  /** Number of rows that meet all conditions after which no further ones are read; undefined if all rows have to be read. */
  readonly limit: number | undefined;
  /** End of a limited read whose conditions DuckDB checks; undefined if `groups` ends by itself. */
  readonly end: ReadEnd<Row> | undefined;
  /**
   * Conditions that the requests contain. The value is true if the service checks the condition exactly, false if it may return more rows.
   */
  readonly pushed: ReadonlyMap<Condition, boolean>;
  /** Rows, in one group for each response that has rows. With an `end`, an empty group ends the rows that tie. */
  readonly groups: AsyncIterable<readonly Row[]>;
}

/** New name of each renamed column, by the name that it has in the definition or in the service. */
export type RenamedColumns = Readonly<Record<string, string>>;

/** Source of rows that a SQL query can name in FROM: an entity, or a table without a definition. */
export interface Relation<Row = unknown> {
  /** Name of the relation in SQL. */
  readonly name: string;
  readonly table: string;
  /** Columns of the rows. A table without a definition gets more columns as its rows are read. */
  readonly columns: readonly Column<Row>[];
  /** Translates a SQL comparison into a condition for the service; undefined if only DuckDB can check it. */
  conditionOf(comparison: Comparison): Condition | undefined;
  /** Columns that `nameColumns` had to rename. Empty for a table without a definition, whose columns are unknown until it is read. */
  readonly renamed: RenamedColumns;
  plan(service: TableServiceView, request: ReadRequest): Promise<RelationRead<Row>>;
}

/** Thrown if a date in a column does not fit DuckDB's TIMESTAMP_NS. The query then loads the column as text. */
export class DateOutOfRange extends Error {
  readonly column: string;

  constructor(column: string) {
    super(`A date of ${column} is outside of the range of TIMESTAMP_NS.`);
    this.column = column;
  }
}

/** Names of the columns of a relation, in the order in which they were given. */
export interface NamedColumns {
  readonly system: readonly string[];
  readonly properties: readonly string[];
}

/**
 * Names columns so that they differ in more than case, which SQL ignores. A property has its own name. A column of the service whose name a
 * property has steps aside: `Timestamp` becomes `_Timestamp`. Properties that differ only in case are all numbered, so that a reference to
 * the bare name is an error and never the other property: `total` and `Total` become `total_1` and `Total_2`.
 */
export function nameColumns(system: readonly string[], properties: readonly string[]): NamedColumns {
  const counts = new Map<string, number>();
  for (const name of properties) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  const isSingle = (name: string) => counts.get(name.toLowerCase()) === 1;
  const taken = new Set(counts.keys());
  const take = (name: string) => {
    taken.add(name.toLowerCase());
    return name;
  };
  const numbers = new Map<string, number>();
  const named = properties.map((name) => {
    if (isSingle(name)) return name;
    let number = (numbers.get(name.toLowerCase()) ?? 0) + 1;
    while (taken.has(`${name}_${number}`.toLowerCase())) number++;
    numbers.set(name.toLowerCase(), number);
    return take(`${name}_${number}`);
  });
  const aside = system.map((name) => {
    let unique = name;
    while (taken.has(unique.toLowerCase())) unique = `_${unique}`;
    return take(unique);
  });
  return { system: aside, properties: named };
}
