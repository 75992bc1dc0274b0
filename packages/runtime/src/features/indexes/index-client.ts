import { encodeKey } from "../../codec/entity-keys.js";
import { decodeRequestedRow } from "../../codec/requested-row.js";
import { idOf } from "../../codec/system-properties.js";
import { checkOptions, checkQueryOptions, type OptionKinds } from "../../errors/check-options.js";
import { partitionState } from "../../query/create-query.js";
import { EntityQueryBuilder, type RowKeyVerbs, rowKeyVerbs } from "../../query/entity-query-builder.js";
import { checkSelectsAny, QueryBuilder } from "../../query/query-builder.js";
import { type GetOptions, getOptionKinds, type QueryOptions, queryOptionKinds } from "../../query/query-options.js";
import type { Connection } from "../../rest/connection.js";
import { getEntity } from "../../rest/query-entities.js";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import { schemaIn } from "../../schema/mapped-tables.js";
import { type EntitiesReader, entitiesReader, type IndexReader, indexRowReader } from "./entities-reader.js";
import type { UncheckedOptions } from "./index-types.js";
import { type IndexTarget, readIndexedEntity } from "./read-entities.js";

const indexQueryForms: OptionKinds<QueryOptions & Partial<UncheckedOptions>> = {
  ...queryOptionKinds,
  unchecked: "boolean",
};

/**
 * Maximum number of times that `get` reads a row of a unique index. It reads the row again if another entity may have taken it over before
 * `get` read the entity.
 */
const maxReads = 10;

/**
 * Reader of one index of an entity. For callers it has the type `LocalIndex` or `GlobalIndex`. A query of a local index returns index rows,
 * and a query of a global index returns entities, unless the caller passes `unchecked`.
 */
class IndexClient<T extends EntityTypes, E extends EntityTypes> {
  readonly #target: IndexTarget<T, E>;

  constructor(target: IndexTarget<T, E>) {
    this.#target = target;
  }

  async get(key: E["key"], options: GetOptions = {}): Promise<T["entity"] | undefined> {
    const { connection, schema, index, entry: entrySchema } = this.#target;
    checkOptions(`${index.name}.get`, options, getOptionKinds);
    const id = encodeKey(entrySchema, key, connection.limits);
    let before: string | undefined;
    for (let read = 1; ; read++) {
      const entryRow = await connection.send(getEntity, { table: entrySchema.table, ...id }, options);
      if (entryRow === undefined) return undefined;
      const entry = decodeRequestedRow(entrySchema, entryRow, id, connection.onMismatch);
      const row = await readIndexedEntity(this.#target, entry, options);
      if (row !== undefined && !options.expired && schema.hooks.isExpired?.(schema, row)) return undefined;
      if (row !== undefined) return decodeRequestedRow(schema, row, idOf(row), connection.onMismatch);
      const etag = entryRow["odata.etag"];
      // The index row does not match its entity. In a unique index, another entity may have taken over the row meanwhile, which changes the
      // row's ETag. So the row is read again until its ETag stays the same.
      if (!index.unique || etag === before || read >= maxReads) return undefined;
      before = etag;
    }
  }

  query(partition: E["partition"], options: QueryOptions & Partial<UncheckedOptions> = {}): QueryBuilder<unknown> {
    const { connection, index, entry } = this.#target;
    const of = `${index.name}.query`;
    if (index.global) checkQueryOptions(of, options, indexQueryForms);
    else checkQueryOptions<QueryOptions>(of, options, queryOptionKinds);
    const { unchecked, ...rest } = options;
    const state = partitionState(connection, entry, partition, rest);
    const target = { ...this.#target, expired: options.expired };
    return index.global && unchecked !== true
      ? new EntitiesQueryBuilder({ ...state, reader: entitiesReader(target) })
      : new IndexQueryBuilder({ ...state, reader: indexRowReader(target) });
  }
}

/** Adds the indexes of an entity to its client as members: `service.entities(Employee).byName`. */
export function addIndexes(client: object, connection: Connection, schema: EntitySchema<EntityTypes>): void {
  for (const index of schema.indexes ?? []) {
    const target = { connection, schema, index, entry: schemaIn(connection, index.entry) };
    Object.defineProperty(client, index.name, { value: new IndexClient(target), enumerable: true });
  }
}

/** Query of the rows of an index: the query of an entity class with one more method, `entities`. */
class IndexQueryBuilder<R> extends EntityQueryBuilder<R, IndexReader<R>> {
  entities(): EntitiesQueryBuilder<never> {
    return new EntitiesQueryBuilder({ ...this.state, reader: this.state.reader.entities() as EntitiesReader<never> });
  }
}

/** Query of entities by their index rows: each response has index rows, and their entities are read one by one. */
class EntitiesQueryBuilder<R> extends QueryBuilder<R, EntitiesReader<R>> {
  get rowKey(): RowKeyVerbs<this> {
    return rowKeyVerbs(this.state, this.state.reader.schema, (state) => this.derive(state));
  }

  select(...names: readonly string[]): EntitiesQueryBuilder<never> {
    const { reader } = this.state;
    checkSelectsAny(names, reader.filtered.name);
    return new EntitiesQueryBuilder({ ...this.state, reader: reader.selecting(names) as EntitiesReader<never> });
  }
}
