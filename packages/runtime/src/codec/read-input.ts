import { TableError } from "../errors/table-error.js";
import type { AnySchema } from "../schema/entity-schema.js";
import { limits } from "../schema/limits.js";
import type { Property } from "../schema/property.js";
import { combineErrors, findProblem, readOnlyError, unknownProperty } from "./check-entity.js";
import { changesOnly, isAbsent, representationOf, withDefaults } from "./edm/edm-type.js";
import { wrongType } from "./edm/value-errors.js";
import { findProblems } from "./encode-entity.js";
import { nothingToWrite } from "./encode-merge.js";
import { explainPart } from "./entity-keys.js";
import { addProblems, type Convert, readJsonValue, readProperties } from "./from-json.js";
import { propertyParts } from "./keys/key-part.js";

type Schema = AnySchema;

/** Representation of an application's input: values as in TypeScript, values as in JSON, or only text, as in a URL. */
export type InputRepresentation = "values" | "json" | "text";

/**
 * Reads the properties of a key from an application's input, and checks them.
 * @throws TableError `value.*`, `key.*` naming the property, or `entity.invalid` for several problems
 */
export function readKeyInput(schema: Schema, given: unknown, form: InputRepresentation): object {
  const { values, problems } = readProperties(schema, `A key of ${schema.name}`, given, converterOf(schema, form));
  const parts = propertyParts(schema);
  const names = new Set(parts.map(({ field }) => field));
  for (const name of Object.keys(values)) {
    if (!names.has(name) && !problems.has(name)) problems.set(name, unknownProperty(schema, name));
  }
  for (const part of parts) {
    const { field: name } = part;
    if (problems.has(name)) continue;
    const problem = explainPart(schema, part, values[name]) ?? explainValue(schema, name, values[name]);
    if (problem !== undefined) problems.set(name, problem);
  }
  return checked(schema, values, problems);
}

/** Returns the error of a key's value that does not fit its property, although it could be part of a key, such as `"7"` for a number. */
function explainValue(schema: Schema, name: string, value: unknown): TableError | undefined {
  const property = schema.properties[name];
  return property && findProblem(() => property.write(property, value, changesOnly, limits.cosmos), schema.name, name);
}

/**
 * Reads the changes of a merge from an application's input, and checks them.
 * @throws TableError `key.changed` for a property of the key, `value.read-only` for one that a merge cannot set, `write.nothing`,
 * `value.*`, or `entity.invalid` for several problems
 */
export function readMergeInput(schema: Schema, given: unknown, form: InputRepresentation): object {
  const { values, problems } = readProperties(schema, `A merge of ${schema.name}`, given, converterOf(schema, form));
  for (const { field: property } of propertyParts(schema)) {
    if (values[property] === undefined) continue;
    const problem = `${schema.name}.${property} is part of the key and cannot change; leave it out`;
    problems.set(property, new TableError("key.changed", problem, { entity: schema.name, property }));
  }
  for (const property of schema.readOnly) {
    const { field } = property;
    if (isAbsent(values[field], property) || problems.has(field)) continue;
    problems.set(field, readOnlyError(schema.name, field, "Leave it out of the changes."));
  }
  for (const { field } of schema.onWrite) {
    if ((values[field] ?? undefined) === undefined || problems.has(field)) continue;
    const problem = `${schema.name}.${field} is set by every write. Leave it out of the changes.`;
    problems.set(field, new TableError("value.read-only", problem, { entity: schema.name, property: field }));
  }
  addProblems(problems, findProblems(schema, values, changesOnly, limits.cosmos));
  const isEmpty = Object.entries(schema.properties).every(([name, property]) => isAbsent(values[name], property));
  if (problems.size === 0 && isEmpty) throw nothingToWrite(schema.name);
  return checked(schema, values, problems);
}

/**
 * Reads the properties of a row to insert from an application's input, and checks them. It fills in no defaults, because the insert does.
 * It refuses the times that the library sets: those of every write and, in JSON and text, also that of the insert.
 * @param accepts returns whether the input may have a property; only then can the property be required
 * @throws TableError `value.*`, `key.*` naming the property, or `entity.invalid` for several problems
 */
export function readInsertInput(
  schema: Schema,
  given: unknown,
  form: InputRepresentation,
  accepts: (field: string) => boolean = () => true,
): object {
  const { values, problems } = readProperties(schema, schema.name, given, converterOf(schema, form));
  for (const [field, property] of Object.entries(schema.properties)) {
    if ((values[field] ?? undefined) === undefined || problems.has(field)) continue;
    if (!accepts(field)) problems.set(field, unknownProperty(schema, field));
    else if (property.stamp === "write" || (property.stamp === "insert" && form !== "values"))
      problems.set(field, setByWrite(schema.name, field, property.stamp));
  }
  const found = findProblems(schema, schema.hooks.fillIn?.(schema, values) ?? values, withDefaults, limits.cosmos);
  addProblems(problems, new Map([...found].filter(([field]) => accepts(field))));
  return checked(schema, values, problems);
}

function setByWrite(entity: string, property: string, stamp: "insert" | "write"): TableError {
  const what = stamp === "write" ? "set by every write" : "the time of the insert";
  return new TableError("value.read-only", `${entity}.${property} is ${what}. Leave it out.`, { entity, property });
}

function converterOf(schema: Schema, form: InputRepresentation): Convert {
  return (name, value, property) => {
    if (property === undefined && (form !== "values" || !schema.names.has(name))) throw unknownProperty(schema, name);
    if (property === undefined || form === "values") return value;
    if (form === "json") return readJsonValue(property, value);
    if (typeof value !== "string") throw wrongType(property.type.edm, "text", value);
    return textReaders[representationOf(property.type) ?? ""]?.(value, property) ?? readJsonValue(property, value);
  };
}

const textReaders: Readonly<Record<string, (text: string, property: Property) => unknown>> = {
  "Edm.Int32": readNumber,
  "Edm.Int64 as number": readNumber,
  "Edm.Boolean": readBoolean,
};

function readNumber(text: string, { type }: Property): number {
  const number = Number(text);
  if (String(number) === text && Number.isSafeInteger(number)) return number;
  throw wrongType(type.edm, "a whole number as text", text);
}

function readBoolean(text: string, { type }: Property): boolean {
  if (text === "true" || text === "false") return text === "true";
  throw wrongType(type.edm, '"true" or "false"', text);
}

function checked(schema: Schema, values: object, problems: ReadonlyMap<string, TableError>): object {
  const error = combineErrors(schema.name, "entity.invalid", [...problems.values()]);
  if (error !== undefined) throw error;
  return values;
}
