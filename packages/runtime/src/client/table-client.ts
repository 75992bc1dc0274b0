import { type Bulk, type BulkInput, type BulkOptions, bulkOptionForms, type TableBulkItem } from "../bulk/bulk.js";
import { tableOperations } from "../bulk/check-item.js";
import { createBulk } from "../bulk/create-bulk.js";
import { checkRequestedRow } from "../codec/decode/requested-row.js";
import type { EdmValue } from "../codec/rows/edm-value.js";
import { decodeTableRow, type StoredTableRow, type TableRow } from "../codec/rows/table-row.js";
import { checkCount } from "../connection/check-count.js";
import { type CallOptions, type Connection, callOptionForms } from "../connection/connection.js";
import { tableIn } from "../connection/mapped-tables.js";
import { checkOptions } from "../errors/check-options.js";
import { intersect } from "../odata/filter-prefix.js";
import { getExactEntity } from "../operations/entities/get-entity.js";
import { readRowKeyRange, scannedRange } from "../query/create-query.js";
import {
  type PartitionRowsOptions,
  partitionRowsOptionForms,
  type ScanOptions,
  type SplitOptions,
  scanOptionForms,
  splitOptionForms,
} from "../query/query-options.js";
import { createTableQuery, type TableQuery } from "../query/table-query.js";
import { checkKey } from "../schema/check-key.js";
import type { EntityId } from "../schema/entity-types.js";
import { type WriteResult, written } from "../write/planned-write.js";
import { TableRows, type TableRowTypes } from "../write/row-encoder.js";
import { entityNotFound } from "../write/row-errors.js";
import { type ConditionalOptions, conditionalOptionForms, type Written } from "../write/write-options.js";
import type { WriteItem, Writer } from "../write/writer.js";

/**
 * Reads and writes rows without a definition: keys as they are stored, and values with their Edm type, such as `edm.int64(5n)` of
 * `@tablewright/runtime/edm`. Its checks and errors are those of `EntityClient`, but messages name the table instead of an entity.
 */
export class TableClient {
  /** Name of the table itself, also in a view that `withTables` made. */
  readonly name: string;
  readonly #writer: Writer;
  readonly #connection: Connection;
  readonly #rows: TableRows;

