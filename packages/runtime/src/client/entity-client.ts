import { type Bulk, type BulkInput, type BulkItem, type BulkOptions, bulkOptionKinds } from "../bulk/bulk.js";
import { createBulk } from "../bulk/create-bulk.js";
import type { DeletedRows, DeleteWhereOptions } from "../bulk/delete-rows.js";
import type { UpdatedRows, UpdateWhereOptions } from "../bulk/update-rows.js";
import { decodeRequestedRow } from "../codec/decode-entity.js";
import { encodeKey } from "../codec/entity-keys.js";
import { checkOptions } from "../errors/check-options.js";
import { createQuery, createScan } from "../query/entity-query.js";
import type { DeletableQuery, ParallelQuery, PartitionQuery, PartitionsOf, Query, Selected } from "../query/query.js";
import type {
  GetOptions,
  ParallelPartitionsOptions,
  ParallelScanOptions,
  PartitionsOptions,
  QueryOptions,
  ScanOptions,
} from "../query/query-options.js";
import type { Connection } from "../rest/connection.js";
import { getEntity, getExactEntity } from "../rest/query-entities.js";
import type { WriteName } from "../rest/write.js";
import type { EntitySchema, EntityTypes } from "../schema/entity-schema.js";
import type { Hooks } from "../schema/hooks.js";
import type { ModifyOptions } from "../write/modify-entity.js";
import type { MakeChange } from "../write/plan-change.js";
import { EntityRows } from "../write/row-encoder.js";
import { entityNotFound } from "../write/write-errors.js";
import type { ConditionalOptions, ReturnOption, WriteOptions, Written } from "../write/write-options.js";
import {
  conditionalOptionKinds,
  replaceOptionKinds,
  wholeOptionKinds,
  writeOptionKinds,
} from "../write/write-options.js";
import type { SentWrite, Writer, WriterHooks } from "../write/writer.js";
import { buildWritten, hooksOf, sendInsert, sendWhole, sendWrite } from "../write/writer.js";
import type { GetManyOptions, SelectOptions } from "./get-rows.js";
import { entityGetOptionKinds, getMany, getManyOptionKinds, getSelected } from "./get-rows.js";

/** Function of `modify`. It is kept after the first call, because `import()` takes 4 µs even if the module is loaded. */
let modify: typeof import("../write/modify-entity.js").modifyEntity | undefined;

/**
 * Reads and writes the rows of one entity class. `service.entities(Order)` creates one, which costs almost nothing.
 *
 * An entity that was read remembers its stored keys. Every write that you pass it to, as the entity or as a key, goes to the row that was
 * read. If you change a key property, also in a copy (`{ ...order, customerId: "C2" }`), the write fails with `key.changed` before anything
 * is sent. Only `insert` accepts the change, and writes a new row. `new Order(order)` returns a copy without stored keys.
 *
 * Errors of every method:
 * - `value.*`, `key.*`, `entity.*` before anything is sent, if the data model does not allow the values. The message names
 *   entity, property, limit and value. `value.unknown-property`: a plain object has a property that the definition lacks.
 * - `config.invalid-option`: an option that does not exist.
 * - `table.not-found`: create the table first, for example with `service.createTables`.
 * - `auth.*`, `service.*`, `request.*`: a problem of the credential, of the service, or of the network.
 *
 * Writes are retried. If the service rejects a retry, an earlier attempt whose response was lost may be the reason. So the client reads the
 * row back. It reports success if the row shows that the write was applied, the rejection if the row shows that it was not, and otherwise
 * `write.outcome-unknown`. If the `outcome` of an error is `"unknown"`, the row may have been written.
 */
export class EntityClient<T extends EntityTypes> {
  readonly #writer: Writer;
  readonly #connection: Connection;
  readonly #schema: EntitySchema<T>;
  readonly #rows: EntityRows<T>;
  readonly #hooks: Hooks<WriterHooks>;

  /** @internal */
  constructor(writer: Writer, schema: EntitySchema<T>) {
    this.#writer = writer;
    this.#connection = writer.connection;
    this.#schema = schema;
    this.#rows = new EntityRows(schema);
    this.#hooks = hooksOf(schema);
  }

