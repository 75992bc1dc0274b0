import { EntityQueryBuilder, type RowKeyVerbs, rowKeyVerbs } from "../../query/entity-query-builder.js";
import { checkSelectsAny, QueryBuilder } from "../../query/query-builder.js";
import type { EntitiesReader, IndexReader } from "./entities-reader.js";

/** Query of the rows of an index: that of an entity class, and `entities`. */
export class IndexQueryBuilder<R> extends EntityQueryBuilder<R, IndexReader<R>> {
  entities(): EntitiesQueryBuilder<never> {
    return new EntitiesQueryBuilder({ ...this.state, reader: this.state.reader.entities() as EntitiesReader<never> });
  }
}

/** Query of the entities that index rows represent: each response has index rows, whose entities are read one by one. */
export class EntitiesQueryBuilder<R> extends QueryBuilder<R, EntitiesReader<R>> {
  get rowKey(): RowKeyVerbs<this> {
    return rowKeyVerbs(this.state, this.state.reader.schema, (state) => this.derive(state));
  }

  select(...names: readonly string[]): EntitiesQueryBuilder<never> {
    const { reader } = this.state;
    checkSelectsAny(names, reader.filtered.name);
    return new EntitiesQueryBuilder({ ...this.state, reader: reader.selecting(names) as EntitiesReader<never> });
  }
}
