import { decodeEntity } from "../codec/decode-entity.js";
import { fieldsOf } from "../codec/keys/key-part.js";
import type { Connection } from "../rest/connection.js";
import type { Write, WriteName } from "../rest/write.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes, ETag } from "../schema/entity-types.js";
import type { Property } from "../schema/property.js";
import type { ReturnOption, Written } from "./write-options.js";
import type { SentWrite } from "./writer.js";

type AnySchema = EntitySchema<EntityTypes>;
type Values = Readonly<Record<string, unknown>>;

/** Properties that a write returns, by kind of write: those in the key, and those that the library fills in. */
interface ReturnedProperties {
  readonly insert: readonly Property[];
  readonly replace: readonly Property[];
  readonly change: readonly Property[];
}

/** Cache by the properties of a schema. With `withTables`, an entity has several schemas that share them. */
const cache = new WeakMap<object, ReturnedProperties>();

function returnedProperties(schema: AnySchema): ReturnedProperties {
  const { properties, partitionParts, rowParts, madeDefaults, onWrite } = schema;
  let returned = cache.get(properties);
  if (returned === undefined) {
    const key = fieldsOf([...partitionParts, ...rowParts]).map((field) => properties[field] as Property);
    const distinct = (lists: readonly (readonly Property[])[]) => [...new Set(lists.flat())];
    returned = {
      insert: distinct([key, madeDefaults, onWrite]),
      replace: distinct([key, madeDefaults.filter(({ stamp }) => stamp !== "insert"), onWrite]),
      change: distinct([key, onWrite]),
    };
    cache.set(properties, returned);
  }
  return returned;
}

const kinds: Readonly<Record<WriteName, keyof ReturnedProperties>> = {
  insert: "insert",
  insertOrReplace: "replace",
  replace: "replace",
  insertOrMerge: "change",
  merge: "change",
  delete: "change",
};

/**
 * Adds the key of a written entity, and the values that the library filled in, to the result of the write.
 * @param name the operation that the application called
 * @param values the entity or key as it was encoded; undefined if the write has no entity
 */
export function addWrittenValues<Result extends object>(
  result: Result,
  schema: AnySchema,
  name: WriteName,
  values: object | undefined,
): Result {
  if (values === undefined) return result;
  for (const { field, type, default: fallback } of returnedProperties(schema)[kinds[name]]) {
    const value = (values as Values)[field] ?? fallback;
    if (value === undefined) continue;
    (result as Record<string, unknown>)[field] =
      type.edm === "Edm.Guid" && typeof value === "string" ? value.toLowerCase() : value;
  }
  return result;
}

/**
 * Decodes the entity that a write stored from the request. Its `$timestamp` is undefined, because the service does not return the
 * Timestamp.
 * @param row the row before the write; undefined for a write of a whole row
 */
export function writtenEntity<T extends EntityTypes>(
  { onMismatch }: Pick<Connection, "onMismatch">,
  schema: EntitySchema<T>,
  write: Write,
  etag: ETag,
  row?: EntityPayload,
): T["entity"] {
  const { Timestamp, ...after } = write.rowAfter(row) as EntityPayload;
  return decodeEntity(schema, { ...after, "odata.etag": etag } as EntityPayload, true, onMismatch);
}

/** Builds the result of a write: the entity if the caller asks for it, otherwise its ETag, its key and the filled-in values. */
export function buildWritten(
  connection: Pick<Connection, "onMismatch">,
  schema: AnySchema,
  name: WriteName,
  { write, result }: SentWrite,
  options: Partial<ReturnOption> | undefined,
): Written {
  const $etag = result as ETag;
  if (options?.return === undefined) return addWrittenValues({ $etag }, schema, name, write.values);
  return writtenEntity(connection, schema, write, $etag);
}
