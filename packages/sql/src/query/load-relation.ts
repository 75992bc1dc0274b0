import type { StoredTableRow } from "@tablewright/runtime";
import { type ColumnType, quoteName } from "../duckdb/column-type.js";
import type { Database } from "../duckdb/database.js";
import { chunkSize, type TableAppender } from "../duckdb/table-appender.js";
import { SqlError } from "../errors/sql-error.js";
import type { RowEstimate } from "../relations/estimate-rows.js";
import { type Column, DateOutOfRange, type Relation } from "../relations/relation.js";
import { TableRelation } from "../relations/table-relation.js";

/** Options for loading the rows of a relation into DuckDB. */
export interface LoadOptions {
  readonly maxRows: number;
  /** Called with the number of rows that were added. */
  readonly onRows: (rows: number) => void;
  /** Estimates the total number of rows. Called only if there are more than `maxRows`, for the message of the error. */
  readonly estimate: () => Promise<RowEstimate | undefined>;
}

/** Creates an empty DuckDB table for a relation. @param needed names of the columns to create, by default all */
export async function createTable(
  database: Database,
  { name, columns }: Relation,
  needed?: readonly string[],
): Promise<void> {
  const created = columns.filter((column) => needed === undefined || needed.includes(column.name));
  const list = created.map((column) => `${quoteName(column.name)} ${column.type}`);
  // A table needs at least one column.
  await database.run(`CREATE OR REPLACE TABLE ${quoteName(name)} (${list.join(", ") || '"$row" BOOLEAN'})`);
}

/**
 * Writes the rows of a relation to its table, in chunks.
 * @throws SqlError `sql.too-many-rows`
 * @throws DateOutOfRange if a date does not fit the TIMESTAMP_NS column of an entity, which then has to be loaded as text
 */
export async function loadRelation<Row>(
  database: Database,
  relation: Relation<Row>,
  needed: readonly string[] | undefined,
  groups: AsyncIterable<readonly Row[]>,
  { maxRows, onRows, estimate }: LoadOptions,
): Promise<void> {
  await createTable(database, relation, needed);
  const table = new LoadedTable<Row>(database, relation.name, () =>
    relation.columns.filter((column) => needed === undefined || needed.includes(column.name)),
  );
  const learn = relation instanceof TableRelation ? (row: Row) => relation.learn(row as StoredTableRow) : () => false;
  let count = 0;
  let pending: Row[] = [];
  for await (const group of groups) {
    count += group.length;
    if (count > maxRows) throw tooManyRows(relation.table, maxRows, await estimate());
    for (const row of group) {
      if (learn(row)) table.isChanged = true;
      pending.push(row);
      if (pending.length < chunkSize) continue;
      await table.append(pending);
      onRows(pending.length);
      pending = [];
    }
  }
  await table.append(pending);
  onRows(pending.length);
  table.close();
}

function tooManyRows(table: string, maxRows: number, estimate: RowEstimate | undefined): SqlError {
  const isKnown = estimate !== undefined && estimate.rows > maxRows && estimate.kind !== "atLeast";
  const total = isKnown ? estimate.rows : maxRows;
  const precision = !isKnown ? "more than " : estimate.kind === "about" ? "about " : "";
  const requests = Math.ceil(total / 1000).toLocaleString("en");
  const needed = `${precision}${total.toLocaleString("en")} rows of table ${table} (requests: ${requests} or more)`;
  const problem = `The query needs ${needed}, and the maximum is ${maxRows.toLocaleString("en")}.`;
  return new SqlError("sql.too-many-rows", `${problem} Narrow it by its keys, or raise the maximum.`);
}

/** DuckDB table of a relation. It gets the new columns and types that the relation gets while its rows are read. */
class LoadedTable<Row> {
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

/** Returns an SQL expression that converts the stored values of a column to its new type, with the same text that later rows get. */
function converted(column: string, from: ColumnType, to: ColumnType): string {
  if (to === "VARCHAR" && from === "TIMESTAMP_NS") return `strftime(${column}, '%Y-%m-%dT%H:%M:%S.%n')[:27] || 'Z'`;
  if (to === "VARCHAR" && from === "BLOB") return `base64(${column})`;
  return `CAST(${column} AS ${to})`;
}
