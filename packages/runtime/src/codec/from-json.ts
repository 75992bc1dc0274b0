import { formatValue } from "../errors/format-value.js";
import { isTableError, TableError, withNames, wrongValue } from "../errors/table-error.js";
import type { AnySchema } from "../schema/entity-schema.js";
import { limits } from "../schema/limits.js";
import type { Property } from "../schema/property.js";
import { combineErrors, notAnObject, unknownProperty } from "./check-entity.js";
import { base64Bytes } from "./edm/binary.js";
import { checkIso } from "./edm/date-time.js";
import { representationOf, withDefaults } from "./edm/edm-type.js";
import { dateOf, isoMilliseconds, isoRemainder } from "./edm/exact-date.js";
import { checkGuid, type Guid } from "./edm/guid.js";
import { checkInt64String } from "./edm/numbers.js";
import { outOfRange, wrongType } from "./edm/value-errors.js";
import { findProblems } from "./encode-entity.js";
import type { Values } from "./keys/key-part.js";

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
export function readJsonValue({ type }: Property, json: unknown): unknown {
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

interface PropertiesRead {
  readonly values: Record<string, unknown>;
  readonly problems: Map<string, TableError>;
}

/** Converts the value of a member to that in the class. @throws TableError `value.*` without the names of entity and property */
export type Convert = (name: string, value: unknown, property: Property | undefined) => unknown;

export function readProperties(schema: Schema, place: string, given: unknown, convert: Convert): PropertiesRead {
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

export function addProblems(problems: Map<string, TableError>, found: ReadonlyMap<string, TableError>): void {
  for (const [name, problem] of found) if (!problems.has(name)) problems.set(name, problem);
}
