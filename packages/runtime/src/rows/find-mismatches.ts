import { storedNameIn } from "../codec/column.js";
import { decodeEntity } from "../codec/decode-entity.js";
import { withDefaults } from "../codec/edm/edm-type.js";
import { mismatch } from "../codec/edm/value-errors.js";
import { findProblems } from "../codec/encode-entity.js";
import type { Mismatch } from "../codec/mismatch.js";
import { readKeyOf } from "../codec/parse-key.js";
import { annotationOf, own } from "../codec/payload.js";
import { isTableError, type TableError, withNames } from "../errors/table-error.js";
import type { AnySchema, EntityClass, EntityPayload, EntityTypes } from "../schema/entity-schema.js";
import { limits } from "../schema/limits.js";
import { tableRowJson } from "./row-json.js";
import type { StoredTableRow } from "./table-row.js";

/**
 * Finds all differences between a stored row and a definition, for tools that inspect tables. It is stricter than reading an entity: a read
 * accepts a whole Edm.Double for an Edm.Int32, and does not check `min`, `max` and `maxLength`. Properties that the definition does not
 * declare are not differences.
 *
 * The codes are `entity.wrong-kind` for a row of another entity class; `key.malformed` for keys of another shape; `decode.key-mismatch` for
 * keys of the right shape that do not match the properties; `decode.*` and `value.*` for a property.
 * @returns an empty list for a row that fits; at most one mismatch for each property
 */
export function findMismatches<T extends EntityTypes>(
  { $schema }: Pick<EntityClass<T>, "$schema">,
  row: StoredTableRow,
): readonly Mismatch[] {
  const schema = $schema as unknown as AnySchema;
  const payload = JSON.parse(tableRowJson(schema.table, row)) as EntityPayload;
  const found = new Map<string | undefined, Mismatch>();
  const add = (property: string | undefined, error: TableError, expected?: Mismatch["expected"]) => {
    if (!found.has(property)) found.set(property, findMismatch(schema, row, payload, property, error, expected));
  };
  const keyError = thrownBy(() => readKeyOf(schema, row));
  if (keyError !== undefined) add(undefined, keyError);
  let entity: object | undefined;
  const thrown = thrownBy(() => {
    entity = decodeEntity(schema, payload, true, ({ property, expected, error }) => {
      // If the keys cannot be read, that is reported already. So errors of values that are stored only in the keys are left out.
      if (keyError === undefined || !isAboutKeys(error)) add(property, error, expected);
    });
  });
  if (thrown !== undefined) return [findMismatch(schema, row, payload, undefined, thrown)];
  for (const [name, property] of Object.entries(schema.properties)) {
    const { keyOnly, type, reads } = property;
    const stored = keyOnly ? undefined : storedNameIn(payload, property);
    const value = stored === undefined ? undefined : row.properties[stored];
    if (stored === undefined || value === undefined || value.type === type.edm || reads?.includes(value.type)) continue;
    add(name, withNames(mismatch(type.edm, payload[stored], value.type), schema.name, name) as TableError);
  }
  for (const [name, error] of findProblems(schema, entity as object, withDefaults, limits.cosmos)) {
    // Missing properties were already reported by `decodeEntity` above.
    if (error.code !== "value.missing") add(name, error);
  }
  return [...found.values()];
}

function isAboutKeys({ code }: TableError): boolean {
  return code === "decode.key-mismatch" || code === "key.malformed";
}

function findMismatch(
  { name: entity, properties }: AnySchema,
  { partitionKey, rowKey }: StoredTableRow,
  payload: EntityPayload,
  property: string | undefined,
  error: TableError,
  expected?: Mismatch["expected"],
): Mismatch {
  const name = property === undefined ? undefined : (properties[property]?.name ?? property);
  const stored = name === undefined ? undefined : own(payload, name);
  const annotation = name === undefined ? undefined : (annotationOf(payload, name) as string | undefined);
  return { partitionKey, rowKey, entity, property, stored, annotation, expected, error };
}

function thrownBy(run: () => void): TableError | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (isTableError(error)) return error;
    throw error;
  }
}
