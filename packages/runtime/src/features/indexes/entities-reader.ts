import { decodeEntity } from "../../codec/decode-entity.js";
import { compileProjection, type Projection } from "../../codec/decode-projection.js";
import { hasOtherKeys } from "../../codec/row-identity.js";
import { type EntityReader, entityReader } from "../../query/entity-reader.js";
import type { QueryHooks, RowReader } from "../../query/row-reader.js";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { Hooks } from "../../schema/hooks.js";
import { indexedNames } from "./indexed-values.js";
import { type IndexTarget, readEntities } from "./read-entities.js";

/** Reader of the rows of an index. */
export interface IndexReader<R> extends EntityReader<R> {
  /** Returns a reader of the entities to which the index rows belong. */
  entities(): EntitiesReader<unknown>;
}

/** Reader of entities that are found by their index rows. */
export interface EntitiesReader<R> extends RowReader<R> {
  /** Schema of the index rows. The conditions of the query are on their keys and properties. */
  readonly schema: EntitySchema<EntityTypes>;
  /** Returns a reader of some properties of the entities. @throws TableError `query.unknown-property` */
  selecting(names: readonly string[]): EntitiesReader<unknown>;
}

/**
 * Returns a reader for queries of an index. It decodes the index rows. Its `entities()` returns a reader of the entities to which they
 * belong.
 */
export function indexRowReader<T extends EntityTypes, E extends EntityTypes>(
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
export function entitiesReader<T extends EntityTypes, E extends EntityTypes>(
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
