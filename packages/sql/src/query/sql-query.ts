import type { ResultColumn } from "../duckdb/database.js";
import { OpenQuery, type QueryContext } from "./open-query.js";
import type { RelationPlan } from "./relation-plan.js";
import { checkedRow, type RowSchema } from "./row-schema.js";

/** Result of a query. Its rows are read from DuckDB on demand. Dispose of the result to free the memory. */
export interface SqlResult extends Disposable {
  readonly columns: readonly ResultColumn[];
  /** DateTime columns that the query treated as text, because a date in them is before 1677 or after 2262: `Order.placedAt`. */
  readonly textDates: readonly string[];
  /** Columns that the query names, but no row of a table without a definition has: `table('Shop').note`. They are NULL. */
  readonly missingColumns: readonly string[];
  /** Rows in groups, none of them empty. A row is an array with one value for each column. */
  readonly groups: AsyncIterable<readonly (readonly unknown[])[]>;
}

/** SQL query. Sends no request until it is read, and runs again each time it is read. */
export class SqlQuery<Row> implements AsyncIterable<Row> {
  readonly #context: QueryContext;
  readonly #text: string;
  readonly #schema: RowSchema<Row> | undefined;

  /** @internal */
  constructor(context: QueryContext, text: string, schema: RowSchema<Row> | undefined) {
    this.#context = context;
    this.#text = text;
    this.#schema = schema;
  }

  /** Reads the result rows as objects, with a member for each column. The member is null if the row lacks the property. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void> {
    using result = await this.open();
    const names = result.columns.map(({ name }) => name);
    for await (const group of result.groups) {
      for (const values of group) {
        const row = Object.fromEntries(names.map((name, index) => [name, values[index]]));
        yield this.#schema === undefined ? (row as Row) : await checkedRow(this.#schema, row);
      }
    }
  }

  /**
   * Reads all result rows into an array.
   * @throws SqlError `sql.invalid`, `sql.not-a-query`, `sql.too-many-rows`, `sql.invalid-row`
   * @throws TableError for errors of the service
   */
  async toArray(): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const row of this) rows.push(row);
    return rows;
  }

  /**
   * Returns the requests that the query would send for each relation, without reading the rows.
   * @param options `estimateRows: true` also estimates what the service reads and what it sends, which takes some requests for keys.
   * Otherwise no request is sent, except to divide tables without a definition into ranges, and to sample them
   * @throws SqlError `sql.invalid`
   */
  async explain({ estimateRows = false }: { readonly estimateRows?: boolean } = {}): Promise<RelationPlan[]> {
    using query = await OpenQuery.open(this.#context, this.#text);
    return await query.explain(estimateRows);
  }

  /** Runs the query and returns the result columns with their types, and the rows. */
  async open(): Promise<SqlResult> {
    const query = await OpenQuery.open(this.#context, this.#text);
    try {
      const { columns, groups } = await query.run();
      const { textDates, missingColumns } = query;
      return { columns, groups, textDates, missingColumns, [Symbol.dispose]: () => query[Symbol.dispose]() };
    } catch (error) {
      query[Symbol.dispose]();
      throw error;
    }
  }

  /** Runs the query and writes the result to a Parquet file, compressed with zstd. Returns the number of rows written. */
  async writeParquet(path: string): Promise<number> {
    using query = await OpenQuery.open(this.#context, this.#text);
    return await query.writeParquet(path);
  }
}
