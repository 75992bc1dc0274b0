import { type Bulk, type BulkInput, type BulkOptions, bulkOptionKinds, type TableBulkItem } from "../bulk/bulk.js";
import { createBulk } from "../bulk/create-bulk.js";
import type { DeletedRows, DeleteWhereOptions } from "../bulk/delete-rows.js";
import type { UpdatedRows, UpdateWhereOptions } from "../bulk/update-rows.js";
import { checkRequestedRow } from "../codec/decode-entity.js";
import { checkCount, checkFunction, checkOptions, checkQueryOptions } from "../errors/check-options.js";
import { readRowKeyRange, scannedRange } from "../query/entity-query.js";
import { intersect } from "../query/filter/filter.js";
import type { PartitionRowsOptions, ScanOptions, SplitOptions } from "../query/query-options.js";
import { partitionRowsOptionKinds, scanOptionKinds, splitOptionKinds } from "../query/query-options.js";
import { createTableQuery, type OwnQuery, selectedNames, type TableQuery } from "../query/table-query.js";
import type { Connection } from "../rest/connection.js";
import { getExactEntity } from "../rest/query-entities.js";
import type { WriteResult } from "../rest/write.js";
import { decodeTableRow, type StoredTableRow, type TableRow } from "../rows/table-row.js";
import { checkKey } from "../schema/check-key.js";
import type { EntityId, Partition } from "../schema/entity-schema.js";
import { tableIn } from "../schema/table-names.js";
import type { ModifyOptions } from "../write/modify-entity.js";
import type { MakeTableChange } from "../write/plan-change.js";
import { TableRows, type TableRowTypes } from "../write/row-encoder.js";
import { runTransaction } from "../write/transaction/run-transaction.js";
import type { TableTransaction } from "../write/transaction/table-transaction.js";
import type { AsyncCallback, TransactionResult } from "../write/transaction/transaction.js";
import { entityNotFound, rowName } from "../write/write-errors.js";
import type { ConditionalOptions, WriteOptions, Written } from "../write/write-options.js";
import { conditionalOptionKinds, writeOptionKinds, written } from "../write/write-options.js";
import type { WriteItem, Writer } from "../write/writer.js";
import type { TableGetManyOptions, TableGetOptions } from "./get-rows.js";
import { checkSelected, getMany, tableGetManyOptionKinds, tableGetOptionKinds } from "./get-rows.js";

/** Function of `modify`. It is kept after the first call, because `import()` takes 4 µs even if the module is loaded. */
let modify: typeof import("../write/modify-entity.js").modifyTableRow | undefined;

/**
 * Reads and writes rows without a definition: keys as they are stored, and values with their Edm type, such as `edm.int64(5n)` of
 * `@tablewright/runtime/edm`. It has the same checks and errors as `EntityClient`, but messages name the table instead of an entity.
 */
export class TableClient {
  /** Actual name of the table, also in a view from `withTables`. */
  readonly name: string;
  /** Name of the table as the caller passed it, before a view from `withTables` maps it. */
  readonly #given: string;
  readonly #writer: Writer;
  readonly #connection: Connection;
  readonly #rows: TableRows;

