import type { TableServiceView } from "@tablewright/runtime";
import type { AbortSignalLike } from "@tablewright/runtime/types";
import type { ColumnType, ColumnValue } from "../duckdb/column-type.js";

/** Column of a relation. */
export interface Column<Row = unknown> {
  /** Name in SQL. */
  readonly name: string;
  readonly type: ColumnType;
  /** Returns the value of a row. @throws DateOutOfRange */
  valueOf(row: Row): ColumnValue;
}

/** Comparison of a column with constants that were written as the service's JSON. */
export interface Comparison {
  readonly column: string;
  readonly operator: ComparisonOperator;
  /** One value, or several for `in` and `notIn`. */
  readonly values: readonly ConstantJson[];
}

export type ComparisonOperator = "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "in" | "notIn" | "startsWith";

/** Constant as the service's JSON has it: text for Int64, DateTime, Guid and Binary. */
export type ConstantJson = string | number | boolean;

/** Condition that the service checks in place of DuckDB. */
export interface Condition {
  /** Condition as the runtime's queries accept it; undefined if only a key can express it. */
  readonly where: object | undefined;
  /** True if it matches exactly the rows that the SQL condition matches; false if it matches more. */
  readonly isExact: boolean;
  /** The comparison, if the condition consists only of it. Keys can be made of such comparisons. */
  readonly comparison?: Comparison;
}

/** Part of a relation that a query reads. */
export interface ReadRequest {
  /** Columns to read; undefined for all. */
  readonly columns: readonly string[] | undefined;
  /** Conditions that must all hold. Each of them, or part of them, may be left to DuckDB. */
  readonly conditions: readonly Condition[];
  /** Maximum number of rows, if the service checks all conditions exactly. */
  readonly limit: number | undefined;
  readonly parallel: number;
  readonly signal: AbortSignalLike | undefined;
}

/** Requests for the rows of a relation, not sent yet. */
export interface RelationRead<Row = unknown> {
  readonly access: string;
  readonly filters: readonly string[];
  readonly select: readonly string[] | undefined;
  readonly limit: number | undefined;
  /** Conditions of the request that the service checks; true for those that it checks exactly. */
  readonly pushed: ReadonlyMap<Condition, boolean>;
  /** Rows in groups, as responses have them. */
  readonly groups: AsyncIterable<readonly Row[]>;
}

/** Source of rows that SQL names. */
export interface Relation<Row = unknown> {
  /** Name in SQL. */
  readonly name: string;
  readonly table: string;
  /** Columns; those of a raw table grow with its rows. */
  readonly columns: readonly Column<Row>[];
  /** Translates a comparison; undefined if only DuckDB can make it. */
  conditionOf(comparison: Comparison): Condition | undefined;
  plan(service: TableServiceView, request: ReadRequest): Promise<RelationRead<Row>>;
}

/** A value of a column is outside of the range of TIMESTAMP_NS, so that the column has to be text. */
export class DateOutOfRange extends Error {
  readonly column: string;

  constructor(column: string) {
    super(`A date of ${column} is outside of the range of TIMESTAMP_NS.`);
    this.column = column;
  }
}

/** Makes names unique without regard to case, as SQL needs it: `total`, `Total_2`. */
export function uniqueNames(names: Iterable<string>): string[] {
  const taken = new Set<string>();
  return Array.from(names, (name) => {
    let unique = name;
    for (let number = 2; taken.has(unique.toLowerCase()); number++) unique = `${name}_${number}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
