import type { TableError } from "../errors/table-error.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { Limits } from "../schema/limits.js";
import type { Property } from "../schema/property.js";
import { unknownNames, unknownProperty } from "./check-names.js";
import { changesOnly, type WriteMode } from "./edm/writable-property.js";
import { combineErrors, findProblem, notAnObject } from "./entity-errors.js";
import { explainPart } from "./entity-keys.js";
import { checkKeyValue } from "./key-only.js";
import { propertyParts } from "./keys/key-part.js";
import { findStoredKeys, hasOtherKeys } from "./stored-keys.js";

type Values = Readonly<Record<string, unknown>>;

/**
 * Creates the error that lists every invalid property by name. It is needed because the generated encoder stops at the first one. Calls the
 * writers of all properties again, and collects their errors. Returns undefined if no property is invalid.
 */
export function explainEncode<T extends EntityTypes>(
  schema: EntitySchema<T>,
  entity: object,
  mode: WriteMode,
  limits: Limits,
): TableError | undefined {
  const nothing = notAnObject(schema.name, schema.name, entity);
  if (nothing !== undefined) return nothing;
  return combineErrors(schema.name, "entity.invalid", [...findProblems(schema, entity, mode, limits).values()]);
}

/** Returns the error of every invalid property of an entity, by name: in the order of the definition, with unknown names last. */
export function findProblems<T extends EntityTypes>(
  schema: EntitySchema<T>,
  entity: object,
  mode: WriteMode,
  limits: Limits,
): Map<string, TableError> {
  const values = entity as Values;
  const problems = new Map<string, TableError>();
  for (const [name, property] of Object.entries(schema.properties)) {
    const problem = findProblem(() => write(property, values[name], mode, limits), schema.name, name);
    if (problem !== undefined) problems.set(name, problem);
  }
  const stored = mode === changesOnly ? undefined : findStoredKeys(schema, entity);
  if (mode !== changesOnly && (stored === undefined || !hasOtherKeys(stored))) {
    for (const part of propertyParts(schema)) {
      if (problems.has(part.field)) continue;
      const problem = explainPart(schema, part, values[part.field] ?? part.default);
      if (problem !== undefined) problems.set(part.field, problem);
    }
  }
  for (const name of unknownNames(schema, entity)) problems.set(name, unknownProperty(schema, name));
  return problems;
}

function write(property: Property, value: unknown, mode: WriteMode, limits: Limits): void {
  if (property.keyOnly) checkKeyValue(property, value);
  else property.write(property, value, mode, limits);
}
