/*
 * SQL queries over Azure tables. DuckDB runs inside this process and gets only the rows that a query needs.
 */

export type { ResultColumn } from "./duckdb/database.js";
export { isSqlError, SqlError, type SqlErrorCode } from "./errors/sql-error.js";
export type { RowEstimate } from "./estimate/estimate-range.js";
export type { ReadEstimate, TransferEstimate } from "./estimate/estimate-read.js";
export { estimateRows } from "./estimate/estimate-rows.js";
export { type Analysis, type AnalyzedClass, type AnalyzeOptions, analyze, type SqlOptions } from "./query/analyze.js";
export type { RelationPlan } from "./query/relation-plan.js";
export type { RowSchema } from "./query/row-schema.js";
export type { SqlQuery, SqlResult } from "./query/sql-query.js";
