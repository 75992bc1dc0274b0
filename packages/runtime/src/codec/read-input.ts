import { formatValue } from "../errors/format-value.js";
import { isTableError, TableError, withNames, wrongValue } from "../errors/table-error.js";
import type { AnySchema } from "../schema/entity-schema.js";
import { limits } from "../schema/limits.js";
import type { Property } from "../schema/property.js";
import { combineErrors, findProblem, notAnObject, readOnlyError, unknownProperty } from "./check-entity.js";
import { base64Bytes } from "./edm/binary.js";
import { checkIso } from "./edm/date-time.js";
import { changesOnly, isAbsent, representationOf, withDefaults } from "./edm/edm-type.js";
import { dateOf, isoMilliseconds, isoRemainder } from "./edm/exact-date.js";
import { checkGuid, type Guid } from "./edm/guid.js";
import { checkInt64String } from "./edm/numbers.js";
import { outOfRange, wrongType } from "./edm/value-errors.js";
import { nothingToWrite } from "./encode-changes.js";
import { findProblems } from "./encode-entity.js";
import { explainPart } from "./entity-keys.js";
import { propertyParts, type Values } from "./keys/key-part.js";

type Schema = AnySchema;
/**
 * Creates a new entity from the result of `toJson`. Generated `fromJSON` functions call it. Properties with a default may be absent. The
 * service's own limits on a value are checked when it is written, because they depend on the service.
 * @param path position of the value, such as `items[0]`, with which messages begin. Default: the entity's name.
 * @throws TableError `value.*` naming path and property, or `entity.invalid` for several problems
 */
export function fromJson(schema: Schema, json: unknown, path: string = schema.name): object {
  const { values: given, problems } = readProperties(schema, path, json, (name, value, property) => {
    if (property !== undefined) return readJsonValue(property, value);
    if (name !== "$kind") throw unknownProperty(schema, name);
    return checkKind(schema, value);
  });
  const values = schema.hooks.fillIn?.(schema, given) ?? given;
  addProblems(problems, findProblems(schema, values, withDefaults, limits.cosmos));
  const named = [...problems.values()].map((problem) => inPath(schema.name, path, problem));
  const error = combineErrors(schema.name, "entity.invalid", named);
  if (error !== undefined) throw named.length === 1 ? error : inPath(schema.name, path, error);
  return schema.create(values);
}

function checkKind({ kind }: Schema, value: unknown): unknown {
  if (value === kind) return value;
  throw new TableError("value.not-allowed", `is ${formatValue(value)}; it must be ${JSON.stringify(kind)}`);
}

/**
 * Readers for types whose values are different in JSON, such as bigints. Values of all other types are the same; the property writers check
 * them.
 */
const readers: Readonly<Record<string, (json: unknown) => unknown>> = {
  "Edm.DateTime": readDate,
  "Edm.DateTime as ticks": readDigits,
  "Edm.Int64": readDigits,
  "Edm.Double": readDouble,
  "Edm.Guid": (json) => checkGuid(json as Guid),
  "Edm.Binary": readBytes,
};

/**
 * Converts the JSON of a property's value to the value in the class, such as base64 to bytes.
 * @throws TableError `value.*`; the caller adds the names of entity and property
 */
function readJsonValue({ type }: Property, json: unknown): unknown {
  if (type.check !== undefined) return type.check(json);
  if (json === null && !type.isJson) throw wrongValue("is null; leave it out instead");
  return (readers[representationOf(type) ?? ""] ?? ((value) => value))(json);
}

function readDate(json: unknown): Date {
  const text = checkIso(json as string);
  return dateOf(isoMilliseconds(text), isoRemainder(text));
}

function readDigits(json: unknown): bigint {
  return BigInt(checkInt64String(json as string));
}

function readDouble(json: unknown): unknown {
  return json === "NaN" || json === "Infinity" || json === "-Infinity" ? Number(json) : json;
}

function readBytes(json: unknown): Uint8Array {
  if (typeof json !== "string") throw wrongType("Edm.Binary", "a base64 string in JSON", json);
  const bytes = Buffer.from(json, "base64");
  if (bytes.length !== base64Bytes(json)) throw outOfRange(json, "it is not base64");
  return new Uint8Array(bytes);
}

function inPath(name: string, path: string, error: TableError): TableError {
  if (path === name) return error;
  const { code, message, cause, property, problems } = error;
  const options = { entity: name, cause, ...(property && { property }), ...(problems && { problems }) };
  return new TableError(code, path + message.slice(name.length), options);
}

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

interface PropertiesRead {
  readonly values: Record<string, unknown>;
  readonly problems: Map<string, TableError>;
}

/** Converts the value of a member to that in the class. @throws TableError `value.*` without the names of entity and property */
type Convert = (name: string, value: unknown, property: Property | undefined) => unknown;

function readProperties(schema: Schema, place: string, given: unknown, convert: Convert): PropertiesRead {
  const nothing = notAnObject(schema.name, place, given);
  if (nothing !== undefined) throw nothing;
  const values: Record<string, unknown> = {};
  const problems = new Map<string, TableError>();
  for (const [name, value] of Object.entries(given as Values)) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    try {
      values[name] = convert(name, value, property);
    } catch (error) {
      const problem = withNames(error, schema.name, name);
      if (!isTableError(problem)) throw error;
      problems.set(name, problem);
    }
  }
  return { values, problems };
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

function addProblems(problems: Map<string, TableError>, found: ReadonlyMap<string, TableError>): void {
  for (const [name, problem] of found) if (!problems.has(name)) problems.set(name, problem);
}

function checked(schema: Schema, values: object, problems: ReadonlyMap<string, TableError>): object {
  const error = combineErrors(schema.name, "entity.invalid", [...problems.values()]);
  if (error !== undefined) throw error;
  return values;
}
