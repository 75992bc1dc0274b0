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

/** Rows and columns that a query needs from a relation. */
export interface ReadRequest {
  /** Names of the columns to read; undefined to read all. */
  readonly columns: readonly string[] | undefined;
  /** Conditions that every row to read must meet. The relation may leave any of them to DuckDB, wholly or in part. */
  readonly conditions: readonly Condition[];
  /** Maximum number of rows to read; applies only if the service checks all conditions exactly. */
  readonly limit: number | undefined;
  readonly parallel: number;
  readonly signal: AbortSignalLike | undefined;
}

/** Planned requests for the rows of a relation. Reading `groups` sends them. */
export interface RelationRead<Row = unknown> {
  readonly access: string;
  readonly filters: readonly string[];
  readonly select: readonly string[] | undefined;
  readonly limit: number | undefined;
  /**
   * Conditions that the requests contain. The value is true if the service checks the condition exactly, false if it may return more rows.
   */
  readonly pushed: ReadonlyMap<Condition, boolean>;
  /** Rows, in one group for each response that has rows. */
  readonly groups: AsyncIterable<readonly Row[]>;
}

/** Source of rows that a SQL query can name in FROM: an entity, or a table without a definition. */
export interface Relation<Row = unknown> {
  /** Name of the relation in SQL. */
  readonly name: string;
  readonly table: string;
  /** Columns of the rows. A table without a definition gets more columns as its rows are read. */
  readonly columns: readonly Column<Row>[];
  /** Translates a SQL comparison into a condition for the service; undefined if only DuckDB can check it. */
  conditionOf(comparison: Comparison): Condition | undefined;
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

/** Makes column names unique regardless of case, because SQL ignores case: `total` and `Total` become `total` and `Total_2`. */
export function uniqueNames(names: Iterable<string>): string[] {
  const taken = new Set<string>();
  return Array.from(names, (name) => {
    let unique = name;
    for (let number = 2; taken.has(unique.toLowerCase()); number++) unique = `${name}_${number}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
