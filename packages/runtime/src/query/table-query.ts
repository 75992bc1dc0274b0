import { idOf, readETag } from "../codec/payload.js";
import { formatValue } from "../errors/format-value.js";
import { invalidQuery } from "../errors/table-error.js";
import type { Connection } from "../rest/connection.js";
import { decodeTableRow, type StoredTableRow } from "../rows/table-row.js";
import type { EntityPayload } from "../schema/entity-schema.js";
import type { RowAddress } from "./entity-reader.js";
import { edmFilter, type TableWhere } from "./filter/edm-filter.js";
import type { TextRange } from "./filter/filter.js";
import type { KeyScope } from "./key-scope.js";
import type { PagedRows } from "./query.js";
import { checkSelectsAny, QueryBuilder } from "./query-builder.js";
import type { QueryOptions } from "./query-options.js";
import { stateOfRows } from "./query-state.js";
import type { RowReader } from "./row-reader.js";

/** Query of rows without an entity definition, of any kind. Immutable: each method returns a new query. */
export interface TableQuery extends PagedRows<StoredTableRow> {
  /**
   * Keeps the rows that meet all these conditions, and those of earlier calls. Each value states its Edm type, because there is no
   * definition. A row that lacks a property meets no condition on it.
   * ```ts
   * legacy.scan().where({ owner: edm.of("Ann"), tries: { ge: edm.int32(3) }, $or: [{ due: { lt: edm.of(date) } }, { done: edm.of(true) }] })
   * // $filter: owner eq 'Ann' and tries ge 3 and (due lt datetime'2024-01-01T00:00:00Z' or done eq true)
   * ```
   * @throws TableError `query.*`, `value.*`, `property.invalid-name`, naming the table, the property and the operator
   */
  where(condition: TableWhere): TableQuery;
  /**
   * Reads only these stored properties, besides the keys and Timestamp.
   * ```ts
   * const rows = await legacy.query("p").select("owner").toArray();
   * ```
   */
  select(...names: readonly string[]): TableQuery;
  /**
   * Reads at most this many rows in total.
   * ```ts
   * const rows = await legacy.query("p").take(10).toArray();
   * ```
   */
  take(rows: number): TableQuery;
}

/** Query of rows without an entity definition. For any other query this type is a sentence, which the compiler shows as its message. */
export type OwnQuery<Q, Method extends string> = Q extends TableQuery
  ? Q
  : `✗ ${Method} takes a query of the same table without a definition`;

/** Returns a query of the rows of one partition, of a range of RowKeys in it, or of a range of partitions. */
export function createTableQuery(
  connection: Connection,
  table: string,
  partitionKey: KeyScope,
  options: QueryOptions = {},
  rowKey: TextRange = {},
): TableQuery {
  return new TableQueryBuilder(stateOfRows(connection, tableRowReader(table), partitionKey, options, rowKey));
}

class TableQueryBuilder extends QueryBuilder<StoredTableRow> implements TableQuery {
  select(...names: readonly string[]): TableQueryBuilder {
    const { table } = this.state.reader;
    checkSelectsAny(names, table);
    return this.derive({ reader: tableRowReader(table, selectedNames(names)) });
  }
}

/** Returns a reader of rows without an entity definition: whole rows, or only the stored properties in `select`. */
export function tableRowReader(table: string, select?: readonly string[]): RowReader<StoredTableRow> {
  return {
    ...buildReader(table, select),
    isExact: true,
    decode: (row) => decodeTableRow(table, row),
  };
}

/** Returns a reader of the keys and ETags of rows without an entity definition. */
export function tableAddressReader(table: string): RowReader<RowAddress> {
  return { ...buildReader(table, keyNames), decode: (row) => ({ ...idOf(row), $etag: readETag(row) }) };
}

/** Returns a reader of rows without an entity definition as they are stored, for writing them back. */
export function tablePayloadReader(table: string): RowReader<EntityPayload> {
  return { ...buildReader(table, undefined), isExact: true, decode: (row) => row };
}

const keyNames: readonly string[] = ["PartitionKey", "RowKey"];

function buildReader(table: string, select: readonly string[] | undefined) {
  return {
    reads: "table rows",
    table,
    filtered: { name: table, properties: {}, anyProperty: edmFilter },
    select,
    metadata: "minimal",
    isExact: false,
    onMismatch: undefined,
    nameOf: () => table,
    counted: (): RowReader<unknown> => ({
      ...buildReader(table, keyNames),
      metadata: "none",
      decode: (row: EntityPayload) => row,
    }),
  } as const;
}

/** Checks the names of a `select`. Returns them together with those of the keys and Timestamp. @throws TableError `query.invalid-option` */
export function selectedNames(names: readonly string[]): readonly string[] {
  for (const name of names) {
    if (typeof name === "string") continue;
    throw invalidQuery(`select takes names, such as select("a", "b"), not ${formatValue(name)}.`);
  }
  return [...new Set([...keyNames, "Timestamp", ...names])];
}
