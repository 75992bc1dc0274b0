import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { EntityClass, TableServiceView } from "@tablewright/runtime";
import type { EntityTypes } from "@tablewright/runtime/codegen/v1";
import type { AbortSignalLike } from "@tablewright/runtime/types";
import type { RowSchema } from "./row-schema.js";
import { SqlQuery } from "./sql-query.js";

/** Generated class. Its name in SQL is the name of its member in the argument of {@link analyze}. */
export interface AnalyzedClass {
  readonly $schema: { readonly name: string; readonly table: string };
}

/** Options of all queries. */
export interface AnalyzeOptions {
  /** Number of requests in flight: 1 to 64. Default 8. */
  readonly parallel?: number;
  /** Maximum number of rows to read of one relation. Default 1,000,000. More are `sql.too-many-rows`. */
  readonly maxRows?: number;
  /** Maximum memory of DuckDB, such as `"1GB"`. Work that needs more memory uses files. Default `"128MB"`. */
  readonly memoryLimit?: string;
  /** Folder for these files. Default: a folder in the operating system's folder for temporary files. */
  readonly temporaryFolder?: string;
  /** False to read relations whole and to check all conditions in DuckDB. The result is the same. Default true. */
  readonly pushdown?: boolean;
}

/** Options of one query. */
export interface SqlOptions<Row> {
  /** Validator of the rows, which also gives their type. */
  readonly schema?: RowSchema<Row>;
  readonly signal?: AbortSignalLike | undefined;
  /** Called with each number of rows that were read from the service. */
  readonly onRows?: (rows: number) => void;
}

/** Entities of an account, as relations of SQL. */
export interface Analysis {
  /**
   * Makes a query in DuckDB's SQL. Relations are the entities, `table('Shop')` for the rows of a table without a definition, and files such
   * as `read_parquet('old.parquet')`. An entity's columns are its properties and `Timestamp`.
   *
   * ```ts
   * const rows = await analyze(service, { Order })
   *   .sql<{ currency: string; sum: number }>("SELECT currency, sum(total) AS sum FROM Order WHERE total > 5 GROUP BY ALL")
   *   .toArray();
   * ```
   * Conditions that the service can check become keys and `$filter`, columns become `$select`, and `LIMIT` becomes `$top`.
   */
  sql<Row extends object = Record<string, unknown>>(text: string, options?: SqlOptions<Row>): SqlQuery<Row>;
}

const none = () => undefined;

/** Prepares SQL queries of entities: `analyze(service, { Order, Customer }).sql("SELECT …")`. */
export function analyze(
  service: TableServiceView,
  entities: Readonly<Record<string, AnalyzedClass>>,
  options: AnalyzeOptions = {},
): Analysis {
  const { parallel = 8, maxRows = 1_000_000, memoryLimit = "128MB", pushdown = true } = options;
  const temporaryFolder = options.temporaryFolder ?? join(tmpdir(), `tablewright-sql-${process.pid}`);
  const threads = Math.min(4, availableParallelism());
  const shared = {
    service,
    entities: entities as unknown as Readonly<Record<string, EntityClass<EntityTypes>>>,
    database: { memoryLimit, temporaryFolder, threads },
    parallel,
    maxRows,
    pushdown,
  };
  return {
    sql: (text, { schema, signal, onRows = none } = {}) => new SqlQuery({ ...shared, signal, onRows }, text, schema),
  };
}
