import { checkOneOf, json, jsonText } from "../edm/string.js";
import { TableError, withNames } from "../errors/table-error.js";
import type { EntitySchema, PropertySchema, WriteMode } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { Limits } from "../schema/limits.js";
import { unknownNames, unknownProperty } from "./check-names.js";
import { checkLength, checkRange } from "./check-value.js";
import { explainPart } from "./entity-keys.js";
import { checkKeyValue } from "./key-only.js";
import { noObject } from "./no-object.js";
import { oneError } from "./one-error.js";
import { storedKeysOf } from "./stored-keys.js";

type Values = Readonly<Record<string, unknown>>;

/**
 * Why the straight-line encoder threw: every refused property by name. Takes its time, since it runs only after a failure.
 */
export function explainEncode<T extends EntityTypes>(
  schema: EntitySchema<T>,
  entity: object,
  mode: WriteMode,
  limits: Limits,
): TableError | undefined {
  const nothing = noObject(schema.name, schema.name, entity);
  if (nothing !== undefined) return nothing;
  const values = entity as Values;
  const problems = new Map<string, TableError>();
  for (const [name, property] of Object.entries(schema.properties)) {
    const problem = problemOf(() => checkProperty(property, values[name], mode, limits), schema.name, name);
    if (problem !== undefined) problems.set(name, problem);
  }
  if (mode !== 2 && storedKeysOf(schema, entity) === undefined) {
    for (const part of [...schema.partitionParts, ...schema.rowParts]) {
      if (typeof part === "string" || problems.has(part[0])) continue;
      const problem = explainPart(schema, part, values);
      if (problem !== undefined) problems.set(part[0], problem);
    }
  }
  for (const name of unknownNames(schema, entity)) problems.set(name, unknownProperty(schema, name));
  return oneError(schema.name, "entity.invalid", [...problems.values()]);
}

function problemOf(check: () => void, entity: string, property: string): TableError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    const named = withNames(error, entity, property);
    if (named instanceof TableError) return named;
    throw error;
  }
}

/** The same checks as those of the writer that generated code calls for the property. */
function checkProperty(property: PropertySchema, value: unknown, mode: WriteMode, limits: Limits): void {
  if (property.keyOnly) {
    checkKeyValue(property, value);
    return;
  }
  if (value === undefined || value === null) {
    if (mode === 2 || property.optional || property.default !== undefined) return;
    throw new TableError("value.missing", "has no value; the definition requires one");
  }
  if (property.oneOf !== undefined) {
    checkOneOf(value as string, property.oneOf);
    return;
  }
  property.type.toJson(value);
  checkRangeOf(property, value);
  checkSize(property, value, limits);
}

function checkRangeOf({ min, max }: PropertySchema, value: unknown): void {
  if (typeof value === "number" || typeof value === "bigint") checkRange(value, min, max);
}

function checkSize({ type, maxLength }: PropertySchema, value: unknown, limits: Limits): void {
  const most = maxLength ?? Number.POSITIVE_INFINITY;
  if (type.edm === "Edm.String") {
    const text = type === json ? jsonText(value) : (value as string);
    checkLength(text.length, Math.min(most, limits.stringUnits), "UTF-16 units");
  }
  if (type.edm === "Edm.Binary") {
    checkLength((value as Uint8Array).byteLength, Math.min(most, limits.binaryBytes), "bytes");
  }
}
