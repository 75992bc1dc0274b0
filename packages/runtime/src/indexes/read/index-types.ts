import type { CallOptions } from "../../connection/connection.js";
import type { PagedRows, PartitionQuery, Query, RowKeyQuery, Selected } from "../../query/query.js";
import type { QueryOptions } from "../../query/query-options.js";
import type { EntityTypes } from "../../schema/entity-types.js";

/**
 * An index whose rows lie in the partition of their entity: written in one transaction with it, so that both agree at any moment.
 * `T` are the types of the entity, `E` those of the index's rows.
 */
export interface LocalIndex<T extends EntityTypes, E extends EntityTypes> {
  /**
   * The entity with these values: reads the row of the index, then the entity.
   * ```ts
   * const employee = await service.entities(Employee).byEmail.get({ companyId: "C1", email: "ann@example.org" });
   * ```
   * @throws TableError `decode.*` for a row that does not fit its definition
   */
  get(key: E["key"], options?: CallOptions): Promise<T["entity"] | undefined>;
  /**
   * A query of the index's rows in one partition, which have the properties of its keys and the included ones. Sends no request until
   * rows are read. `.entities()` reads whole entities.
   */
  query(partition: E["partition"], options?: QueryOptions): IndexQuery<T, E>;
}

/** The rows of an index in one partition. Its methods are those of {@link PartitionQuery}. */
export interface IndexQuery<T extends EntityTypes, E extends EntityTypes> extends PagedRows<E["entity"]> {
  /** Narrows the query to a range of RowKeys, as {@link PartitionQuery.rowKey}. */
  readonly rowKey: RowKeyQuery<E, IndexQuery<T, E>>;
  /** As {@link Query.where}. */
  where(condition: E["where"]): IndexQuery<T, E>;
  /** As {@link Query.select}. */
  select<K extends E["selectable"] | "$timestamp">(...names: readonly K[]): Query<E, Selected<E, K | "$etag">>;
  /** As {@link Query.take}. */
  take(rows: number): IndexQuery<T, E>;
  /**
   * The entities that the rows stand for, in the order of the rows: one point read for each. An entity that has changed in between, so
   * that it no longer makes its row, is left out; `take` counts entities.
   */
  entities(): PagedRows<T["entity"]>;
}

/**
 * An index whose rows lie elsewhere: it has a row for every entity, and rows that stand for none any more, which reads leave out.
 * `T` are the types of the entity, `E` those of the index's rows.
 */
export interface GlobalIndex<T extends EntityTypes, E extends EntityTypes> {
  /** The entity with these values: reads the row of the index, then the entity. */
  get(key: E["key"], options?: CallOptions): Promise<T["entity"] | undefined>;
  /** The rows as they are, one request a page: keys of entities, some of which may have changed or be gone. */
  query(partition: E["partition"], options: UncheckedOptions): PartitionQuery<E>;
  /**
   * The entities of one partition of the index, in the order of its rows: one point read for each. An entity that no longer makes its row
   * is left out. Sends no request until rows are read.
   */
  query(partition: E["partition"], options?: QueryOptions): EntitiesQuery<T, E>;
}

export interface UncheckedOptions extends QueryOptions {
  /** Gives the index's rows without reading their entities. */
  readonly unchecked: true;
}

/** The entities of one partition of an index. */
export interface EntitiesQuery<T extends EntityTypes, E extends EntityTypes> extends PagedRows<T["entity"]> {
  /** Narrows the query to a range of RowKeys of the index, before or after `where`. */
  readonly rowKey: RowKeyQuery<E, EntitiesQuery<T, E>>;
  /** Keeps the entities whose index rows meet these conditions. */
  where(condition: E["where"]): EntitiesQuery<T, E>;
  /** At most this many entities in total. */
  take(rows: number): EntitiesQuery<T, E>;
}
