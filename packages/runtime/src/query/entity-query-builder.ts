import { rowKeyOf } from "../codec/entity-keys.js";
import { formatValue } from "../errors/format-value.js";
import { invalidQuery } from "../errors/table-error.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { EntityReader } from "./entity-reader.js";
import type { KeyScope, RowKeyTest } from "./key-scope.js";
import { checkSelectsAny, QueryBuilder } from "./query-builder.js";
import { type QueryState, withRowKey, withWhere } from "./query-state.js";
import { rowKeyPrefix, rowKeyRange } from "./row-key-scope.js";

/** Query of the rows of one entity class: the shared verbs, `rowKey`, `select` and `metadata`. */
export class EntityQueryBuilder<R, Reader extends EntityReader<R> = EntityReader<R>> extends QueryBuilder<R, Reader> {
  get rowKey(): RowKeyVerbs<this> {
    return rowKeyVerbs(this.state, this.state.reader.schema, (state) => this.derive(state));
  }

  select(...names: readonly string[]): EntityQueryBuilder<never> {
    const { reader } = this.state;
    checkSelectsAny(names, reader.filtered.name);
    return new EntityQueryBuilder({ ...this.state, reader: reader.selecting(names) as EntityReader<never> });
  }

  metadata(level: "none"): EntityQueryBuilder<never> {
    if (level !== "none") throw invalidQuery(`metadata takes "none", not ${formatValue(level)}.`);
    return new EntityQueryBuilder({ ...this.state, reader: this.state.reader.withoutETags() as EntityReader<never> });
  }
}

/** Verbs that limit a query to some RowKeys. */
export interface RowKeyVerbs<Q> {
  eq(rowKey: object): Q;
  startsWith(prefix: object): Q;
  between(range: object): Q;
}

/** Returns the verbs that limit a query to some RowKeys. @param derive returns the same query with another state */
export function rowKeyVerbs<S extends QueryState<unknown>, Q>(
  state: S,
  schema: EntitySchema<EntityTypes>,
  derive: (state: S) => Q,
): RowKeyVerbs<Q> {
  const scoped = (rowKey: KeyScope, matches?: RowKeyTest) => withRowKey(state, rowKey, matches);
  return {
    eq: (rowKey: object) => derive(scoped({ eq: rowKeyOf(schema, rowKey) })),
    startsWith: (prefix: object) => {
      const { rowKey, matches } = rowKeyPrefix(schema, prefix);
      return derive(scoped(rowKey, matches));
    },
    between: (range: object) => {
      const { rowKey, matches, where } = rowKeyRange(schema, range);
      const limited = scoped(rowKey, matches);
      return derive(where === undefined ? limited : withWhere(limited, where));
    },
  };
}
