import { invalidQuery } from "../errors/table-error.js";
import type { Connection } from "../rest/connection.js";
import type { StoredTableRow } from "../rows/table-row.js";
import { checkKey } from "../schema/check-key.js";
import type { AnySchema, EntityPayload, EntityTypes, Partition, Stored } from "../schema/entity-schema.js";
import { schemaOf } from "../schema/entity-schema.js";
import { partitionIn, schemaIn } from "../schema/table-names.js";
import { type KindsReader, kindsReader, type OnUnknownKind } from "./kinds-reader.js";
import type { PagedRows } from "./query.js";
import { checkSelectsAny, QueryBuilder } from "./query-builder.js";
import type { QueryOptions } from "./query-options.js";
import { stateOfRows } from "./query-state.js";
import type { KindsWhere, SelectedOfKinds, SharedSelectable, TypesOf } from "./shared-properties.js";

export type { OnUnknownKind };

/** Generated entity class of one scope. A scope is a table and the shape of a PartitionKey, such as `"Shop/cust!{customerId}"`. */
export interface ScopedClass<Scope extends string> {
  readonly $schema: { readonly scope: Scope; decode(row: EntityPayload, typed: boolean): Stored };
}

/** Entities of these classes: a union with `$kind` as its discriminant. */
export type EntityOf<C extends ScopedClass<string>> = ReturnType<C["$schema"]["decode"]>;

/**
 * Row of a kind that the query does not name, with the Edm type of each value. Its `$kind` is undefined, which distinguishes it from
 * entities.
 */
export interface RawEntity extends StoredTableRow {
  readonly $kind: undefined;
}

/** Query of the rows of several entity classes (kinds) in one partition, in the order of their RowKeys. */
export interface KindsQuery<R, T extends EntityTypes = EntityTypes> extends PagedRows<R> {
  /**
   * Keeps the rows that meet all these conditions. They may name properties that all kinds have with the same type.
   * ```ts
   * partition.query(Order, OrderLine).where({ orderNo: 7 })
   * // $filter: PartitionKey eq 'cust!C1' and orderNo eq 7
   * ```
   * @throws TableError `query.*`, `value.*` naming the kinds, the property and the operator
   */
  where(condition: KindsWhere<T>): KindsQuery<R, T>;
  /**
   * Reads only these properties, which all kinds must have with the same type. The rows are plain objects of these names, `$kind` and
   * `$etag`. The properties that show the kind are requested too.
   * ```ts
   * partition.query(Order, OrderLine).select("orderNo")
   * // $filter: PartitionKey eq 'cust!C1'
   * ```
   * @throws TableError `query.unknown-property`
   */
  select<K extends SharedSelectable<T>>(...names: readonly K[]): KindsQuery<SelectedOfKinds<T, K>, T>;
  /**
   * Reads at most this many rows in total: a whole number of at least 0.
   * ```ts
   * const rows = await partition.query(Order, OrderLine).take(10).toArray();
   * ```
   * @throws TableError `query.invalid-option`
   */
  take(rows: number): KindsQuery<R, T>;
  /**
   * Sets options of the query.
   * ```ts
   * const query = partition.query(Order, OrderLine).with({ prefetch: 0 });
   * ```
   * @throws TableError `query.invalid-option`
   */
  with(options: QueryOptions): KindsQuery<R, T>;
  /**
   * Sets what happens to a row of a kind that the query does not name. Default: `"throw"`, which fails with `entity.wrong-kind`. Index rows
   * of the entities that the query names are skipped in any case.
   * ```ts
   * for await (const row of partition.query(Order).onUnknownKind("skip")) console.log(row.total);
   * ```
   * @param handling `"throw"`, `"skip"` or `"raw"`
   */
  onUnknownKind<H extends OnUnknownKind>(handling: H): KindsQuery<R | (H extends "raw" ? RawEntity : never), T>;
}

/**
 * Returns a query of the rows of these entity classes in one partition.
 * @param given the partition to query, with the name of the table in the definitions, before `withTables` maps the name
 */
export function createPartitionQuery<Scope extends string, C extends ScopedClass<Scope>>(
  connection: Connection,
  given: Partition<Scope>,
  classes: readonly C[],
  options: QueryOptions = {},
): KindsQuery<EntityOf<C>, TypesOf<C>> {
  if (classes.length === 0) throw invalidQuery("A query of a partition needs at least one class.");
  const partition = partitionIn(connection, given);
  checkKey(partition.table, "PartitionKey", partition.partitionKey, connection.limits);
  const schemas = classes.map((entity) => schemaIn(connection, schemaOf(entity) as unknown as AnySchema));
  for (const { name, scope } of schemas) {
    if (scope === partition.scope) continue;
    throw invalidQuery(`${name} belongs to ${scope}, not ${partition.scope}.`);
  }
  const { table, partitionKey } = partition;
  const { onMismatch } = connection;
  const reader = kindsReader({ table, schemas, onMismatch, unknownKind: "throw" }) as KindsReader<EntityOf<C>>;
  return new KindsQueryBuilder(stateOfRows(connection, reader, { eq: partitionKey }, options));
}

/** Query of the rows of several entity classes: the shared verbs, `select` and `onUnknownKind`. */
class KindsQueryBuilder<R> extends QueryBuilder<R, KindsReader<R>> {
  select(...names: readonly string[]): KindsQueryBuilder<never> {
    const { reader } = this.state;
    checkSelectsAny(names, reader.filtered.name);
    return this.#reading(reader.selecting(names));
  }

  onUnknownKind(handling: unknown): KindsQueryBuilder<never> {
    return this.#reading(this.state.reader.onUnknownKind(handling));
  }

  #reading(reader: KindsReader<unknown>): KindsQueryBuilder<never> {
    return new KindsQueryBuilder({ ...this.state, reader: reader as KindsReader<never> });
  }
}
