import { notAnObject } from "../codec/check-entity.js";
import { type EdmValue, edmMember, readStoredValue } from "../codec/edm/edm-value.js";
import { annotationOf, propertyNames } from "../codec/payload.js";
import { TableError, withNames } from "../errors/table-error.js";
import type { EntityPayload, EntitySchema, EntityTypes, SchemaHooks } from "../schema/entity-schema.js";
import type { Hooks } from "../schema/hooks.js";
import type { Limits } from "../schema/limits.js";
import { storedNames } from "../schema/property.js";
import { checkPropertyName } from "../schema/property-name.js";

/** Properties of a row that its definition does not declare, by stored name: the `$extra` of an entity that keeps them. */
export type UnknownProperties = Readonly<Record<string, EdmValue>>;

/** Reads the properties that the definition does not declare. The row must come from `parseStoredPayload`, so that 5.0 stays a Double. */
export function readUnknownProperties<T extends EntityTypes>(
  row: EntityPayload,
  schema: EntitySchema<T>,
  typed: boolean,
): UnknownProperties {
  const known = declaredNames(schema);
  const unknown = Object.create(null) as Record<string, EdmValue>;
  for (const name of propertyNames(row)) {
    if (known.has(name)) continue;
    try {
      unknown[name] = readStoredValue(row[name], annotationOf(row, name), typed);
    } catch (error) {
      throw withNames(error, schema.name, name);
    }
  }
  return unknown;
}

/**
 * Writes the properties of `$extra` as JSON members.
 * @throws TableError naming the property whose name or value is not allowed
 */
export function writeUnknownProperties<T extends EntityTypes>(
  extra: UnknownProperties | undefined,
  schema: EntitySchema<T>,
  limits: Limits,
): string {
  // The types forbid null, but plain JavaScript may pass it for an absent value.
  if ((extra ?? undefined) === undefined) return "";
  const nothing = notAnObject(schema.name, `${schema.name}.$extra`, extra);
  if (nothing !== undefined) throw nothing;
  const known = declaredNames(schema);
  let text = "";
  for (const [name, value] of Object.entries(extra as UnknownProperties)) {
    if (value === undefined || value === null) continue;
    checkPropertyName(schema.name, name, limits);
    if (known.has(name)) throw declared(schema.name, name);
    try {
      text += edmMember(name, value, limits);
    } catch (error) {
      throw withNames(error, schema.name, name);
    }
  }
  return text;
}

/**
 * Checks the number of properties in the JSON body of a row. Only `$extra` can exceed the service's limit, because the generator checks
 * definitions.
 * @throws TableError `entity.too-many-properties`
 */
function checkPropertyCount<T extends EntityTypes>(schema: EntitySchema<T>, body: string, limits: Limits): void {
  const count = propertyNames(JSON.parse(body) as EntityPayload).length;
  if (count <= limits.properties) return;
  const problem = `${schema.name} has ${count} properties; the limit is ${limits.properties}`;
  throw new TableError("entity.too-many-properties", problem, { entity: schema.name });
}

/**
 * Checks the name of a property in `$extra`, and returns it.
 * @throws TableError `property.reserved-name`, also if the definition declares the property; `property.invalid-name`
 */
function checkUndeclared<T extends EntityTypes>(schema: EntitySchema<T>, name: string, limits: Limits): string {
  checkPropertyName(schema.name, name, limits);
  if (declaredNames(schema).has(name)) throw declared(schema.name, name);
  return name;
}

function declared(entity: string, name: string): TableError {
  const help = "set the property itself";
  return new TableError("property.reserved-name", `${entity}.$extra.${name} is declared by the definition; ${help}`, {
    entity,
    property: name,
  });
}

const cache = new WeakMap<object, ReadonlySet<string>>();

/** Returns the names under which a definition stores its properties and its kind. Former names of properties are included. */
function declaredNames<T extends EntityTypes>(schema: EntitySchema<T>): ReadonlySet<string> {
  let names = cache.get(schema);
  if (names === undefined) {
    names = collect(schema);
    cache.set(schema, names);
  }
  return names;
}

function collect<T extends EntityTypes>(schema: EntitySchema<T>): ReadonlySet<string> {
  const names = new Set<string>();
  if (schema.kindProperty !== undefined) names.add(schema.kindProperty);
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!property.keyOnly) for (const stored of storedNames(name, property)) names.add(stored);
  }
  return names;
}

/** Feature that keeps properties which the definition does not declare, under `$extra`. */
export const unknownProperties: Hooks<SchemaHooks> = {
  undeclared: (schema, row, typed) => readUnknownProperties(row, schema, typed),
  checkBody: checkPropertyCount,
  undeclaredName: checkUndeclared,
};
