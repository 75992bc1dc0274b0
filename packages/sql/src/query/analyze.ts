import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { EntityClass, TableServiceView } from "@tablewright/runtime";
import type { EntityTypes } from "@tablewright/runtime/codegen/v1";
import type { AbortSignalLike } from "@tablewright/runtime/types";
import type { RowSchema } from "./row-schema.js";
import { SqlQuery } from "./sql-query.js";

/** Generated entity class. Its name in SQL is its key in the object passed to {@link analyze}. */
export interface AnalyzedClass {
  readonly $schema: { readonly name: string; readonly table: string };
}

/** Options of {@link analyze}, which apply to all queries. */
export interface AnalyzeOptions {
  /** Maximum number of requests in flight: 1 to 64. Default 8. */
  readonly parallel?: number;
  /** Maximum number of rows to read from one relation. A query that needs more fails with `sql.too-many-rows`. Default 1,000,000. */
  readonly maxRows?: number;
  /** Maximum memory of DuckDB, such as `"1GB"`. Work that needs more memory uses temporary files. Default `"128MB"`. */
  readonly memoryLimit?: string;
  /** Folder for DuckDB's temporary files. Default: a folder in the operating system's folder for temporary files. */
  readonly temporaryFolder?: string;
  /** False to read whole relations and let DuckDB check all conditions. The result is the same. Default true. */
  readonly pushdown?: boolean;
  /** False if queries cannot read files, such as by `read_csv`: for SQL that others write. Default true. */
  readonly files?: boolean;
}

/** Options of one SQL query. */
export interface SqlOptions<Row> {
  /** Validator for the result rows. The rows have the type that it returns. */
  readonly schema?: RowSchema<Row>;
  readonly signal?: AbortSignalLike | undefined;
  /** Called repeatedly while rows are read from the service, with the number of rows added since the last call. */
  readonly onRows?: (rows: number) => void;
}

/** Entities and tables of an account, ready for SQL queries. */
export interface Analysis {
  /**
   * Creates a query in DuckDB's SQL. FROM can name an entity, `table('Shop')` for the rows of a table without a definition, or a file such
   * as `read_parquet('old.parquet')`. The columns of an entity are its properties and `Timestamp`.
   *
   * ```ts
   * const rows = await analyze(service, { Order })
   *   .sql<{ currency: string; sum: number }>("SELECT currency, sum(total) AS sum FROM Order WHERE total > 5 GROUP BY ALL")
   *   .toArray();
   * ```
   * Conditions that the service can check become keys and `$filter`, columns become `$select`, and `LIMIT` ends the read.
   */
  sql<Row extends object = Record<string, unknown>>(text: string, options?: SqlOptions<Row>): SqlQuery<Row>;
}

const none = () => undefined;

/** Makes entities available to SQL: `analyze(service, { Order, Customer }).sql("SELECT … FROM Order")`. Sends no request. */
export function analyze(
  service: TableServiceView,
  entities: Readonly<Record<string, AnalyzedClass>>,
  options: AnalyzeOptions = {},
): Analysis {
  const { parallel = 8, maxRows = 1_000_000, memoryLimit = "128MB", pushdown = true, files = true } = options;
  const temporaryFolder = options.temporaryFolder ?? join(tmpdir(), `tablewright-sql-${process.pid}`);
  const threads = Math.min(4, availableParallelism());
  const shared = {
    service,
    entities: entities as unknown as Readonly<Record<string, EntityClass<EntityTypes>>>,
    database: { memoryLimit, temporaryFolder, threads, files },
    parallel,
    maxRows,
    pushdown,
  };
  return {
    sql: (text, { schema, signal, onRows = none } = {}) => new SqlQuery({ ...shared, signal, onRows }, text, schema),
  };
}