  /**
   * Inserts a row, with defaults filled in. If the entity has a `ttl` and an expired row has the same keys, that row is deleted first.
   *
   * For a lock or an idempotency key, store a unique value in the row, such as a random id of its owner. If two clients insert identical
   * rows, only the Timestamps differ, and these do not always show whose insert succeeded.
   * ```ts
   * const { $etag } = await orders.insert({ customerId: "C1", placedAt, orderNo: 8, total: 12.5, sequence: 1n, currency: "EUR" });
   * ```
   * @returns the ETag of the new row, its key, and the values that the library filled in; with `{ return: "entity" }` the entity as it was
   * written, without a further request
   * @throws ServiceError `entity.already-exists` if a row with these keys exists
   * @see https://learn.microsoft.com/rest/api/storageservices/insert-entity
   */
  insert(entity: T["init"], options: WriteOptions & ReturnOption): Promise<T["written"]>;
  insert(entity: T["init"], options?: WriteOptions): Promise<T["inserted"] & Written>;
  async insert(entity: T["init"], options?: WriteOptions & Partial<ReturnOption>): Promise<Written> {
    checkOptions("insert", options, wholeOptionKinds);
    return this.#returned("insert", await sendInsert(this.#writer, this.#rows, entity, options), options);
  }

  /**
   * Inserts a row, or changes only the given properties of an existing row. Fills in no defaults and removes nothing. Exception: if the
   * definition has read-only properties, a new row gets the defaults too.
   * ```ts
   * await orders.insertOrMerge({ ...key, total: 14, sequence: 2n, currency: "EUR" }); // keeps a stored note
   * ```
   * @returns the row's new ETag, its key, and the times that the library set
   * @see https://learn.microsoft.com/rest/api/storageservices/insert-or-merge-entity
   */
  async insertOrMerge(entity: T["init"], options?: WriteOptions): Promise<T["changed"] & Written> {
    checkOptions("insertOrMerge", options, writeOptionKinds);
    const sent = await sendWhole(this.#writer, this.#rows, { insertOrMerge: entity }, options);
    return this.#returned("insertOrMerge", sent);
  }

  /**
   * Inserts a row, or replaces the existing one as a whole, with defaults filled in. An existing row loses properties that you do not pass.
   * ```ts
   * await orders.insertOrReplace({ ...key, total: 14, sequence: 2n, currency: "EUR" }); // removes a stored note
   * ```
   * @returns the row's new ETag, its key, and the values filled in; with `{ return: "entity" }` the entity as it was written
   * @see https://learn.microsoft.com/rest/api/storageservices/insert-or-replace-entity
   */
  insertOrReplace(entity: T["init"], options: WriteOptions & ReturnOption): Promise<T["written"]>;
  insertOrReplace(entity: T["init"], options?: WriteOptions): Promise<T["replaced"] & Written>;
  async insertOrReplace(entity: T["init"], options?: WriteOptions & Partial<ReturnOption>): Promise<Written> {
    checkOptions("insertOrReplace", options, wholeOptionKinds);
    const sent = await sendWhole(this.#writer, this.#rows, { insertOrReplace: entity }, options);
    return this.#returned("insertOrReplace", sent, options);
  }

  /**
   * Changes the given properties of a row and keeps the others; `undefined` leaves a property unchanged. To remove one, use `modify`.
   * ```ts
   * await orders.merge(order, { paid: true }, { ifMatch: order.$etag });
   * ```
   * @returns the row's new ETag, its key, and the times that the library set
   * @throws TableError `write.nothing` if no property has a value
   * @throws ServiceError `entity.not-found`; `entity.condition-not-met` if the row has changed since `ifMatch`
   * @see https://learn.microsoft.com/rest/api/storageservices/merge-entity
   */
  async merge(key: T["key"], changes: T["merge"], options: ConditionalOptions): Promise<T["changed"] & Written> {
    checkOptions("merge", options, conditionalOptionKinds);
    const sent = await sendWrite(this.#writer, this.#rows, { merge: key, changes, ifMatch: options?.ifMatch }, options);
    return this.#returned("merge", sent);
  }

  /**
   * Replaces an existing row as a whole, with defaults filled in. The row loses properties that this definition does not declare, even if a
   * newer version of the definition does. `modify` keeps them.
   * ```ts
   * await orders.replace(new Order({ ...order, total: 14 }), { ifMatch: order.$etag });
   * ```
   * @returns the row's new ETag, its key, and the values filled in; with `{ return: "entity" }` the entity as it was written
   * @throws ServiceError `entity.not-found`; `entity.condition-not-met` if the row has changed since `ifMatch`
   * @see https://learn.microsoft.com/rest/api/storageservices/update-entity2
   */
  replace(entity: T["init"], options: ConditionalOptions & ReturnOption): Promise<T["written"]>;
  replace(entity: T["init"], options: ConditionalOptions): Promise<T["replaced"] & Written>;
  async replace(entity: T["init"], options: ConditionalOptions & Partial<ReturnOption>): Promise<Written> {
    checkOptions("replace", options, replaceOptionKinds);
    const sent = await sendWhole(this.#writer, this.#rows, { replace: entity, ifMatch: options?.ifMatch }, options);
    return this.#returned("replace", sent, options);
  }

  /**
   * Deletes a row. Do not use it to claim work: if an attempt got no usable response and the row is then missing, the result is `true`,
   * although another client may have deleted it. To claim work, merge a random id into the row under its ETag.
   * ```ts
   * const existed = await orders.delete(order, { ifMatch: order.$etag });
   * ```
   * @returns whether the row existed
   * @throws ServiceError `entity.condition-not-met` if the row has changed since `ifMatch`
   * @see https://learn.microsoft.com/rest/api/storageservices/delete-entity1
   */
  async delete(key: T["key"], options: ConditionalOptions): Promise<boolean> {
    checkOptions("delete", options, conditionalOptionKinds);
    const sent = await sendWrite(this.#writer, this.#rows, { delete: key, ifMatch: options?.ifMatch }, options);
    return sent.result === true;
  }

  #returned<R extends Written>(name: WriteName, sent: SentWrite, options?: Partial<ReturnOption>): R {
    return buildWritten(this.#connection, this.#schema, name, sent, options) as R;
  }

  /**
   * Reads one row.
   * ```ts
   * const order = await orders.get({ customerId: "C1", placedAt, orderNo: 7 }); // StoredOrder | undefined
   * ```
   * @returns the entity; undefined if there is no such row, or if it has expired by the `ttl` of the definition
   * @throws TableError `entity.wrong-kind` if the row belongs to another entity; `decode.*` if a stored value does not match the
   * definition; `decode.key-mismatch` if the properties do not match the keys, or the response contains another row
   * @see https://learn.microsoft.com/rest/api/storageservices/query-entities
   */
  get(key: T["key"], options?: GetOptions): Promise<T["entity"] | undefined>;
  /**
   * Reads some properties of one row.
   * ```ts
   * const order = await orders.get(key, { select: ["total", "paid"] }); // { total, paid, $etag } | undefined
   * ```
   */
  get<K extends T["selectable"] | "$timestamp">(
    key: T["key"],
    options: SelectOptions<K>,
  ): Promise<Selected<T, K | "$etag"> | undefined>;
  async get(key: T["key"], options?: GetOptions & Partial<SelectOptions<string>>): Promise<object | undefined> {
    checkOptions("get", options, entityGetOptionKinds);
    const id = encodeKey(this.#schema, key, this.#connection.limits);
    if (options?.select !== undefined) {
      const { select, ...call } = options;
      return getSelected(this.#connection, this.#schema, id, select, call);
    }
    const { partitionKey, rowKey } = id;
    const operation = this.#schema.keepsUnknown ? getExactEntity : getEntity;
    const address = { table: this.#schema.table, partitionKey, rowKey, parseLarge: this.#hooks.parseRow };
    const row = await this.#connection.send(operation, address, options);
    if (row === undefined) return undefined;
    if (!options?.expired && this.#hooks.isExpired?.(this.#schema, row)) return undefined;
    return decodeRequestedRow(this.#schema, row, id, this.#connection.onMismatch);
  }

  /** Reads one row. @throws TableError `entity.not-found` if there is no such row; otherwise what `get` throws */
  getOrThrow(key: T["key"], options?: GetOptions): Promise<T["entity"]>;
  /** Reads some properties of one row. @throws TableError `entity.not-found` if there is no such row */
  getOrThrow<K extends T["selectable"] | "$timestamp">(
    key: T["key"],
    options: SelectOptions<K>,
  ): Promise<Selected<T, K | "$etag">>;
  async getOrThrow(key: T["key"], options?: GetOptions): Promise<object> {
    const entity = await this.get(key, options);
    if (entity === undefined)
      throw entityNotFound(this.#schema.name, encodeKey(this.#schema, key, this.#connection.limits));
    return entity;
  }

  /**
   * Reads rows by their keys: one request for each key, several concurrently. The first failure rejects the call and aborts the other
   * requests.
   * @returns one result for each key, in the order of the keys; undefined if there is no such row
   */
  async getMany(keys: readonly T["key"][], options: GetManyOptions = {}): Promise<(T["entity"] | undefined)[]> {
    return getMany(keys, options, getManyOptionKinds, (key, call) => this.get(key, call));
  }

  /**
   * Reads a row, calls `change` with it, and writes the changes that it returns, under the ETag that was read. If another client has
   * written in between, it does all three again, so no write is lost. Properties that the definition does not declare are kept. If `change`
   * returns undefined, or a change that sets and unsets nothing, nothing is written.
   * ```ts
   * await orders.modify(key, (order) => ({ set: { total: order.total + 1 }, unset: ["note"] }));
   * ```
   * With `orInsert`, a row that does not exist is inserted. If another client inserts it first, `modify` reads that row and changes it:
   * ```ts
   * await counters.modify({ name }, ({ count }) => ({ set: { count: count + 1 } }), { orInsert: { name, count: 1 } });
   * ```
   * A row with the values that you sent does not prove that your write was applied: if two clients increment a plain counter at the same
   * time and responses are lost, both calls may return although only one increment was stored. Store a unique value with each write.
   * @returns the row's ETag, its key, and the times that the library set; with `{ return: "entity" }` the entity as it was written, for
   * example to learn the new number of a counter
   * @throws TableError `entity.not-found` without `orInsert`; `modify.contradiction` if a property is both set and unset, or
   * `orInsert` has other keys; `write.contended` after `attempts`, 100 by default; `write.outcome-unknown`; `decode.*` if a stored value
   * does not match the definition
   */
  modify(key: T["key"], change: MakeChange<T>, options: ModifyOptions<T> & ReturnOption): Promise<T["written"]>;
  modify(key: T["key"], change: MakeChange<T>, options?: ModifyOptions<T>): Promise<T["changed"] & Written>;
  async modify(
    key: T["key"],
    change: MakeChange<T>,
    options: ModifyOptions<T> & Partial<ReturnOption> = {},
  ): Promise<Written> {
    if (modify === undefined) {
      const { modifyEntity } = await import("../write/modify-entity.js");
      modify = modifyEntity;
    }
    return modify(this.#writer, this.#schema, key, change, options);
  }

  /**
   * Writes any number of items, even from an endless source. Items are checked as they are read, grouped by partition, and
   * sent in requests of up to 100, several concurrently. Within a partition they keep their order. A bulk is not atomic: each
   * item has its own outcome, and a failed item does not stop the others. The source is read only as fast as items are
   * written and outcomes are taken, so memory does not grow with the source.
   *
   * Await a bulk to write everything and get the counts, or iterate over it for the outcome of each item. Nothing is
   * written before that.
   * ```ts
   * const { written } = await orders.bulk(items);
   * for await (const outcome of orders.bulk(items)) {
   *   if (!outcome.ok) console.error(outcome.index, outcome.error.message);
   * }
   * ```
   * If a request gets no usable response, the bulk divides it and sends the parts again, down to single items. If the outcome of an item
   * stays unknown, its error says so. If three requests in a row to one partition got no usable response, and the last had a single item,
   * all items that wait for that partition fail.
   *
   * After an abort, the iteration first returns the outcome of every item that was read, and then fails with `request.aborted`. The
   * `outcome` of that error is `"unknown"` if items under way may have been written.
   * @throws BulkError `bulk.failed`, with the counts and the first 10 errors, if the bulk was awaited and an item was not written
   * @throws TableError `bulk.used-twice` if it is awaited or iterated a second time
   */
  bulk<Item extends BulkItem<T>>(items: BulkInput<Item>, options: BulkOptions = {}): Bulk<Item, T> {
    checkOptions("bulk", options, bulkOptionKinds);
    return createBulk<T, Item>({ writer: this.#writer, rows: this.#rows }, items, options) as unknown as Bulk<Item, T>;
  }

  /**
   * Deletes the rows that a query finds, each by its stored keys and under the ETag that was read. If another client has changed or deleted
   * a row since, the row is left alone and counted as `changed`. If an attempt got no usable response, a missing row counts as deleted,
   * whoever deleted it. Before the first deletion, the keys and the kind of all rows are read. If a row belongs to another entity class,
   * nothing is deleted.
   * ```ts
   * const { deleted, changed } = await orders.deleteWhere(orders.query({ customerId: "C1" }).where({ paid: true }), { max: 500 });
   * ```
   * @param options `max`: nothing is deleted if there are more rows than this; no default
   * @throws TableError the first failure, if no row was deleted; otherwise BulkError `bulk.failed` with the counts
   * @throws TableError `query.too-many-rows` if the query finds more than `max`; `entity.wrong-kind`, `key.malformed`,
   * `decode.key-mismatch` for a row that does not belong to this entity or that the query did not ask for, even if there is an `onMismatch`
   */
  async deleteWhere<Q>(query: DeletableQuery<T, Q>, options: DeleteWhereOptions): Promise<DeletedRows> {
    const { deleteWhere } = await import("../bulk/delete-rows.js");
    return deleteWhere(this.#writer, this.#schema, query, options);
  }

  /**
   * Changes the rows that a query finds, each under the ETag that was read. If another client has changed or deleted a row since, the row
   * is left alone and counted as `changed`. All rows are read and all changes planned before the first write. If a row belongs to another
   * entity class, or a change is invalid, nothing is written.
   * ```ts
   * const unpaid = orders.query({ customerId: "C1" }).where({ paid: false });
   * const { updated, changed } = await orders.updateWhere(unpaid, { paid: true }, { max: 500 });
   * await orders.updateWhere(unpaid, ({ total }) => (total > 9 ? { set: { total: 9 }, unset: ["note"] } : undefined), { max: 500 });
   * ```
   * @param changes the same changes for all rows, as `merge` takes them. Then only keys and kind are read, unless a write depends on the
   * stored row, for example to change its index rows. Or a function that receives each row and returns `{ set, unset }`, as for `modify`,
   * or undefined to leave the row as it is; rows that are left are not counted
   * @param options `max`: nothing is written if there are more rows than this; no default
   * @throws TableError the first failure, if no row was written; otherwise BulkError `bulk.failed` with the counts
   * @throws TableError `query.too-many-rows` if the query finds more than `max`; `write.nothing`, `key.changed`, `value.*` for the changes;
   * `entity.wrong-kind`, `key.malformed`, `decode.key-mismatch` for a row that does not belong to this entity or that the query did not ask
   * for, even if there is an `onMismatch`
   */
  async updateWhere<Q>(
    query: DeletableQuery<T, Q, "updateWhere">,
    changes: T["merge"] | MakeChange<T>,
    options: UpdateWhereOptions,
  ): Promise<UpdatedRows> {
    const { updateWhere } = await import("../bulk/update-rows.js");
    return updateWhere(this.#writer, this.#schema, query, changes, options);
  }

  /**
   * Queries this entity's rows in one partition. Sends no request until rows are read.
   * ```ts
   * orders.query({ customerId: "C1" })
   * // $filter: PartitionKey eq 'cust!C1' and RowKey ge 'order!' and RowKey lt 'order"'
   * ```
   * @throws TableError `value.*`, `key.*` for values that no PartitionKey can contain; `query.invalid-option`
   */
  query(partition: T["partition"], options?: QueryOptions): PartitionQuery<T> {
    return createQuery(this.#connection, this.#schema, partition, options);
  }

  /**
   * Queries this entity's rows in many partitions: all shards, or the partitions whose time interval overlaps a range. Each partition takes
   * one request, or several if it has many rows. Rows outside the range are left out.
   * ```ts
   * const readings = service.entities(Reading); // partitionKey: (k) => [k.deviceId, k.at.month]
   * readings.queryPartitions({ deviceId: "d1", at: { ge: new Date("2026-01-15"), lt: new Date("2026-04-01") } });
   * ```
   * Partitions come one after the other, from the first interval to the last. `{ reverse: true }` begins with the last. Within a partition,
   * Azure Storage returns the rows in the order of their RowKeys, and Cosmos DB in no order. With `parallel`, that many partitions are read
   * concurrently, and all rows come in no order.
   * @throws TableError `query.too-many-partitions` for more than `maxPartitions`, 1,000 by default
   */
  queryPartitions(partitions: PartitionsOf<T>, options: ParallelPartitionsOptions): ParallelQuery<T, T["entity"]>;
  queryPartitions(partitions: PartitionsOf<T>, options?: PartitionsOptions): Query<T, T["entity"]>;
  queryPartitions(
    partitions: PartitionsOf<T>,
    options?: PartitionsOptions | ParallelPartitionsOptions,
  ): Query<T, T["entity"]> {
    // If the PartitionKey has neither time intervals nor shards, there is only one partition, and the definition lacks this hook.
    const create = (this.#hooks.queryPartitions ?? createQuery) as typeof createQuery<T>;
    return create(this.#connection, this.#schema, partitions as T["partition"], options as QueryOptions);
  }

  /**
   * Queries this entity's rows in all partitions. Reads the whole table, unless options or conditions narrow it.
   * ```ts
   * orders.scan()
   * // $filter: RowKey ge 'order!' and RowKey lt 'order"'
   * ```
   * @throws TableError `query.invalid-option`; `query.undefined-value` for a bound that is undefined
   */
  scan(options: ParallelScanOptions): ParallelQuery<T, T["entity"]>;
  scan(options?: ScanOptions): Query<T, T["entity"]>;
  scan(options?: ScanOptions | ParallelScanOptions): Query<T, T["entity"]> {
    return createScan(this.#connection, this.#schema, options as ScanOptions);
  }
}
