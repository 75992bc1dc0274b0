import { decodeEntity, decodeRequestedRow } from "../../codec/decode-entity.js";
import { compileProjection, type Projection } from "../../codec/decode-projection.js";
import { encodeKey } from "../../codec/entity-keys.js";
import { idOf } from "../../codec/payload.js";
import { hasOtherKeys } from "../../codec/row-identity.js";
import { checkOptions, checkQueryOptions, type OptionKinds } from "../../errors/check-options.js";
import { EntityQueryBuilder, partitionState, type RowKeyVerbs, rowKeyVerbs } from "../../query/entity-query.js";
import { type EntityReader, entityReader } from "../../query/entity-reader.js";
import { findKind } from "../../query/kinds-reader.js";
import { checkSelectsAny, QueryBuilder } from "../../query/query-builder.js";
import { type GetOptions, getOptionKinds, type QueryOptions, queryOptionKinds } from "../../query/query-options.js";
import type { QueryHooks, RowReader } from "../../query/row-reader.js";
import type { Connection } from "../../rest/connection.js";
import { getEntity } from "../../rest/query-entities.js";
import type { AnySchema, EntitySchema, EntityTypes } from "../../schema/entity-schema.js";
import type { Hooks } from "../../schema/hooks.js";
import { storedNames } from "../../schema/property.js";
import { schemaIn } from "../../schema/table-names.js";
import type { WriterHooks } from "../../write/writer.js";
import { rememberRow } from "../rows-read.js";
import type { UncheckedOptions } from "./index-types.js";
import { indexedNames } from "./indexed-values.js";
import { IndexedWriter, isIndexed } from "./indexed-writer.js";
import { type IndexTarget, readEntities, readIndexedEntity } from "./read-entities.js";

/** Feature that writes index rows with their entities, and adds a reader for each index to the client of an entity. */
export const indexes: Hooks<WriterHooks> = {
  layer: (writer) => (isIndexed(writer) ? writer : new IndexedWriter(writer)),
  namesToDelete({ indexes = [], properties }) {
    const indexed = new Set(indexes.flatMap(({ entry }) => Object.keys(entry.properties)));
    const stored = Object.entries(properties).filter(([name, { keyOnly }]) => indexed.has(name) && !keyOnly);
    return stored.flatMap(([name, property]) => storedNames(name, property));
  },
  isCompanion({ indexes = [], kindProperty, hooks }, row) {
    const entries = indexes.map(({ entry }) => entry);
    if (findKind(entries, row) !== undefined) return true;
    // The row may belong to an index of an entity that is still under a former kind.
    const kinds = hooks.former?.kinds.flatMap((kind) => indexes.map(({ name }) => `${kind}.${name}`)) ?? [];
    return kindProperty !== undefined && kinds.includes(row[kindProperty] as string);
  },
  seen: rememberRow,
  addMembers: addIndexes,
};

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
function addIndexes(client: object, connection: Connection, schema: AnySchema): void {
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

interface IndexReader<R> extends EntityReader<R> {
  entities(): EntitiesReader<unknown>;
}

/** Reader of entities that are found by their index rows. */
interface EntitiesReader<R> extends RowReader<R> {
  /** Schema of the index rows. The conditions of the query are on their keys and properties. */
  readonly schema: AnySchema;
  /** Returns a reader of some properties of the entities. @throws TableError `query.unknown-property` */
  selecting(names: readonly string[]): EntitiesReader<unknown>;
}

/**
 * Returns a reader for queries of an index. It decodes the index rows. Its `entities()` returns a reader of the entities to which they
 * belong.
 */
function indexRowReader<T extends EntityTypes, E extends EntityTypes>(
  target: IndexTarget<T, E>,
): IndexReader<E["entity"]> {
  return {
    ...withoutOtherKeys(target.entry, entityReader(target.entry, target.connection.onMismatch)),
    entities: () => entitiesReader(target),
  };
}

/**
 * Returns a reader that leaves out index rows whose keys are not those of this definition. They belong to another definition, whose
 * entities this program does not find either. Wrong ones among them are reported by `verify`.
 */
function withoutOtherKeys<E extends EntityTypes, R>(entry: EntitySchema<E>, reader: EntityReader<R>): EntityReader<R> {
  const { selecting, withoutETags, counted } = reader;
  return {
    ...reader,
    decode: decodeOwn(entry, reader),
    selecting: (names) => withoutOtherKeys(entry, selecting(names)),
    withoutETags: () => withoutOtherKeys(entry, withoutETags()),
    counted() {
      const each = counted();
      return { ...each, decode: decodeOwn(entry, each) };
    },
  };
}

/** Returns the decoder of a reader, which skips index rows with keys of another definition. */
function decodeOwn<E extends EntityTypes, R>(entry: EntitySchema<E>, { decode }: RowReader<R>): RowReader<R>["decode"] {
  return (row) => {
    try {
      return decode(row);
    } catch (error) {
      if (!hasOtherKeys(entry, row, error)) throw error;
      return undefined;
    }
  };
}

/**
 * Returns a reader for queries of an index that reads the entity of each index row. If an entity no longer matches its index row, it is
 * left out.
 */
function entitiesReader<T extends EntityTypes, E extends EntityTypes>(
  target: IndexTarget<T, E>,
  projection?: Projection,
): EntitiesReader<T["entity"]> {
  const { connection, schema, entry } = target;
  const { onMismatch } = connection;
  const names = projection?.select;
  const expiry = schema.hooks.expiry?.(schema).names ?? [];
  const select = names && [...new Set(["PartitionKey", "RowKey", ...names, ...indexedNames(schema), ...expiry])];
  const { decode, nameOf } = withoutOtherKeys(entry, entityReader(entry, connection.onMismatch));
  const reader: EntitiesReader<T["entity"]> = {
    reads: "indexed entities",
    table: entry.table,
    filtered: entry,
    schema: entry,
    select: undefined,
    metadata: "minimal",
    isExact: false,
    onMismatch,
    decode: (row) =>
      projection === undefined
        ? decodeEntity(schema, row, true, onMismatch)
        : (projection.decode(row, true, onMismatch) as unknown as T["entity"]),
    selecting: (selected) => entitiesReader(target, compileProjection(schema, selected)),
    nameOf,
    expiry: (entry.hooks as Hooks<QueryHooks>).expiry?.(entry),
    counted: () => reader,
    second: {
      decode,
      readRows: (indexRows: readonly E["entity"][], call) => readEntities(target, indexRows, call, select),
    },
  };
  return reader;
}
