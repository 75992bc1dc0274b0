import { compileProjection, type Projection } from "../codec/decode/decode-projection.js";
import { unrequestedRowError } from "../codec/decode/requested-row.js";
import { identityCheck, identityNames } from "../codec/decode/row-identity.js";
import { rowKeyOf } from "../codec/keys/entity-keys.js";
import { idOf, readETag } from "../codec/system-properties.js";
import { checkCount } from "../connection/check-count.js";
import type { Connection } from "../connection/connection.js";
import { formatValue } from "../errors/format-value.js";
import { TableError } from "../errors/table-error.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityId, EntityTypes, ETag } from "../schema/entity-types.js";
import { type EntityQueryState, sourceOf, withRowKey, withWhere } from "./entity-source.js";
import { type KeyScope, rowsInScope } from "./key-scope.js";
import { queryText } from "./plan-query.js";
import type { PartitionQuery, Query, QueryWithoutETag, RowKeyQuery, Selected } from "./query.js";
import { rowKeyPrefix, rowKeyRange } from "./row-key-scope.js";
import { SourceRows } from "./source-rows.js";

/** What a deletion needs to know of a row. */
export interface RowAddress extends EntityId {
  readonly $etag: ETag | undefined;
}

type Derive<T extends EntityTypes> = (state: EntityQueryState<T>) => EntityQuery<T>;

/** A query of one entity. Its public interfaces (in a partition, of a scan, in parallel) differ in types alone. */
export class EntityQuery<T extends EntityTypes> extends SourceRows<T["entity"]> implements PartitionQuery<T> {
  readonly #state: EntityQueryState<T>;

  readonly #derive: Derive<T>;

  /** @param derive makes the queries that its methods return; of this class by default */
  constructor(state: EntityQueryState<T>, derive: Derive<T> = plainQuery) {
    super(sourceOf(state));
    this.#state = state;
    this.#derive = derive;
  }

  where(condition: T["where"]): this {
    return this.#derive(withWhere(this.#state, condition)) as this;
  }

  select<K extends T["selectable"] | "$timestamp">(...names: readonly K[]): Query<T, Selected<T, K>> {
    const { schema } = this.#state;
    if (names.length === 0) throw new TableError("query.invalid-option", `select needs a property of ${schema.name}.`);
    return this.#with({ projection: compileProjection(schema, names) }) as unknown as Query<T, Selected<T, K>>;
  }

  take(rows: number): EntityQuery<T> {
    checkCount("take", rows, 0);
    return this.#with({ limit: rows });
  }

  metadata(level: "none"): QueryWithoutETag<T, Omit<T["entity"], "$etag">> {
    if (level !== "none")
      throw new TableError("query.invalid-option", `metadata takes "none", not ${formatValue(level)}.`);
    return this.#with({ metadata: level }) as unknown as QueryWithoutETag<T, Omit<T["entity"], "$etag">>;
  }

  get rowKey(): RowKeyQuery<T> {
    const { schema } = this.#state;
    const scoped = (rowKey: KeyScope) => this.#derive(withRowKey(this.#state, rowKey));
    return {
      eq: (rowKey) => scoped({ eq: rowKeyOf(schema, rowKey) }),
      startsWith: (prefix) => scoped(rowKeyPrefix(schema, prefix)),
      between: (range) => scoped(rowKeyRange(schema, range as object)),
    };
  }

  /**
   * The stored keys and ETags of the rows. A row that is outside of the query or not of the entity is an error, whatever
   * `onMismatch` says.
   */
  addresses(connection: Connection, schema: EntitySchema<T>): SourceRows<RowAddress> {
    const identity: Projection = { select: identityNames(schema), decode: (row) => ({ ...idOf(row) }) };
    return this.#strict(connection, schema, identity, (row) => ({ ...idOf(row), $etag: readETag(row) }));
  }

  /** The rows as they are stored, by the same rules. */
  payloads(connection: Connection, schema: EntitySchema<T>): SourceRows<EntityPayload> {
    return this.#strict(connection, schema, undefined, (row) => row);
  }

  #strict<R>(
    connection: Connection,
    schema: EntitySchema<T>,
    projection: Projection | undefined,
    read: (row: EntityPayload) => R,
  ): SourceRows<R> {
    const { partitionKey, rowKey } = this.#state;
    if (this.#state.connection !== connection || this.#state.schema !== schema) {
      const other = this.#state.schema;
      const problem = `Expected a query of ${schema?.name} in table ${schema?.table} by the same client, but got one of ${other.name} in table ${other.table}.`;
      throw new TableError("value.wrong-type", problem, { entity: schema?.name });
    }
    const isInScope = rowsInScope(partitionKey, rowKey);
    const checkIdentity = identityCheck(schema);
    const source = sourceOf({ ...this.#state, projection, metadata: "minimal" });
    return new SourceRows<R>({
      ...source,
      // Written back, what nothing declares keeps its type.
      isExact: projection === undefined,
      decode(row) {
        if (!isInScope(row)) throw unrequestedRowError(schema.name, row, queryText(schema.table, source.plan.filters));
        checkIdentity(row, undefined);
        return read(row);
      },
    });
  }

  #with(change: Partial<EntityQueryState<T>>): EntityQuery<T> {
    return this.#derive({ ...this.#state, ...change });
  }
}

function plainQuery<T extends EntityTypes>(state: EntityQueryState<T>): EntityQuery<T> {
  return new EntityQuery(state);
}
