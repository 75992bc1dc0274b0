import type { EntityClass } from "../schema/entity-schema.js";
import type { EntityTypes, ETag, IndexedTypes } from "../schema/entity-types.js";
import type { TransactionCondition } from "../write/write-options.js";

/** What a transaction takes in place of a callback that returns a promise. */
export type AsyncCallback = "✗ the callback of a transaction cannot be async: await before the transaction";

declare const scope: unique symbol;

/** The condition of a write of an entity with indexes. */
export interface FromCondition<Entity> {
  /**
   * The entity as a read returned it, not a copy: its ETag is the condition, and its indexes are kept by the values that were read,
   * whatever was assigned since.
   */
  readonly from: Entity;
  /** Never passed: the sentence that the compiler shows where it is. */
  readonly ifMatch?: "✗ an entity with indexes takes { from: entity }, as a read returned it, in place of ifMatch";
}

/** What an upsert takes: of an entity with indexes the row that was read, or undefined where there was none. */
export type UpsertCondition<T extends EntityTypes> = T extends IndexedTypes
  ? [condition: FromCondition<T["entity"] | undefined>]
  : [];

/**
 * The operations of one entity group transaction, all on one partition of one table. Omit the partition's properties; if
 * present (in an instance that was read) they must be the same.
 *
 * Each method checks and encodes immediately, and throws if the data model refuses the entity. Nothing is sent before the
 * callback has returned.
 *
 * Each method requires a transaction of the entity's own scope as `this`. So no method mentions `Scope`, and the compiler
 * does not instantiate them for each scope.
 */
export interface Transaction<Scope extends string> {
  /** Exists for the checker alone, which refuses entities of another scope by it. Editors do not offer symbols. */
  readonly [scope]?: Scope;
  /**
   * Adds a row, and those of its indexes, which count towards the 100 operations; the transaction fails with `entity.already-exists` where it exists. A lock or an idempotency key needs a
   * value of its own in the row.
   */
  insert<T extends EntityTypes>(this: Transaction<T["scope"]>, entity: EntityClass<T>, row: T["inPartition"]): void;
  /** Adds a row, or changes the given properties of the row that exists. */
  insertOrMerge<T extends EntityTypes>(
    this: Transaction<T["scope"]>,
    entity: EntityClass<T>,
    row: T["inPartition"],
    ...condition: UpsertCondition<T>
  ): void;
  /** Writes a whole row, whether it exists or not. */
  insertOrReplace<T extends EntityTypes>(
    this: Transaction<T["scope"]>,
    entity: EntityClass<T>,
    row: T["inPartition"],
    ...condition: UpsertCondition<T>
  ): void;
  /** Changes the given properties of a row that exists. */
  merge<T extends EntityTypes>(
    this: Transaction<T["scope"]>,
    entity: EntityClass<T>,
    rowKey: T["rowKey"],
    changes: T["merge"],
    condition: T extends IndexedTypes ? FromCondition<T["entity"]> : TransactionCondition,
  ): void;
  /** Replaces a whole row that exists. */
  replace<T extends EntityTypes>(
    this: Transaction<T["scope"]>,
    entity: EntityClass<T>,
    row: T["inPartition"],
    condition: T extends IndexedTypes ? FromCondition<T["entity"]> : TransactionCondition,
  ): void;
  /** Deletes a row; the transaction fails with `entity.not-found` where it does not exist. */
  delete<T extends EntityTypes>(
    this: Transaction<T["scope"]>,
    entity: EntityClass<T>,
    rowKey: T["rowKey"],
    condition: T extends IndexedTypes ? FromCondition<T["entity"]> : TransactionCondition,
  ): void;
}

/** The result of one operation of a transaction, at the operation's position. */
export interface TransactionResult {
  /** The row's new ETag; undefined for a delete. */
  readonly $etag: ETag | undefined;
}
