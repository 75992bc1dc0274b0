import { isTableError, type TableError } from "../errors/table-error.js";
import type { EntityPayload, EntitySchema, KeyNames } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { checkKeys } from "./check-keys.js";
import { buildColumn, readColumn } from "./column.js";
import { combineErrors } from "./entity-errors.js";
import { rememberKeysRead } from "./keys-read.js";
import { explainColumn, type OnMismatch } from "./mismatch.js";
import { otherKind } from "./row-identity.js";
import { readETag, readTimestamp } from "./system-properties.js";

const bothKeys: KeyNames = { partition: true, row: true };

/**
 * Decodes a stored row as an instance of the entity class.
 * @param typed whether the payload has type annotations (minimal or full metadata)
 * @param onMismatch replaces the value of a property that does not fit, or accepts keys that do not match the properties; without it such a
 * row is an error
 * @throws TableError `entity.wrong-kind`, `key.malformed` or `decode.*` naming entity, property, row and both types; `decode.invalid` if
 * several properties do not fit
 */
export function decodeEntity<T extends EntityTypes>(
  schema: EntitySchema<T>,
  row: EntityPayload,
  typed: boolean,
  onMismatch?: OnMismatch,
): T["entity"] {
  let entity: T["entity"];
  let compared = schema.comparedKeys;
  try {
    entity = schema.decode(row, typed);
  } catch (error) {
    entity = explainDecode(schema, row, typed, error, onMismatch);
    compared = bothKeys;
  }
  if (checkKeys(schema, compared, entity, row, onMismatch)) rememberKeysRead(schema.name, entity, row);
  if (typed) schema.hooks.seen?.(entity, row);
  return entity;
}

/**
 * Decodes a row again, property by property, and calls `onMismatch` for each one that does not fit. Without a handler, throws an error that
 * lists all of them. It is slow, and runs only after the generated decoder threw.
 */
function explainDecode<T extends EntityTypes>(
  schema: EntitySchema<T>,
  row: EntityPayload,
  typed: boolean,
  error: unknown,
  onMismatch: OnMismatch | undefined,
): T["entity"] {
  if (isTableError(error, "entity.wrong-kind")) throw otherKind(schema, row);
  const init: Record<string, unknown> = {};
  const problems: TableError[] = [];
  for (const [name, property] of Object.entries(schema.properties)) {
    const column = buildColumn(schema, name, property);
    try {
      init[name] = readColumn(schema, column, row, typed);
    } catch (problem) {
      init[name] = explainColumn(schema.name, column, row, problem, onMismatch ?? collect(problems));
    }
  }
  const thrown = combineErrors(schema.name, "decode.invalid", problems);
  if (thrown !== undefined) throw thrown;
  if (onMismatch === undefined) throw error;
  const extra = schema.hooks.undeclared?.(schema, row, typed);
  if (extra !== undefined) init["$extra"] = extra;
  return schema.create(init as T["init"], readETag(row), readTimestamp(row));
}

function collect(problems: TableError[]): OnMismatch {
  return ({ error }) => void problems.push(error);
}
