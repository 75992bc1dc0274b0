import { EntityQuery } from "../../query/entity-query.js";
import type { EntityQueryState } from "../../query/entity-source.js";
import type { PagedRows } from "../../query/query.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import { CheckedEntities } from "./checked-entities.js";
import type { IndexTarget } from "./read-entities.js";

/** A query of an index's rows, which leads to their entities. */
export class IndexRowsQuery<T extends EntityTypes, E extends EntityTypes> extends EntityQuery<E> {
  readonly #target: IndexTarget<T, E>;
  readonly #state: EntityQueryState<E>;

  constructor(target: IndexTarget<T, E>, state: EntityQueryState<E>) {
    super(state, (changed) => new IndexRowsQuery(target, changed));
    this.#target = target;
    this.#state = state;
  }

  entities(): PagedRows<T["entity"]> {
    return new CheckedEntities(this.#target, this.#state);
  }
}
