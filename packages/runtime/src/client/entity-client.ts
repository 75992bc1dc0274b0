import { AwaitableBulk } from "../bulk/awaitable-bulk.js";
import {
  type Bulk,
  type BulkInput,
  type BulkItem,
  type BulkOptions,
  type BulkOutcome,
  bulkOptionForms,
} from "../bulk/bulk.js";
import { BulkRun } from "../bulk/bulk-run.js";
import type { DeletedRows, DeleteWhereOptions } from "../bulk/delete-rows.js";
import { planItem } from "../bulk/plan-item.js";
import { decodeRequestedRow } from "../codec/decode/requested-row.js";
import { encodeKey } from "../codec/keys/entity-keys.js";
import { atLeast } from "../connection/check-count.js";
import { type CallOptions, type Connection, callOptionForms } from "../connection/connection.js";
import { LinkedAbort } from "../connection/linked-abort.js";
import { mapConcurrently } from "../connection/map-concurrently.js";
import { checkArray } from "../errors/check-argument.js";
import { checkOptions, type OptionForms } from "../errors/check-options.js";
import { getEntity, getExactEntity } from "../operations/entities/get-entity.js";
import { createQuery, createScan } from "../query/create-query.js";
import { createPartitionsQuery } from "../query/partitions/create-partitions-query.js";
import type { DeletableQuery, ParallelQuery, PartitionQuery, PartitionsOf, Query } from "../query/query.js";
import type {
  ParallelPartitionsOptions,
  ParallelScanOptions,
  PartitionsOptions,
  QueryOptions,
  ScanOptions,
} from "../query/query-options.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { Change, ModifyOptions } from "../write/modify-entity.js";
import { planDelete, planInsert, planMerge, planReplace } from "../write/plan-write.js";
import { entityNotFound } from "../write/row-errors.js";
import { type ConditionalOptions, conditionalOptionForms, type Written } from "../write/write-options.js";
import { deleteRow, writeRow } from "../write/write-row.js";

export interface GetManyOptions extends CallOptions {
  /** Requests under way at a time; 32 unless told otherwise. */
  readonly concurrency?: number | undefined;
}

const getManyOptionForms: OptionForms<GetManyOptions> = { ...callOptionForms, concurrency: "any" };

/**
 * Reads and writes the rows of one entity; a cheap handle on its service client, made by `service.entities(Order)`.
 *
 * An entity that was read keeps the keys that it is stored under: every call that takes it, as the entity to write or as a key,
 * goes to that row. A copy (`{ ...order, customerId: "C2" }`) is a new value with the keys of its properties.
 *
 * What the data model refuses is refused before a byte is sent, by a TableError `value.*`, `key.*` or `entity.*` that
 * names entity, property, limit and value. A property of a plain object that the definition does not have is
 * `value.unknown-property`, an option that does not exist `config.invalid-option`. A missing table is `table.not-found`,
 * a missing row `entity.not-found`. Where an attempt of a write got no usable answer and its retry was refused, the row is read back: success is reported where
 * the row shows that this write was applied, the refusal where it shows that it was not, and `write.outcome-unknown`
 * where it shows neither. An error whose `outcome` is `"unknown"` may have written.
 */
export class EntityClient<T extends EntityTypes> {
  readonly #connection: Connection;
  readonly #schema: EntitySchema<T>;

  constructor(connection: Connection, schema: EntitySchema<T>) {
    this.#connection = connection;
    this.#schema = schema;
  }

