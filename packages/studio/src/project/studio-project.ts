import type { StoredTableRow, TableRow, TableServiceView } from "@tablewright/runtime";
import type { EntitySchema, EntityTypes } from "@tablewright/runtime/codegen/v1";
import type { AbortSignalLike } from "@tablewright/runtime/types";
import type { SqlRows } from "../contract/query.js";
import type { VerifiedTable, VerifyProgress } from "../contract/verified.js";

/** Schema of any generated entity class. */
export type AnySchema = EntitySchema<EntityTypes>;

/** Problem with a row, as `tablewright verify` reports it. */
export interface ProjectFinding {
  readonly code: string;
  readonly message: string;
  readonly property: string | undefined;
}

/** Result of checking a row: the schema that the row matches, undefined if it matches none, and the problems found. */
export interface CheckedRow {
  readonly schema: AnySchema | undefined;
  readonly findings: readonly ProjectFinding[];
}

/**
 * Writer of CSV lines, in the format of `tablewright export`. The rows that are added determine the columns. Later rows add columns at the
 * end only, so a line that was written before needs only as many commas more.
 */
export interface CsvLines {
  /** Number of columns added so far, and thus of fields in a line. */
  readonly width: number;
  /** Adds columns for properties of a row that have none yet. */
  add(row: StoredTableRow): void;
  /** Returns the header line with the names of all columns added so far. */
  header(): string;
  /** Returns the CSV line of a row, with the values in the order of the header. */
  line(row: StoredTableRow): string;
}

/** Line of a file: a row, or the reason why it is none. */
export interface FileLine {
  /** Number of the line, from 1. */
  readonly number: number;
  readonly row?: TableRow;
  readonly problem?: string;
}

/** SQL queries over the entities and tables of an account. They only read. */
export interface StudioSql {
  /**
   * Runs a query.
   * @param maxRows maximum number of rows of the result to return
   * @param onRows called with the number of rows read from the service since the last call
   * @throws Error with a `code` such as `sql.invalid`
   */
  run(
    service: TableServiceView,
    text: string,
    maxRows: number,
    onRows: (rows: number) => void,
    signal: AbortSignalLike,
  ): Promise<SqlRows>;
  /** Returns lines on what a query would read and what that costs. */
  explain(service: TableServiceView, text: string, signal: AbortSignalLike): Promise<readonly string[]>;
}

/** Project that Studio shows, with the functions that it shares with the command line. */
export interface StudioProject {
  /** Absolute path of the project's folder, which contains the file with the saved queries. */
  readonly root: string;
  /** Schemas of all entities and of their index rows; empty if the project has no definitions. */
  readonly schemas: readonly AnySchema[];
  /**
   * Returns the brand of a property, which the schema lacks; undefined if it has none.
   * @param property name of the property in the definition
   */
  brandOf(entity: string, property: string): string | undefined;
  /** Finds the schema that a row matches, and checks the row against it. @param table name of the row's table */
  checkRow(table: string, row: StoredTableRow): CheckedRow;
  /**
   * Compares all rows of a table, and their index rows, with the definitions, as `tablewright verify` does.
   * @param report called after each page
   */
  verify(
    service: TableServiceView,
    table: string,
    report: (progress: VerifyProgress) => void,
    signal: AbortSignalLike,
  ): Promise<VerifiedTable>;
  /** Creates a CSV writer without columns. */
  createCsv(): CsvLines;
  /**
   * Reads the lines of a file, in the formats of `tablewright import`. A line that is no row of the table is an error.
   * @param format format of the file
   * @param text content of the file: CSV, NDJSON, or a JSON array
   */
  readLines(table: string, format: "csv" | "ndjson" | "json", text: string): AsyncIterable<FileLine>;
  /** SQL queries over the account; absent if `@tablewright/sql` is not installed. */
  readonly sql?: StudioSql;
  /** Reads the definitions again. @throws Error with what is wrong in them */
  reload?(): Promise<StudioProject>;
}
