import { decodeEntity } from "../../codec/decode/decode-entity.js";
import { entityReader } from "../../query/readers/entity-reader.js";
import type { RowReader } from "../../query/readers/row-reader.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import { type IndexTarget, readEntities } from "./read-entities.js";

/** Returns a reader of the rows of an index, or with `entities()` of the entities that they represent. */
export function indexRowReader<T extends EntityTypes, E extends EntityTypes>(
  target: IndexTarget<T, E>,
): RowReader<E["entity"]> {
  return {
    ...entityReader(target.entry, target.connection.onMismatch),
    entities: () => entitiesReader(target),
  };
}

/** Returns a reader of the entities that index rows represent. Leaves out entities that no longer match their index row. */
export function entitiesReader<T extends EntityTypes, E extends EntityTypes>(
  target: IndexTarget<T, E>,
): RowReader<T["entity"]> {
  const { connection, schema, entry } = target;
  const { decode, nameOf } = entityReader(entry, connection.onMismatch);
  const reader: RowReader<T["entity"]> = {
    reads: "indexed entities",
    table: entry.table,
    filtered: entry,
    schema: entry,
    select: undefined,
    metadata: "minimal",
    isExact: false,
    onMismatch: connection.onMismatch,
    decode: (row) => decodeEntity(schema, row, true, connection.onMismatch),
    nameOf,
    counted: () => reader,
    index: {
      decode,
      readEntities: (indexRows: readonly E["entity"][], call) => readEntities(target, indexRows, call),
    },
  };
  return reader;
}
