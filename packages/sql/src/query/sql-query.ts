import type { ResultColumn } from "../duckdb/database.js";
import { OpenQuery, type QueryContext, type RelationPlan } from "./open-query.js";
import { checkedRow, type RowSchema } from "./row-schema.js";

/** Result of a query, whose rows are read on demand. Dispose of it to free its memory. */
export interface SqlResult extends Disposable {
  readonly columns: readonly ResultColumn[];
  /** Columns that are text, because a date in them is before 1677 or after 2262: `Order.placedAt`. */
  readonly textDates: readonly string[];
  /** Groups of rows, each row with a value for each column. */
  readonly groups: AsyncIterable<readonly (readonly unknown[])[]>;
}

/** SQL query. Sends no request before it is read. Each read runs the query again. */
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

  /** Reads the rows, as objects with a member for each column. Null stands for a property that a row lacks. */
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
   * Reads all rows.
   * @throws SqlError `sql.invalid`, `sql.not-a-query`, `sql.too-many-rows`, `sql.invalid-row`
   * @throws TableError for errors of the service
   */
  async toArray(): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const row of this) rows.push(row);
    return rows;
  }

  /**
   * Returns the requests for each relation.
   * @param options `estimateRows: true` estimates the rows that are read, by some requests for keys. Otherwise none is sent, except to
   * divide raw tables
   * @throws SqlError `sql.invalid`
   */
  async explain({ estimateRows = false }: { readonly estimateRows?: boolean } = {}): Promise<RelationPlan[]> {
    using query = await OpenQuery.open(this.#context, this.#text);
    return await query.explain(estimateRows);
  }

  /** Runs the query, and returns its columns with their types and its rows. */
  async open(): Promise<SqlResult> {
    const query = await OpenQuery.open(this.#context, this.#text);
    try {
      const { columns, groups } = await query.run();
      const { textDates } = query;
      return { columns, groups, textDates, [Symbol.dispose]: () => query[Symbol.dispose]() };
    } catch (error) {
      query[Symbol.dispose]();
      throw error;
    }
  }

  /** Runs the query, and writes its rows to a Parquet file, compressed with zstd. Returns their number. */
  async writeParquet(path: string): Promise<number> {
    using query = await OpenQuery.open(this.#context, this.#text);
    return await query.writeParquet(path);
  }
}
