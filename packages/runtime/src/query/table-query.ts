import type { StoredTableRow } from "../codec/rows/table-row.js";
import type { Connection } from "../connection/connection.js";
import type { TextRange } from "../odata/filter-prefix.js";
import type { WhereSystem } from "../schema/conditions.js";
import type { KeyScope } from "./key-scope.js";
import type { PagedRows } from "./query.js";
import { QueryBuilder } from "./query-builder.js";
import type { QueryOptions } from "./query-options.js";
import { stateOfRows } from "./query-state.js";
import { tableRowReader } from "./readers/table-row-reader.js";

/** Query of rows without a definition, of any kind. Immutable: each method returns a new query. */
export interface TableQuery extends PagedRows<StoredTableRow> {
  /** Keeps the rows that meet this condition. For properties use `$odata`, since no definition declares their types. */
  where(condition: WhereSystem): TableQuery;
  /** Reads only these stored properties, the keys and Timestamp. */
  select(...names: readonly string[]): TableQuery;
  /** Reads at most this many rows in total. */
  take(rows: number): TableQuery;
}

/** Queries the rows of a table in one partition, all or in a range, or in a range of partitions. */
export function createTableQuery(
  connection: Connection,
  table: string,
  partitionKey: KeyScope,
  options: QueryOptions = {},
  rowKey: TextRange = {},
): TableQuery {
  return new QueryBuilder(stateOfRows(connection, tableRowReader(table), partitionKey, options, rowKey));
}
