import { decodeEntity } from "../../codec/decode/decode-entity.js";
import { rowKeyOf } from "../../codec/keys/entity-keys.js";
import { checkCount } from "../../connection/check-count.js";
import { type EntityQueryState, sourceOf, withRowKey, withWhere } from "../../query/entity-source.js";
import type { KeyScope } from "../../query/key-scope.js";
import { rowKeyPrefix, rowKeyRange } from "../../query/row-key-scope.js";
import type { RowSource } from "../../query/row-source.js";
import { SourceRows } from "../../query/source-rows.js";
import type { EntityPayload } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { EntitiesQuery, EntitiesRowKeyQuery } from "./index-types.js";
import { type IndexTarget, readEntities } from "./read-entities.js";

/** A query of the entities that the rows of an index stand for, each of them checked to make its row. */
export class CheckedEntities<T extends EntityTypes, E extends EntityTypes>
  extends SourceRows<T["entity"]>
  implements EntitiesQuery<T, E>
{
  readonly #target: IndexTarget<T, E>;
  /** The query of the index's rows. */
  readonly #state: EntityQueryState<E>;

  constructor(target: IndexTarget<T, E>, state: EntityQueryState<E>) {
    super(entitySource(target, state));
    this.#target = target;
    this.#state = state;
  }

  where(condition: E["where"]): CheckedEntities<T, E> {
    return this.#with(withWhere(this.#state, condition));
  }

  take(rows: number): CheckedEntities<T, E> {
    checkCount("take", rows, 0);
    return this.#with({ ...this.#state, limit: rows });
  }

  get rowKey(): EntitiesRowKeyQuery<T, E> {
    const { entry } = this.#target;
    const scoped = (rowKey: KeyScope) => this.#with(withRowKey(this.#state, rowKey));
    return {
      eq: (rowKey) => scoped({ eq: rowKeyOf(entry, rowKey) }),
      startsWith: (prefix) => scoped(rowKeyPrefix(entry, prefix)),
      between: (range) => scoped(rowKeyRange(entry, range as object)),
    };
  }

  #with(state: EntityQueryState<E>): CheckedEntities<T, E> {
    return new CheckedEntities(this.#target, state);
  }
}

function entitySource<T extends EntityTypes, E extends EntityTypes>(
  target: IndexTarget<T, E>,
  state: EntityQueryState<E>,
): RowSource<T["entity"]> {
  const { connection, schema } = target;
  const rows = sourceOf({ ...state, projection: undefined, metadata: "minimal" });
  return {
    connection,
    options: state.options,
    limit: state.limit,
    metadata: "minimal",
    isExact: false,
    isRequested: rows.isRequested,
    get plan() {
      return rows.plan;
    },
    follow(found, call) {
      const entries = found.map((row) => rows.decode(row)).filter((entry) => entry !== undefined);
      return readEntities(target, entries, call);
    },
    decode: (row: EntityPayload) => decodeEntity(schema, row, true, connection.onMismatch),
    counted: () => entitySource(target, state),
  };
}