  /** @internal Applications create one with `service.table("Shop")`. @throws TableError `table.invalid-name`, `table.reserved-name` */
  constructor(writer: Writer, name: string) {
    this.#writer = writer;
    this.#connection = writer.connection;
    this.#given = name;
    this.name = tableIn(this.#connection, name);
    this.#rows = new TableRows(this.name);
  }

  /**
   * Inserts a row. For a lock or an idempotency key, store a unique value in it.
   * ```ts
   * await legacy.insert({ partitionKey: "p", rowKey: "1", properties: { owner: edm.of("Ann"), tries: edm.int32(0) } });
   * ```
   * @throws ServiceError `entity.already-exists`
   * @see https://learn.microsoft.com/rest/api/storageservices/insert-entity
   */
  async insert(row: TableRow, options?: WriteOptions): Promise<Written> {
    checkOptions("insert", options, writeOptionKinds);
    return written(await this.#send({ insert: row }, options));
  }

  /**
   * Inserts a row, or changes only the given properties of an existing row.
   * ```ts
   * await legacy.insertOrMerge({ partitionKey: "p", rowKey: "1", properties: { owner: edm.of("Bob") } }); // keeps tries
   * ```
   * @see https://learn.microsoft.com/rest/api/storageservices/insert-or-merge-entity
   */
  async insertOrMerge(row: TableRow, options?: WriteOptions): Promise<Written> {
    checkOptions("insertOrMerge", options, writeOptionKinds);
    return written(await this.#send({ insertOrMerge: row }, options));
  }

  /**
   * Inserts a row, or replaces the existing one as a whole.
   * ```ts
   * await legacy.insertOrReplace({ partitionKey: "p", rowKey: "1", properties: { owner: edm.of("Bob") } }); // removes tries
   * ```
   * @see https://learn.microsoft.com/rest/api/storageservices/insert-or-replace-entity
   */
  async insertOrReplace(row: TableRow, options?: WriteOptions): Promise<Written> {
    checkOptions("insertOrReplace", options, writeOptionKinds);
    return written(await this.#send({ insertOrReplace: row }, options));
  }

  /**
   * Changes the given properties of a row and keeps the others.
   * ```ts
   * await legacy.merge({ partitionKey: "p", rowKey: "1" }, { done: edm.of(true) }, { ifMatch: row.$etag });
   * ```
   * @throws TableError `write.nothing` if no property has a value
   * @throws ServiceError `entity.not-found`; `entity.condition-not-met` if the row has changed since `ifMatch`
   * @see https://learn.microsoft.com/rest/api/storageservices/merge-entity
   */
  async merge(id: EntityId, properties: TableRowTypes["merge"], options: ConditionalOptions): Promise<Written> {
    checkOptions("merge", options, conditionalOptionKinds);
    return written(await this.#send({ merge: id, changes: properties, ifMatch: options?.ifMatch }, options));
  }

  /**
   * Replaces an existing row as a whole.
   * ```ts
   * await legacy.replace({ ...row, properties: { owner: edm.of("Bob") } }, { ifMatch: row.$etag });
   * ```
   * @throws ServiceError `entity.not-found`; `entity.condition-not-met` if the row has changed since `ifMatch`
   * @see https://learn.microsoft.com/rest/api/storageservices/update-entity2
   */
  async replace(row: TableRow, options: ConditionalOptions): Promise<Written> {
    checkOptions("replace", options, conditionalOptionKinds);
    return written(await this.#send({ replace: row, ifMatch: options?.ifMatch }, options));
  }

  /**
   * Deletes a row. After an attempt without a usable response, `true` means only that the row is missing. Claim work by merging a unique
   * value, not by deleting.
   * ```ts
   * const existed = await legacy.delete({ partitionKey: "p", rowKey: "1" }, { ifMatch: row.$etag });
   * ```
   * @returns whether the row existed
   * @throws ServiceError `entity.condition-not-met` if the row has changed since `ifMatch`
   * @see https://learn.microsoft.com/rest/api/storageservices/delete-entity1
   */
  async delete(id: EntityId, options: ConditionalOptions): Promise<boolean> {
    checkOptions("delete", options, conditionalOptionKinds);
    return (await this.#send({ delete: id, ifMatch: options?.ifMatch }, options)) === true;
  }

  /**
   * Writes any number of rows, even from an endless source, as `EntityClient.bulk` does. It groups them by partition and sends up to 100 in
   * a request, several requests concurrently. Each item has its own outcome.
   * ```ts
   * const { written } = await service.table("Shop").bulk(rows.map((row) => ({ insertOrReplace: row })));
   * ```
   * @throws BulkError `bulk.failed` if it is awaited and an item was not written: the counts and the first 10 errors
   * @throws TableError `bulk.used-twice` if it is awaited or iterated a second time
   */
  bulk<Item extends TableBulkItem>(items: BulkInput<Item>, options: BulkOptions = {}): Bulk<Item> {
    checkOptions("bulk", options, bulkOptionKinds);
    return createBulk<TableRowTypes, Item>({ writer: this.#writer, rows: this.#rows }, items, options);
  }

  /**
   * Reads one row. With `select`, reads only these stored properties, the keys and Timestamp. Returns undefined if there is no such row.
   * ```ts
   * const row = await legacy.get({ partitionKey: "p", rowKey: "1" });
   * console.log(row?.properties["owner"]);
   * ```
   * @throws ServiceError `table.not-found`
   */
  async get(id: EntityId, options?: TableGetOptions): Promise<StoredTableRow | undefined> {
    checkOptions("get", options, tableGetOptionKinds);
    const { select, ...call } = options ?? {};
    if (select !== undefined) checkSelected(this.name, select);
    const address = { ...this.#address(id), select: select && selectedNames(select) };
    const row = await this.#connection.send(getExactEntity, address, call);
    if (row === undefined) return undefined;
    checkRequestedRow(this.name, row, id);
    return decodeTableRow(this.name, row);
  }

  /**
   * Reads one row.
   * ```ts
   * const { properties } = await legacy.getOrThrow({ partitionKey: "p", rowKey: "1" });
   * ```
   * @throws TableError `entity.not-found` if there is no such row
   */
  async getOrThrow(id: EntityId, options?: TableGetOptions): Promise<StoredTableRow> {
    const row = await this.get(id, options);
    if (row === undefined) throw entityNotFound(rowName(this.#rows), id);
    return row;
  }

  /**
   * Reads rows by their keys: one request for each key, several concurrently. The first failure rejects the call and aborts the other
   * requests.
   * ```ts
   * const [first, second] = await legacy.getMany([{ partitionKey: "p", rowKey: "1" }, { partitionKey: "p", rowKey: "2" }]);
   * ```
   * @returns one result for each key, in the order of the keys; undefined if there is no such row
   */
  async getMany(ids: readonly EntityId[], options: TableGetManyOptions = {}): Promise<(StoredTableRow | undefined)[]> {
    return getMany(ids, options, tableGetManyOptionKinds, (id, call) => this.get(id, call));
  }

  /**
   * Reads a row, calls `change` with it, and writes the changes that it returns under the ETag that was read. If another client has written
   * in between, it does all three again. If `change` returns undefined, or a change that sets and unsets nothing, nothing is written.
   * ```ts
   * await legacy.modify(id, ({ properties }) => ({ set: { done: edm.of(true) }, unset: ["due"] }));
   * ```
   * @returns the row's ETag
   * @throws TableError `entity.not-found` without `orInsert`; `modify.contradiction`; `write.contended`; `write.outcome-unknown`
   */
  async modify(id: EntityId, change: MakeTableChange, options: ModifyOptions<TableRowTypes> = {}): Promise<Written> {
    if (modify === undefined) {
      const { modifyTableRow } = await import("../write/modify-entity.js");
      modify = modifyTableRow;
    }
    return modify(this.#writer, this.#rows, id, change, options);
  }

  /**
   * Changes the rows that a query finds, each under the ETag that was read. If another client has changed or deleted a row since, the row
   * is left alone and counted as `changed`. All rows are read and all changes planned before the first write, even if the query selects
   * only some properties.
   * ```ts
   * const late = legacy.scan().where({ due: { lt: edm.of(new Date()) } });
   * await legacy.updateWhere(late, { late: edm.of(true) }, { max: 500 });
   * ```
   * @param changes the same properties for all rows, as `merge` takes them; or a function of the row, as for `modify`
   * @param options `max`: nothing is written if there are more rows than this; no default
   * @throws TableError the first failure, if no row was written; otherwise BulkError `bulk.failed` with the counts
   * @throws TableError `query.too-many-rows` if the query finds more than `max`; `write.nothing`, `value.*` for the changes
   */
  async updateWhere<Q>(
    query: OwnQuery<Q, "updateWhere">,
    changes: TableRowTypes["merge"] | MakeTableChange,
    options: UpdateWhereOptions,
  ): Promise<UpdatedRows> {
    const { updateTableRows } = await import("../bulk/update-rows.js");
    return updateTableRows(this.#writer, this.#rows, query, changes, options);
  }

  /**
   * Deletes the rows that a query finds, each under the ETag that was read. If another client has changed or deleted a row since, the row
   * is left alone and counted as `changed`. Only keys are read, all of them before the first deletion.
   * ```ts
   * const { deleted } = await legacy.deleteWhere(legacy.query("p").where({ done: edm.of(true) }), { max: 500 });
   * ```
   * @param options `max`: nothing is deleted if there are more rows than this; no default
   * @throws TableError the first failure, if no row was deleted; otherwise BulkError `bulk.failed` with the counts
   * @throws TableError `query.too-many-rows` if the query finds more than `max`
   */
  async deleteWhere<Q>(query: OwnQuery<Q, "deleteWhere">, options: DeleteWhereOptions): Promise<DeletedRows> {
    const { deleteTableRows } = await import("../bulk/delete-rows.js");
    return deleteTableRows(this.#writer, this.#rows, query, options);
  }

  /**
   * Deletes all rows of a partition. It deletes rows while it is still reading the keys of others, so memory does not grow with the
   * partition. Rows that are added during the call may remain.
   * ```ts
   * const deleted = await legacy.deletePartition("p");
   * ```
   * @returns the number of rows that it deleted
   * @throws TableError the first failure, if no row was deleted; otherwise BulkError `bulk.failed` with the counts
   */
  async deletePartition(partitionKey: string, options?: BulkOptions): Promise<number> {
    const { deletePartition } = await import("../bulk/delete-rows.js");
    return deletePartition(this.#writer, this.#partition(partitionKey), options);
  }

  /**
   * Applies 1 to 100 operations on rows of one partition, all or none of them. If the transaction also writes entities, use
   * `TableServiceClient.transaction`, whose `tx.rows` takes the same operations.
   * ```ts
   * await service.table("Legacy").transaction("p", (tx) => {
   *   tx.insert({ rowKey: "1", properties: { owner: edm.of("Ann") } });
   *   tx.delete("2", { ifMatch: "*" });
   * });
   * ```
   * @returns one result for each operation, in the same order
   * @throws TransactionError naming the operation that was rejected. Nothing was written, unless the error's `outcome` is `"unknown"`
   * @throws TableError `transaction.empty`, `transaction.asynchronous`
   * @see https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
   */
  async transaction<Result = void>(
    partitionKey: string,
    build: (tx: TableTransaction) => Result extends PromiseLike<unknown> ? AsyncCallback : Result,
    options?: WriteOptions,
  ): Promise<readonly TransactionResult[]> {
    checkFunction("transaction", "a function that adds operations", build);
    return runTransaction(this.#writer, this.#partition(partitionKey), ({ rows }) => build(rows), options);
  }

  /**
   * Queries the rows of one partition, by its stored PartitionKey. Sends no request until rows are read.
   * ```ts
   * const rows = await legacy.query("p").where({ owner: edm.of("Ann") }).toArray();
   * ```
   */
  query(partitionKey: string, options: PartitionRowsOptions = {}): TableQuery {
    checkQueryOptions("query", options, partitionRowsOptionKinds);
    checkKey(this.name, "PartitionKey", partitionKey, this.#connection.limits);
    return createTableQuery(this.#connection, this.name, { eq: partitionKey }, options, readRowKeyRange(options));
  }

  /**
   * Queries the rows of all partitions. Reads the whole table, unless the options narrow it.
   * ```ts
   * for await (const row of legacy.scan()) console.log(row.partitionKey, row.rowKey);
   * ```
   */
  scan(options: ScanOptions = {}): TableQuery {
    checkQueryOptions<Omit<ScanOptions, "parallel">>("scan", options, scanOptionKinds);
    return createTableQuery(this.#connection, this.name, scannedRange(options), options);
  }

  /**
   * Looks up PartitionKeys that divide the table into about `ranges` ranges, so that several readers can each scan one range. Returns the
   * keys in order. There are fewer if the table has fewer partitions, or if the search would take too many requests. With `partitionKey`,
   * looks up RowKeys that divide that partition.
   * ```ts
   * const keys = await legacy.splitKeys(4); // at most 3 PartitionKeys, between which 4 readers can scan
   * ```
   * @param ranges the number of ranges, 1 to 64
   */
  async splitKeys(ranges: number, options: SplitOptions = {}): Promise<string[]> {
    checkOptions("splitKeys", options, splitOptionKinds);
    checkCount("ranges", ranges, 1, 64);
    const { partitionKey, after, ...call } = options;
    const { findSplits } = await import("../query/find-splits.js");
    const query = { ...call, prefetch: 0 } as const;
    // Space is the lowest character that a key may contain. So `after` plus a space is the next possible key.
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

  #partition(partitionKey: string): Partition<string> {
    checkKey(this.name, "PartitionKey", partitionKey, this.#connection.limits);
    return { scope: this.#given, table: this.#given, partitionKey, values: {} };
  }

  #address(id: EntityId) {
    return { table: this.name, ...this.#rows.encodeKey(id, this.#connection.limits) };
  }

  #send(item: WriteItem<TableRowTypes>, options: WriteOptions | undefined): Promise<WriteResult> {
    return this.#writer.send(this.#writer.plan(this.#rows, item), options);
  }
}
