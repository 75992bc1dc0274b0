import { type ColumnType, quoteName } from "../duckdb/column-type.js";
import type { Database } from "../duckdb/database.js";
import type { TableAppender } from "../duckdb/table-appender.js";
import { type Column, DateOutOfRange } from "../relations/relation.js";

/**
 * DuckDB table with the rows of a relation. If `isChanged` is set, the next `append` first gives the table the columns and types that the
 * relation got while its rows were read.
 */
export class LoadedTable<Row> {
  /** True if the relation has columns or types that the table does not have yet. */
  isChanged = false;
  readonly #database: Database;
  readonly #name: string;
  readonly #columnsOf: () => readonly Column<Row>[];
  /** Types of the columns that the table has. */
  #types: Map<string, ColumnType>;
  #appender: TableAppender | undefined;

  constructor(database: Database, name: string, columnsOf: () => readonly Column<Row>[]) {
    this.#database = database;
    this.#name = name;
    this.#columnsOf = columnsOf;
    this.#types = new Map(columnsOf().map((column) => [column.name, column.type]));
  }

  async append(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    if (this.isChanged) await this.#followColumns();
    const columns = this.#columnsOf();
    let values: ReturnType<Column<Row>["valueOf"]>[][];
    try {
      values = columns.map((column) => rows.map((row) => column.valueOf(row)));
    } catch (error) {
      const isText =
        error instanceof DateOutOfRange && columns.find(({ name }) => name === error.column)?.type === "VARCHAR";
      if (!isText) throw error;
      this.isChanged = true;
      return this.append(rows);
    }
    this.#appender ??= await this.#database.append(
      this.#name,
      columns.length === 0 ? ["BOOLEAN"] : columns.map(({ type }) => type),
    );
    this.#appender.append(columns.length === 0 ? [rows.map(() => null)] : values, rows.length);
  }

  /** Makes all appended rows visible to queries. */
  flush(): void {
    this.#appender?.flush();
  }

  close(): void {
    this.#appender?.close();
    this.#appender = undefined;
  }

  async #followColumns(): Promise<void> {
    this.close();
    const table = quoteName(this.#name);
    for (const { name, type } of this.#columnsOf()) {
      const column = quoteName(name);
      const former = this.#types.get(name);
      if (former === undefined) await this.#database.run(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
      else if (former !== type)
        await this.#database.run(
          `ALTER TABLE ${table} ALTER ${column} TYPE ${type} USING ${converted(column, former, type)}`,
        );
      this.#types.set(name, type);
    }
    this.isChanged = false;
  }
}

/**
 * Returns an SQL expression that converts the values that a column has so far to its new type. As text they have the format of values that
 * are added later.
 */
function converted(column: string, from: ColumnType, to: ColumnType): string {
  if (to === "VARCHAR" && from === "TIMESTAMP_NS") return `strftime(${column}, '%Y-%m-%dT%H:%M:%S.%n')[:27] || 'Z'`;
  if (to === "VARCHAR" && from === "BLOB") return `base64(${column})`;
  return `CAST(${column} AS ${to})`;
}
