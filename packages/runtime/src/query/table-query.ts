import { unrequestedRowError } from "../codec/decode/requested-row.js";
import { decodeTableRow, type StoredTableRow } from "../codec/rows/table-row.js";
import { checkCount } from "../connection/check-count.js";
import type { Connection } from "../connection/connection.js";
import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import { and, type Filter } from "../odata/filter.js";
import type { TextRange } from "../odata/filter-prefix.js";
import { filterOfWhere } from "../odata/filter-where.js";
import type { WhereSystem } from "../schema/conditions.js";
import { type KeyScope, rowsInScope } from "./key-scope.js";
import { planQuery, queryText } from "./plan-query.js";
import type { PagedRows } from "./query.js";
import type { QueryOptions, QueryPlan } from "./query-options.js";
import type { RowSource } from "./row-source.js";
import { SourceRows } from "./source-rows.js";

/** A query of rows without a definition, of any kind. Immutable: each method returns a new query. */
export interface TableQuery extends PagedRows<StoredTableRow> {
  /** Use `$odata` for conditions on properties, since no definition declares their types. */
  where(condition: WhereSystem): TableQuery;
  /** Reads only these stored properties, the keys and Timestamp. */
  select(...names: readonly string[]): TableQuery;
  /** At most this many rows in total. */
  take(rows: number): TableQuery;
}

/** The rows of a table in one partition, all or in a range, or in a range of partitions. */
export function createTableQuery(
  connection: Connection,
  table: string,
  partitionKey: KeyScope,
  options: QueryOptions = {},
  rowKey: TextRange = {},
): TableQuery {
  return new TableQueryOf({
    connection,
    table,
    partitionKey,
    rowKey,
    options,
    filter: true,
    select: undefined,
    limit: undefined,
  });
}

/** What a query asks for. */
export interface TableQueryState {
  readonly connection: Connection;
  readonly table: string;
  readonly partitionKey: KeyScope;
  readonly rowKey: TextRange;
  readonly options: QueryOptions;
  readonly filter: Filter;
  readonly select: readonly string[] | undefined;
  readonly limit: number | undefined;
}

/** Undefined for a query that no client of this package has made. */
export function stateOf(query: TableQuery): TableQueryState | undefined {
  return TableQueryOf.stateOf(query);
}

class TableQueryOf extends SourceRows<StoredTableRow> implements TableQuery {
  readonly #state: TableQueryState;

  constructor(state: TableQueryState) {
    super(sourceOf(state, false) as RowSource<StoredTableRow>);
    this.#state = state;
  }

  where(condition: WhereSystem): TableQueryOf {
    const { table, filter } = this.#state;
    return this.#with({ filter: and([filter, filterOfWhere({ name: table, properties: {} }, condition)]) });
  }

  select(...names: readonly string[]): TableQueryOf {
    const { table } = this.#state;
    if (names.length === 0) throw new TableError("query.invalid-option", `select needs a property of ${table}.`);
    for (const name of names) {
      if (typeof name === "string") continue;
      throw new TableError(
        "query.invalid-option",
        `select takes names, such as select("a", "b"), not ${formatValue(name)}.`,
      );
    }
    return this.#with({ select: [...new Set(["PartitionKey", "RowKey", "Timestamp", ...names])] });
  }

  take(rows: number): TableQueryOf {
    checkCount("take", rows, 0);
    return this.#with({ limit: rows });
  }

  static stateOf(query: TableQuery): TableQueryState | undefined {
    return #state in query ? query.#state : undefined;
  }

  #with(change: Partial<TableQueryState>): TableQueryOf {
    return new TableQueryOf({ ...this.#state, ...change });
  }
}

/** Rows that are only counted are not decoded. */
export function sourceOf(state: TableQueryState, isCounted: boolean): RowSource<unknown> {
  const { connection, table, partitionKey, rowKey, options, limit } = state;
  const isInScope = rowsInScope(partitionKey, rowKey);
  let plan: QueryPlan | undefined;
  return {
    connection,
    options,
    limit,
    metadata: isCounted ? "none" : "minimal",
    isExact: !isCounted,
    isRequested: isInScope,
    get plan() {
      plan ??= planOf(state);
      return plan;
    },
    decode(row) {
      if (!isInScope(row)) throw unrequestedRowError(table, row, queryText(table, this.plan.filters));
      return isCounted ? row : decodeTableRow(table, row);
    },
    counted: () => sourceOf({ ...state, select: ["PartitionKey", "RowKey"] }, true),
  };
}

function planOf({ connection, table, partitionKey, rowKey, options, filter, select }: TableQueryState): QueryPlan {
  const maxComparisons = options.maxComparisons ?? connection.limits.comparisons;
  return planQuery({ table, partitionKey, rowKey, filter, select, maxComparisons });
}