  /** @internal Applications create one with `service.table("Shop")`. @throws TableError `table.invalid-name`, `table.reserved-name` */
  constructor(writer: Writer, name: string) {
    this.#writer = writer;
    this.#connection = writer.connection;
    this.name = tableIn(this.#connection, name);
    this.#rows = new TableRows(this.name);
  }

  /**
   * Inserts a row. For a lock or an idempotency key, store a unique value in it.
   * @throws ServiceError `entity.already-exists`
   * @see https://learn.microsoft.com/rest/api/storageservices/insert-entity
   */
  async insert(row: TableRow, options?: CallOptions): Promise<Written> {
    checkOptions("insert", options, callOptionForms);
    return written(await this.#send({ insert: row }, options));
  }

  /**
   * Inserts a row, or changes only the given properties of the existing one.
   * @see https://learn.microsoft.com/rest/api/storageservices/insert-or-merge-entity
   */
  async insertOrMerge(row: TableRow, options?: CallOptions): Promise<Written> {
    checkOptions("insertOrMerge", options, callOptionForms);
    return written(await this.#send({ insertOrMerge: row }, options));
  }

  /**
   * Inserts a row, or replaces the existing one as a whole.
   * @see https://learn.microsoft.com/rest/api/storageservices/insert-or-replace-entity
   */
  async insertOrReplace(row: TableRow, options?: CallOptions): Promise<Written> {
    checkOptions("insertOrReplace", options, callOptionForms);
    return written(await this.#send({ insertOrReplace: row }, options));
  }

  /**
   * Changes the given properties of a row and keeps the others.
   * @throws TableError `write.nothing` if no property has a value
   * @throws ServiceError `entity.not-found`; `entity.condition-not-met` if the row has changed since `ifMatch`
   * @see https://learn.microsoft.com/rest/api/storageservices/merge-entity
   */
  async merge(
    id: EntityId,
    properties: Readonly<Record<string, EdmValue | undefined>>,
    options: ConditionalOptions,
  ): Promise<Written> {
    checkOptions("merge", options, conditionalOptionForms);
    return written(await this.#send({ merge: id, changes: properties, ifMatch: options?.ifMatch }, options));
  }

  /**
   * Replaces an existing row as a whole.
   * @throws ServiceError `entity.not-found`; `entity.condition-not-met` if the row has changed since `ifMatch`
   * @see https://learn.microsoft.com/rest/api/storageservices/update-entity2
   */
  async replace(row: TableRow, options: ConditionalOptions): Promise<Written> {
    checkOptions("replace", options, conditionalOptionForms);
    return written(await this.#send({ replace: row, ifMatch: options?.ifMatch }, options));
  }

  /**
   * Deletes a row. After an attempt without a usable response, `true` means only that the row is missing. Claim work by merging a unique
   * value, not by deleting.
   * @returns whether the row existed
   * @throws ServiceError `entity.condition-not-met` if the row has changed since `ifMatch`
   * @see https://learn.microsoft.com/rest/api/storageservices/delete-entity1
   */
  async delete(id: EntityId, options: ConditionalOptions): Promise<boolean> {
    checkOptions("delete", options, conditionalOptionForms);
    return (await this.#send({ delete: id, ifMatch: options?.ifMatch }, options)) === true;
  }

  /**
   * Writes any number of rows, even from an endless source, as `EntityClient.bulk` does: grouped by partition, up to 100 in a request,
   * several requests concurrently, each item with its own outcome.
   * ```ts
   * const { written } = await service.table("Shop").bulk(rows.map((row) => ({ insertOrReplace: row })));
   * ```
   * @throws BulkError `bulk.failed` if it is awaited and an item was not written: the counts and the first 10 errors
   * @throws TableError `bulk.used-twice` if it is awaited or iterated a second time
   */
  bulk<Item extends TableBulkItem>(items: BulkInput<Item>, options: BulkOptions = {}): Bulk<Item> {
    checkOptions("bulk", options, bulkOptionForms);
    const target = { writer: this.#writer, rows: this.#rows, operations: tableOperations };
    return createBulk<TableRowTypes, Item>(target, items, options);
  }

  /** Reads one row, or returns undefined if there is no such row. @throws ServiceError `table.not-found` */
  async get(id: EntityId, options?: CallOptions): Promise<StoredTableRow | undefined> {
    checkOptions("get", options, callOptionForms);
    const row = await this.#connection.send(getExactEntity, this.#address(id), options);
    if (row === undefined) return undefined;
    checkRequestedRow(this.name, row, id);
    return decodeTableRow(this.name, row);
  }

  /** Reads one row. @throws TableError `entity.not-found` if there is no such row */
  async getOrThrow(id: EntityId, options?: CallOptions): Promise<StoredTableRow> {
    const row = await this.get(id, options);
    if (row === undefined) throw entityNotFound(`row of ${this.name}`, id);
    return row;
  }

  /** Queries the rows of one partition, by its stored PartitionKey. Sends no request until rows are read. */
  query(partitionKey: string, options: PartitionRowsOptions = {}): TableQuery {
    checkOptions("query", options, partitionRowsOptionForms, "query.invalid-option");
    checkKey(this.name, "PartitionKey", partitionKey, this.#connection.limits);
    return createTableQuery(this.#connection, this.name, { eq: partitionKey }, options, readRowKeyRange(options));
  }

  /** Queries the rows of all partitions. Reads the whole table, unless the options narrow it. */
  scan(options: ScanOptions = {}): TableQuery {
    checkOptions<Omit<ScanOptions, "parallel">>("scan", options, scanOptionForms, "query.invalid-option");
    return createTableQuery(this.#connection, this.name, scannedRange(options), options);
  }

  /**
   * Looks up PartitionKeys that divide the table into about this many ranges, so that several readers can each scan one. Returns them in
   * order, and fewer if the table has fewer partitions or the search would take too many requests. With `partitionKey`, looks up RowKeys
   * that divide that partition.
   * @param ranges 1 to 64
   */
  async splitKeys(ranges: number, options: SplitOptions = {}): Promise<string[]> {
    checkOptions("splitKeys", options, splitOptionForms);
    checkCount("ranges", ranges, 1, 64);
    const { partitionKey, after, ...call } = options;
    const { findSplits } = await import("../query/read-in-parallel.js");
    const query = { ...call, prefetch: 0 } as const;
    // Space is the lowest character that a key may contain, so this is the first key that can follow `after`.
    const rest = after === undefined ? {} : { ge: `${after} ` };
    const keys = await findSplits(
      async (wanted) => {
        const { ge, lt } = intersect(rest, wanted);
        const range = { ...(ge && { ge }), ...(lt && { lt }) };
        const rows =
          partitionKey === undefined
            ? this.scan({ ...query, partitionKeyRange: range })
            : this.query(partitionKey, { ...query, rowKeyRange: range });
        const first = await rows.select("RowKey").first();
        return partitionKey === undefined ? first?.partitionKey : first?.rowKey;
      },
      "",
      ranges,
    );
    return after === undefined ? keys : keys.filter((key) => key > after);
  }

  #address(id: EntityId) {
    return { table: this.name, ...this.#rows.encodeKey(id, this.#connection.limits) };
  }

  #send(item: WriteItem<TableRowTypes>, options: CallOptions | undefined): Promise<WriteResult> {
    return this.#writer.send(this.#writer.plan(this.#rows, item), options);
  }
}
