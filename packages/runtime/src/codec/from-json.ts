import { formatValue } from "../errors/format-value.js";
import { isTableError, TableError, withNames, wrongValue } from "../errors/table-error.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { limits } from "../schema/limits.js";
import type { Property } from "../schema/property.js";
import { unknownProperty } from "./check-names.js";
import { base64Bytes } from "./edm/binary.js";
import { checkIso } from "./edm/check-date-time.js";
import { representationOf } from "./edm/edm-type.js";
import { dateOf } from "./edm/exact-date.js";
import { checkGuid, type Guid } from "./edm/guid.js";
import { checkInt64String } from "./edm/int64.js";
import { isoMilliseconds, isoRemainder } from "./edm/iso-date.js";
import { outOfRange, wrongType } from "./edm/value-errors.js";
import { withDefaults } from "./edm/writable-property.js";
import { combineErrors, notAnObject } from "./entity-errors.js";
import { findProblems } from "./explain-encode.js";

type Schema = EntitySchema<EntityTypes>;

/**
 * Creates a new entity from the result of `toJson`. Generated `fromJSON` functions call it. Properties with a default may be absent. The
 * service's own limits on a value are checked when it is written, because they depend on the service.
 * @param path position of the value, such as `items[0]`, with which messages begin. Default: the entity's name.
 * @throws TableError `value.*` naming path and property, or `entity.invalid` for several problems
 */
export function fromJson(schema: Schema, json: unknown, path: string = schema.name): object {
  const nothing = notAnObject(schema.name, path, json);
  if (nothing !== undefined) throw nothing;
  const problems = new Map<string, TableError>();
  const given = readValues(schema, json as object, problems);
  const values = schema.hooks.fillIn?.(schema, given) ?? given;
  for (const [name, problem] of findProblems(schema, values, withDefaults, limits.cosmos)) {
    if (!problems.has(name)) problems.set(name, problem);
  }
  const named = [...problems.values()].map((problem) => inPath(schema.name, path, problem));
  const error = combineErrors(schema.name, "entity.invalid", named);
  if (error !== undefined) throw named.length === 1 ? error : inPath(schema.name, path, error);
  return schema.create(values);
}

/** Converts the members of a JSON object to property values, and adds the errors of invalid ones to `problems`. */
function readValues(schema: Schema, json: object, problems: Map<string, TableError>): object {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(json)) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    try {
      if (name === "$kind") checkKind(schema, value);
      else if (property === undefined) throw unknownProperty(schema, name);
      else values[name] = readJsonValue(property, value);
    } catch (error) {
      const problem = withNames(error, schema.name, name);
      if (!isTableError(problem)) throw error;
      problems.set(name, problem);
    }
  }
  return values;
}

function checkKind({ kind }: Schema, value: unknown): void {
  if (value === kind) return;
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
  "Edm.Double": readNumber,
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

function readNumber(json: unknown): unknown {
  return json === "NaN" || json === "Infinity" || json === "-Infinity" ? Number(json) : json;
}

function readBytes(json: unknown): Uint8Array {
  if (typeof json !== "string") throw wrongType("Edm.Binary", "a base64 string in JSON", json);
  const bytes = Buffer.from(json, "base64");
  if (bytes.length !== base64Bytes(json)) throw outOfRange(json, "it is not base64");
  return new Uint8Array(bytes);
}

/** Returns the error with the path at the start of its message, in place of the entity's name. */
function inPath(name: string, path: string, error: TableError): TableError {
  if (path === name) return error;
  const { code, message, cause, property, problems } = error;
  const options = { entity: name, cause, ...(property && { property }), ...(problems && { problems }) };
  return new TableError(code, path + message.slice(name.length), options);
}
