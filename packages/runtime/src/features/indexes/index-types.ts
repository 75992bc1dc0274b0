import type { PagedRows, PartitionQuery, Query, RowKeyQuery, Selected } from "../../query/query.js";
import type { GetOptions, QueryOptions } from "../../query/query-options.js";
import type { EntityTypes } from "../../schema/entity-schema.js";

/**
 * Index whose rows are in the partition of their entity. They are written in one transaction with it, so that both always agree. `T` are
 * the types of the entity, `E` those of the index rows.
 */
export interface LocalIndex<T extends EntityTypes, E extends EntityTypes> {
  /**
   * Reads the entity with these values: first the index row, then the entity. Returns undefined if there is none.
   * ```ts
   * const employee = await service.entities(Employee).byEmail.get({ companyId: "C1", email: "ann@example.org" });
   * ```
   * @throws TableError `decode.*` for a row that does not fit its definition
   */
  get(key: E["key"], options?: GetOptions): Promise<T["entity"] | undefined>;
  /**
   * Queries the index rows of one partition. They have the properties in the keys of the index, and those that the definition includes. To
   * read whole entities, call `.entities()`. Sends no request until rows are read.
   * ```ts
   * const people = await service.entities(Person).byTeam.query({ tenant: "T1" }).entities().toArray();
   * ```
   */
  query(partition: E["partition"], options?: QueryOptions): IndexQuery<T, E>;
}

/** Query of the rows of an index in one partition. Its methods are those of {@link PartitionQuery}. */
export interface IndexQuery<T extends EntityTypes, E extends EntityTypes> extends PagedRows<E["entity"]> {
  /** Narrows the query to a range of RowKeys, as {@link PartitionQuery.rowKey} does. */
  readonly rowKey: RowKeyQuery<E, IndexQuery<T, E>>;
  /** Keeps the index rows that meet these conditions, as {@link Query.where} does. */
  where(condition: E["where"]): IndexQuery<T, E>;
  /**
   * Reads only these properties of the index rows, as {@link Query.select} does.
   * ```ts
   * const rows = await service.entities(Person).byTeam.query({ tenant: "T1" }).select("note").toArray();
   * ```
   */
  select<K extends E["selectable"] | "$timestamp">(...names: readonly K[]): Query<E, Selected<E, K | "$etag">>;
  /** Reads at most this many index rows, as {@link Query.take} does. */
  take(rows: number): IndexQuery<T, E>;
  /**
   * Reads the entities to which the index rows belong, in the order of the rows, with one point read for each. If an entity has changed
   * meanwhile and no longer matches its index row, it is left out. `take` counts entities.
   * ```ts
   * const people = await service.entities(Person).byTeam.query({ tenant: "T1" }).entities().toArray();
   * ```
   */
  entities(): IndexedEntities<T>;
}

/** Query of entities by their index rows. */
export interface IndexedEntities<T extends EntityTypes> extends PagedRows<T["entity"]> {
  /**
   * Reads only these properties of each entity, by `$select`, and those that are compared with its index row. Returns plain objects with
   * the named properties and `$etag`. The number of requests stays the same.
   * ```ts
   * await service.entities(Person).byTeam.query({ tenant: "T1" }).entities().select("email", "phone").toArray();
   * ```
   * @throws TableError `query.unknown-property`
   */
  select<K extends T["selectable"] | "$timestamp">(...names: readonly K[]): PagedRows<Selected<T, K | "$etag">>;
}

/**
 * Index whose rows are outside of the partition of their entity. Every entity has a row in it, unless it lacks an optional property in the
 * keys of the index. There can also be rows that no longer belong to an entity, which reads leave out. `T` are the types of the entity, `E`
 * those of the index rows.
 */
export interface GlobalIndex<T extends EntityTypes, E extends EntityTypes> {
  /**
   * Reads the entity with these values: first the index row, then the entity. Returns undefined if there is none.
   * ```ts
   * const person = await service.entities(Person).byEmail.get({ email: "ann@example.org" });
   * ```
   */
  get(key: E["key"], options?: GetOptions): Promise<T["entity"] | undefined>;
  /**
   * Queries the index rows as they are, with one request for each page. An index row has the keys of an entity, but that entity may have
   * changed since, or may no longer exist.
   * ```ts
   * const rows = await service.entities(Person).byEmail.query({ email: "ann@example.org" }, { unchecked: true }).toArray();
   * ```
   */
  query(partition: E["partition"], options: UncheckedOptions): PartitionQuery<E>;
  /**
   * Queries the entities of one partition of the index, in the order of its rows, with one point read for each. If an entity no longer
   * matches its index row, it is left out. Sends no request until rows are read.
   * ```ts
   * const people = await service.entities(Person).byEmail.query({ email: "ann@example.org" }).toArray();
   * ```
   */
  query(partition: E["partition"], options?: QueryOptions): EntitiesQuery<T, E>;
}

export interface UncheckedOptions extends QueryOptions {
  /** Returns index rows without reading their entities. */
  readonly unchecked: true;
}

/** Query of the entities of one partition of an index. */
export interface EntitiesQuery<T extends EntityTypes, E extends EntityTypes> extends IndexedEntities<T> {
  /** Narrows the query to a range of RowKeys of the index, before or after `where`. */
  readonly rowKey: RowKeyQuery<E, EntitiesQuery<T, E>>;
  /** Keeps the entities whose index rows meet these conditions. */
  where(condition: E["where"]): EntitiesQuery<T, E>;
  /** Reads at most this many entities in total. */
  take(rows: number): EntitiesQuery<T, E>;
}
