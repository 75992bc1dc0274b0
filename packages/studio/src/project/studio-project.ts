import type { StoredTableRow } from "@tablewright/runtime";
import type { EntitySchema, EntityTypes } from "@tablewright/runtime/codegen/v1";

/** Schema of any entity. */
export type AnySchema = EntitySchema<EntityTypes>;

/** Finding about a row, as `tablewright verify` reports it. */
export interface ProjectFinding {
  readonly code: string;
  readonly message: string;
  readonly property: string | undefined;
}

/** Definition that reads a row, and the findings about the row. */
export interface CheckedRow {
  readonly schema: AnySchema | undefined;
  readonly findings: readonly ProjectFinding[];
}

/** Lines of CSV whose columns grow with the rows, as `tablewright export` writes them. */
export interface CsvLines {
  /** Adds the columns of a row that the header lacks. */
  add(row: StoredTableRow): void;
  /** Returns the line of the column names, as of all rows that were added. */
  header(): string;
  /** Returns a row as a line, in the order of the header. */
  line(row: StoredTableRow): string;
}

/** Project of a Studio, and the functions of the command line that it shares. */
export interface StudioProject {
  /** Absolute path of the project's folder, which keeps the saved queries. */
  readonly root: string;
  /** Schemas of all entities and of the rows of their indexes; empty without definitions. */
  readonly schemas: readonly AnySchema[];
  /** Finds the definition of a row and compares the row with it. @param table name of the row's table */
  checkRow(table: string, row: StoredTableRow): CheckedRow;
  /** Starts a file of CSV without columns. */
  createCsv(): CsvLines;
}