  /**
   * Adds a row, with defaults filled in. An entity that was read is added under the keys that it was read under: it is
   * `entity.already-exists` as long as its row is there.
   *
   * A lock or an idempotency key needs a value of its own in the row, such as a random id of its owner: the rows of two
   * clients that insert the very same are told apart only by when they were written.
   * @throws ServiceError `entity.already-exists`
   * @see https://learn.microsoft.com/rest/api/storageservices/insert-entity
   */
  async insert(entity: T["init"], options?: CallOptions): Promise<Written> {
    checkOptions("insert", options, callOptionForms);
    const planned = planInsert(this.#connection, this.#schema, "insert", entity);
    return { $etag: await writeRow(this.#connection, planned, options) };
  }

  /**
   * Adds a row, or changes the given properties of the row that exists. Defaults are not filled in, and nothing is
   * removed.
   * @see https://learn.microsoft.com/rest/api/storageservices/insert-or-merge-entity
   */
  async insertOrMerge(entity: T["init"], options?: CallOptions): Promise<Written> {
    checkOptions("insertOrMerge", options, callOptionForms);
    const planned = planInsert(this.#connection, this.#schema, "insertOrMerge", entity);
    return { $etag: await writeRow(this.#connection, planned, options) };
  }

  /**
   * Writes a whole row, whether it exists or not, with defaults filled in. What the row held besides is gone.
   * @see https://learn.microsoft.com/rest/api/storageservices/insert-or-replace-entity
   */
  async insertOrReplace(entity: T["init"], options?: CallOptions): Promise<Written> {
    checkOptions("insertOrReplace", options, callOptionForms);
    const planned = planInsert(this.#connection, this.#schema, "insertOrReplace", entity);
    return { $etag: await writeRow(this.#connection, planned, options) };
  }

  /**
   * Changes the given properties of a row and keeps the others; what is `undefined` is not changed. A merge cannot
   * remove a property: `modify` with `unset` can.
   * @throws TableError `write.nothing` where no property has a value
   * @throws ServiceError `entity.not-found`, `entity.condition-not-met`
   * @see https://learn.microsoft.com/rest/api/storageservices/merge-entity
   */
  async merge(key: T["key"], changes: T["merge"], options: ConditionalOptions): Promise<Written> {
    checkOptions("merge", options, conditionalOptionForms);
    const planned = planMerge(this.#connection, this.#schema, key, changes, options?.ifMatch);
    return { $etag: await writeRow(this.#connection, planned, options) };
  }

  /**
   * Replaces a whole row, with defaults filled in. Properties that the definition does not declare are lost, also those
   * of a newer definition: `modify` keeps them.
   * @throws ServiceError `entity.not-found`, `entity.condition-not-met`
   * @see https://learn.microsoft.com/rest/api/storageservices/update-entity2
   */
  async replace(entity: T["init"], options: ConditionalOptions): Promise<Written> {
    checkOptions("replace", options, conditionalOptionForms);
    const planned = planReplace(this.#connection, this.#schema, entity, options?.ifMatch);
    return { $etag: await writeRow(this.#connection, planned, options) };
  }

  /**
   * Deletes a row; whether it existed. The promise is that the row is gone: where an attempt got no usable answer and
   * the row is gone afterwards, the result is `true`, though another client may have deleted it. So do not claim work by
   * deleting its row; write a value of your own into the row under its ETag instead, such as a random id.
   * @throws ServiceError `entity.condition-not-met`
   * @see https://learn.microsoft.com/rest/api/storageservices/delete-entity1
   */
  async delete(key: T["key"], options: ConditionalOptions): Promise<boolean> {
    checkOptions("delete", options, conditionalOptionForms);
    const planned = planDelete(this.#connection, this.#schema, key, options?.ifMatch);
    return deleteRow(this.#connection, planned, options);
  }

  /**
   * Reads one row; undefined where it does not exist.
   * @throws ServiceError `table.not-found`
   * @throws TableError `entity.wrong-kind` where the keys belong to another entity, `decode.*` where the stored row
   * does not fit, `decode.key-mismatch` where its properties do not make its keys, or it has other keys than these
   * @see https://learn.microsoft.com/rest/api/storageservices/query-entities
   */
  async get(key: T["key"], options?: CallOptions): Promise<T["entity"] | undefined> {
    checkOptions("get", options, callOptionForms);
    const id = encodeKey(this.#schema, key, this.#connection.limits);
    const { partitionKey, rowKey } = id;
    const operation = this.#schema.keepsUnknown ? getExactEntity : getEntity;
    const row = await this.#connection.send(operation, { table: this.#schema.table, partitionKey, rowKey }, options);
    return row === undefined ? undefined : decodeRequestedRow(this.#schema, row, id, this.#connection.onMismatch);
  }

  /** Reads one row. @throws TableError `entity.not-found` where it does not exist, and what `get` throws */
  async getOrThrow(key: T["key"], options?: CallOptions): Promise<T["entity"]> {
    const entity = await this.get(key, options);
    if (entity === undefined)
      throw entityNotFound(this.#schema.name, encodeKey(this.#schema, key, this.#connection.limits));
    return entity;
  }

  /**
   * Reads rows by their keys, several at a time: one result for each key, in their order, undefined where there is no
   * row. The first failure ends it.
   */
  async getMany(keys: readonly T["key"][], options: GetManyOptions = {}): Promise<(T["entity"] | undefined)[]> {
    checkOptions("getMany", options, getManyOptionForms);
    checkArray("getMany", "an array of keys", keys);
    const concurrency = atLeast("concurrency", options.concurrency ?? 32, 1);
    const abort = new LinkedAbort(options.signal);
    const { signal } = abort;
    const { timeoutMs } = options;
    return mapConcurrently(keys, concurrency, (key) => this.get(key, { signal, timeoutMs })).finally(() => abort.end());
  }

  /**
   * Reads a row, lets `change` say what becomes of it, and writes that under the ETag that was read; again where
   * another writer was faster. Nothing of another writer is lost, and properties that the definition does not declare
   * are kept. Where `change` gives undefined or changes nothing, nothing is written: what it does to the row that it is
   * given changes nothing, so its type is read-only.
   *
   * Where an attempt got no usable answer, a row with the values that were sent is no proof of whose write it was: if
   * another client wrote the same values at that moment, as with a bare counter that several clients count up, `modify`
   * may return as if it had written them. Give each write a value of its own, such as a random id.
   * @throws TableError `entity.not-found`, `modify.contradiction` where a property is both set and unset, `modify.contended`
   * after all attempts, `write.outcome-unknown`, `decode.*` where the stored row does not fit
   */
  async modify(
    key: T["key"],
    change: (current: Readonly<T["entity"]>) => Change<T> | undefined | Promise<Change<T> | undefined>,
    options: ModifyOptions = {},
  ): Promise<Written> {
    const { modifyEntity } = await import("../write/modify-entity.js");
    return modifyEntity(this.#connection, this.#schema, key, change, options);
  }

  /**
   * Writes any number of items, also from a source without end: checked when they are read, grouped by partition, sent
   * in requests of up to 100, several at a time, and in their order within a partition. Not atomic: each item has an
   * outcome of its own, and a refused one does not keep the others from being written. Memory does not grow with the
   * source, which is read as fast as items are written and outcomes are taken.
   *
   * Awaiting a bulk writes everything and gives counts. Iterating over it gives one outcome for each item. Without either
   * nothing is written.
   *
   * ```ts
   * const { written } = await orders.bulk(items);
   * for await (const outcome of orders.bulk(items)) {
   *   if (!outcome.ok) console.error(outcome.index, outcome.error.message);
   * }
   * ```
   * After an abort every item that was read still has its outcome, then the iteration fails with `request.aborted`.
   * @throws BulkError `bulk.failed` where it is awaited and an item was not written: counts and the first errors
   * @throws TableError `bulk.used-twice`
   */
  bulk<Item extends BulkItem<T>>(items: BulkInput<Item>, options: BulkOptions = {}): Bulk<Item> {
    checkOptions("bulk", options, bulkOptionForms);
    return new AwaitableBulk(this.#bulk(items, options));
  }

  #bulk<Item extends BulkItem<T>>(
    items: AsyncIterable<Item> | Iterable<Item>,
    options: BulkOptions,
  ): AsyncIterableIterator<BulkOutcome<Item>, void> {
    const plan = (item: Item) => planItem(this.#connection, this.#schema, item);
    return new BulkRun(this.#connection, items, plan, options).outcomes();
  }

  /**
   * Deletes the rows that a query finds, each by its stored keys and under the ETag that was read: a row that has changed
   * since is left alone, and counts as changed, as does one that somebody else has deleted. Only keys and the kind are read,
   * all of them before the first deletion; where one row is not of this entity, nothing is deleted.
   * @param options `max`: where the query finds more rows, nothing is deleted
   * @throws TableError `query.too-many-rows`; `entity.wrong-kind`, `key.malformed`, `decode.key-mismatch` for a row that is not of
   * this entity or not of the query, whatever `onMismatch` says
   */
  async deleteWhere<Q>(query: DeletableQuery<T, Q>, options: DeleteWhereOptions): Promise<DeletedRows> {
    const { deleteWhere } = await import("../bulk/delete-rows.js");
    return deleteWhere(this.#connection, this.#schema, query, options);
  }

  /** The rows of this entity in one partition; nothing is sent before rows are asked for. */
  query(partition: T["partition"], options?: QueryOptions): PartitionQuery<T> {
    return createQuery(this.#connection, this.#schema, partition, options);
  }

  /**
   * The rows of this entity in many partitions: those of the stretches of time that a range touches, or all shards. Each partition is
   * one request, unless its rows need several; rows outside of the range are left out.
   * ```ts
   * const readings = service.entities(Reading); // partitionKey: (k) => [k.deviceId, k.at.month]
   * readings.queryPartitions({ deviceId: "d1", at: { ge: new Date("2026-01-15"), lt: new Date("2026-04-01") } });
   * ```
   * Partitions come one after the other, from the first stretch to the last, and rows within them in the order of their RowKeys. With
   * `parallel` so many are read at a time, in no order.
   * @throws TableError `query.too-many-partitions` for more than `maxPartitions`, 1,000 by default
   */
  queryPartitions(partitions: PartitionsOf<T>, options: ParallelPartitionsOptions): ParallelQuery<T, T["entity"]>;
  queryPartitions(partitions: PartitionsOf<T>, options?: PartitionsOptions): Query<T, T["entity"]>;
  queryPartitions(
    partitions: PartitionsOf<T>,
    options?: PartitionsOptions | ParallelPartitionsOptions,
  ): Query<T, T["entity"]> {
    return createPartitionsQuery(this.#connection, this.#schema, partitions as object, options);
  }

  /** The rows of this entity in all partitions: reads the whole table, unless the options or conditions say less. */
  scan(options: ParallelScanOptions): ParallelQuery<T, T["entity"]>;
  scan(options?: ScanOptions): Query<T, T["entity"]>;
  scan(options?: ScanOptions | ParallelScanOptions): Query<T, T["entity"]> {
    return createScan(this.#connection, this.#schema, options as ScanOptions);
  }
}
