import { buildColumn, readColumn } from "../../codec/column.js";
import type { EncodedEntity } from "../../codec/encode-entity.js";
import { fieldsOf } from "../../codec/keys/key-part.js";
import { formatValue } from "../../errors/format-value.js";
import { isTableError, TableError } from "../../errors/table-error.js";
import type { EntityId, EntityPayload, IndexSchema } from "../../schema/entity-schema.js";
import type { Property } from "../../schema/property.js";

/** Index and index row that an error is about. */
export interface IndexPlace {
  /** Name of the entity's class. */
  readonly entity: string;
  /** Name of the index, such as `byEmail`. */
  readonly index: string;
  /** PartitionKey and RowKey of the index row. */
  readonly key: EntityId;
  /** Keys of the entity that was not written. */
  readonly entityKey: EntityId;
  /** Properties in the keys of the index, with the values that were not written, such as `{ email: "ann@example.org" }`. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Keys of the entity that the index row belongs to; undefined if the client has not read them. */
  readonly owner?: EntityId;
}

/** Error of a write that was rejected because of an index: nothing was written. */
export class IndexError extends TableError implements IndexPlace {
  declare readonly entity: string;
  readonly index: string;
  readonly key: IndexPlace["key"];
  readonly entityKey: IndexPlace["entityKey"];
  readonly values: IndexPlace["values"];
  declare readonly owner?: EntityId;

  constructor(code: "index.not-unique" | "index.reserved", place: IndexPlace, cause: unknown) {
    const { entity, index, key, entityKey, values, owner } = place;
    super(code, messages[code](place), { entity, ...(cause !== undefined && { cause }) });
    this.name = "IndexError";
    this.index = index;
    this.key = { partitionKey: key.partitionKey, rowKey: key.rowKey };
    this.entityKey = { partitionKey: entityKey.partitionKey, rowKey: entityKey.rowKey };
    this.values = values;
    if (owner !== undefined) this.owner = { partitionKey: owner.partitionKey, rowKey: owner.rowKey };
  }
}

const messages = {
  "index.not-unique": (place: IndexPlace) =>
    `Another ${place.entity} has ${formatValues(place)}, and the index ${formatIndex(place)} is unique.`,
  "index.reserved": (place: IndexPlace) =>
    `${place.entity} cannot have ${formatValues(place)} now: a write of another ${place.entity} has reserved it in the unique index ` +
    `${formatIndex(place)} and is in progress, or has failed. Try again; after 20 minutes the reservation can be taken over.`,
};

function formatIndex({ index, key }: IndexPlace): string {
  return `${index} (PartitionKey ${JSON.stringify(key.partitionKey)}, RowKey ${JSON.stringify(key.rowKey)})`;
}

function formatValues({ values }: IndexPlace): string {
  const texts = Object.entries(values).map(([name, value]) => `${name} ${formatValue(value)}`);
  return texts.length === 0 ? "the same values" : texts.join(" and ");
}

/**
 * Reads the properties in the keys of an index row, with their values, for an error message. If the index row is in the partition of its
 * entity, leaves out the PartitionKey's.
 */
export function readIndexedValues({ entry, global }: IndexSchema, { body }: EncodedEntity): IndexPlace["values"] {
  const row = JSON.parse(body) as EntityPayload;
  const parts = [...(global ? entry.partitionParts : []), ...entry.rowParts];
  const names = fieldsOf(parts);
  const read = (name: string) =>
    readColumn(entry, buildColumn(entry, name, entry.properties[name] as Property), row, true);
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

/** Returns whether `error` is an {@link IndexError}. */
export function isIndexError(error: unknown): error is IndexError {
  return isTableError(error) && error.name === "IndexError";
}
