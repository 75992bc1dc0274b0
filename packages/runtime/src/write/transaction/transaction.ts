import type { EntityClass, EntityTypes, ETag, IndexedTypes } from "../../schema/entity-schema.js";
import type { TransactionCondition, Written } from "../write-options.js";
import type { TableTransaction } from "./table-transaction.js";

/** Type of the result that the compiler demands of an async callback. It cannot be met, and the compiler shows this text. */
export type AsyncCallback = "✗ the callback of a transaction cannot be async: await before the transaction";

declare const scope: unique symbol;

/** Condition of a write of an entity with indexes: the entity as it was read. */
export interface FromCondition<Entity> {
  /**
   * Entity as a read or a write returned it, not a copy. Its ETag is the condition. The index rows are updated from the values that were
   * read, even if you have assigned other values since.
   */
  readonly from: Entity;
  /** Never passed. If you pass it, the compiler shows this type as its message. */
  readonly ifMatch?: "✗ an entity with indexes takes { from: entity }, as a read returned it, in place of ifMatch";
}

/**
 * Condition for writing an existing entity with indexes: the entity as it was read. If you have only its ETag, such as that of an HTTP
 * request, pass that: the transaction then reads the row before it is sent. If the row has another ETag, you get
 * `entity.condition-not-met`.
 */
export type IndexedCondition<Entity> = FromCondition<Entity> | { readonly ifMatch: ETag; readonly from?: never };

/**
 * Condition of an upsert. An entity with indexes needs the row that was read, or undefined if there was none. Any other entity has no
 * condition.
 */
export type UpsertCondition<T extends EntityTypes> = T extends IndexedTypes
  ? [condition: FromCondition<T["written"] | undefined>]
  : [];

/**
 * Operations of one entity group transaction, all on one partition of one table. Entities need not contain the properties of the
 * PartitionKey. If they do, as an instance that was read does, the values must be those of the partition.
 *
 * Each method checks and encodes immediately, and throws if the data model does not allow the entity. It returns the key of the entity and
 * the values that the library filled in, such as a random id, so that later operations can use them. Nothing is sent before the callback
 * has returned.
 *
 * `Scope` is a type such as `"Shop/cust!{customerId}"`: the name of a table and the shape of a PartitionKey, which several entity
 * classes can share. The compiler accepts only entities whose class has the transaction's scope.
 */
export interface Transaction<Scope extends string> {
  /**
   * Exists only for the compiler, which uses it to reject entities of another scope. Its name is a symbol, because editors do not suggest
   * symbols.
   */
  readonly [scope]?: Scope;
  /**
   * Operations on rows of the partition that have no entity definition.
   * ```ts
   * tx.insert(Order, { placedAt, orderNo: 8, total: 1, sequence: 6n, currency: "EUR" });
   * tx.rows.insertOrMerge({ rowKey: "audit", properties: { lastOrder: edm.int32(8) } });
   * ```
   */
  readonly rows: TableTransaction;

  // Each method below checks the scope by its `this` parameter. No method mentions `Scope`, so the compiler need not instantiate the
  // methods for each scope.

  /**
   * Adds a row and its index rows, which count towards the 100 operations. The transaction fails with `entity.already-exists` if the row
   * exists. For a lock or an idempotency key, store a unique value in the row.
   * ```ts
   * tx.insert(OrderLine, { orderNo: 7, lineNo: 1, sku: "A1", quantity: 2 });
   * ```
   */
  insert<T extends EntityTypes>(
    this: Transaction<T["scope"]>,
    entity: EntityClass<T>,
    row: T["inPartition"],
  ): T["inserted"];
  /**
   * Adds a row, or changes the given properties of the existing one.
   * ```ts
   * tx.insertOrMerge(OrderLine, { orderNo: 7, lineNo: 1, sku: "A1", quantity: 3 });
   * ```
   */
  insertOrMerge<T extends EntityTypes>(
    this: Transaction<T["scope"]>,
    entity: EntityClass<T>,
    row: T["inPartition"],
    ...condition: UpsertCondition<T>
  ): T["changed"];
  /**
   * Writes a whole row, whether it exists or not.
   * ```ts
   * tx.insertOrReplace(OrderLine, { orderNo: 7, lineNo: 1, sku: "A1", quantity: 3 });
   * ```
   */
  insertOrReplace<T extends EntityTypes>(
    this: Transaction<T["scope"]>,
    entity: EntityClass<T>,
    row: T["inPartition"],
    ...condition: UpsertCondition<T>
  ): T["replaced"];
  /**
   * Changes the given properties of an existing row.
   * ```ts
   * tx.merge(Order, order, { total: 25 }, { ifMatch: order.$etag });
   * ```
   */
  merge<T extends EntityTypes>(
    this: Transaction<T["scope"]>,
    entity: EntityClass<T>,
    rowKey: T["rowKey"],
    changes: T["merge"],
    condition: T extends IndexedTypes ? IndexedCondition<T["written"]> : TransactionCondition,
  ): T["changed"];
  /**
   * Replaces an existing row as a whole.
   * ```ts
   * tx.replace(Order, new Order({ ...order, total: 25 }), { ifMatch: order.$etag });
   * ```
   */
  replace<T extends EntityTypes>(
    this: Transaction<T["scope"]>,
    entity: EntityClass<T>,
    row: T["inPartition"],
    condition: T extends IndexedTypes ? IndexedCondition<T["written"]> : TransactionCondition,
  ): T["replaced"];
  /**
   * Deletes a row. The transaction fails with `entity.not-found` if it does not exist.
   * ```ts
   * tx.delete(Order, order, { ifMatch: order.$etag });
   * ```
   */
  delete<T extends EntityTypes>(
    this: Transaction<T["scope"]>,
    entity: EntityClass<T>,
    rowKey: T["rowKey"],
    condition: T extends IndexedTypes ? IndexedCondition<T["written"]> : TransactionCondition,
  ): T["key"] & Deleted;
}

/** Mark of an operation that deletes a row, which has no ETag afterwards. */
export interface Deleted {
  readonly $etag: undefined;
}

/**
 * Results of a transaction, by what its callback returned. For an operation or an array of operations, these are their results. Otherwise
 * they are the results of all operations, in their order.
 */
export type TransactionResults<Returned> = Returned extends readonly object[]
  ? { readonly [Index in keyof Returned]: ResultOf<Returned[Index]> }
  : Returned extends object
    ? readonly [ResultOf<Returned>]
    : readonly TransactionResult[];

/** Result of one operation: its key and the filled-in values, with the ETag of the row unless it was deleted. */
type ResultOf<Operation> = Operation extends Deleted ? Operation : Operation & Written;

/** Result of one operation of a transaction, at the position of the operation. */
export interface TransactionResult {
  /** New ETag of the row, as `Written.$etag` of a single write; undefined for a delete. */
  readonly $etag: ETag | undefined;
}
