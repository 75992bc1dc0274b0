/*
 * Entry point for tools that export tables: writes stored rows to Parquet files. Separate from the main entry point, because SQL queries do
 * not need it.
 */

export type { ColumnType } from "./duckdb/column-type.js";
export { entityParquet, tableParquet } from "./parquet/entity-parquet.js";
export type { ParquetColumn } from "./parquet/parquet-column.js";
export type { ParquetRelation } from "./parquet/parquet-relation.js";
export { fileBytes, ParquetStage, type StagedSize, type TakenRows } from "./parquet/parquet-stage.js";
