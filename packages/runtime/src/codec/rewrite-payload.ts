import { TableError, withNames } from "../errors/table-error.js";
import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { Limits } from "../schema/limits.js";
import { type PropertySchema, storedNames } from "../schema/property.js";
import { unknownProperty } from "./check-names.js";
import { doubleJson } from "./edm/double.js";
import { isAbsent } from "./edm/edm-type.js";
import { quote } from "./edm/quote.js";
import { memberText } from "./edm-member.js";
import { encodeSet, keyAndTimes } from "./encode-merge.js";
import { type EncodedEntity, entityBody } from "./entity-body.js";
import { annotationOf, propertyNames } from "./payload.js";
import { idOf } from "./system-properties.js";

export interface PayloadChanges<T extends EntityTypes> {
  readonly set?: T["merge"];
  readonly unset?: readonly T["optional"][];
}

/**
 * Applies changes to a row as it was read, for a conditional replace. Undeclared properties keep their value and Edm type. A property under
 * a former name moves to its current name. The row must come from `parseStoredPayload`: after `JSON.parse` alone, whole numbers of
 * undeclared Edm.Double properties would become Edm.Int32.
 * @param read the key properties of the row, which the changes may repeat
 */
export function rewritePayload<T extends EntityTypes>(
  schema: EntitySchema<T>,
  row: EntityPayload,
  read: T["key"],
  changes: PayloadChanges<T>,
  limits: Limits,
): EncodedEntity {
  const id = idOf(row);
  const { set: given = {}, unset = [] } = changes;
  schema.hooks.checkChanges?.(schema, given, unset);
  const set = schema.hooks.fillInChanges?.(schema, given, true) ?? given;
  const renamedHooks = schema.renamed[0]?.hooks;
  const changed = encodeSet(schema, read, set, limits);
  const written = renamedHooks?.withoutFormerNames(schema, set, changed, limits) ?? changed;
  const members = schema.hooks.withoutEmptyParts?.(schema.properties, written) ?? written;
  const replaced = new Set([...setNames(schema, set), ...unsetNames(schema, unset, limits)]);
  const declared = declaredTypes(schema);
  const renamed = renamedHooks?.renamedNames(schema, row);
  let kept = "";
  for (const name of propertyNames(row)) {
    const to = renamed?.get(name) ?? name;
    if (to !== "" && !replaced.has(name)) kept += keptMember(schema.name, row, name, to, declared.get(to));
  }
  const { partitionKey, rowKey, body } = entityBody(schema.name, id, kept + members, limits);
  return { partitionKey, rowKey, body, values: keyAndTimes(schema, read, set) };
}

/** Returns the stored names of the properties that `set` changes, including those in `$extra`. */
function setNames<T extends EntityTypes>(schema: EntitySchema<T>, set: object): string[] {
  const { $extra = {}, ...values } = set as { readonly $extra?: object };
  const declared = Object.entries(schema.properties).filter(
    ([name, property]) => !isAbsent((values as Readonly<Record<string, unknown>>)[name], property),
  );
  const extra = Object.entries($extra).filter(([, value]) => (value ?? undefined) !== undefined);
  return [...declared.flatMap(([name]) => namesOf(schema, name)), ...extra.map(([name]) => name)];
}

/** Returns the stored names of the properties to remove: optional ones, and undeclared ones, which callers name `$extra.name`. */
function unsetNames<T extends EntityTypes>(
  schema: EntitySchema<T>,
  unset: readonly string[],
  limits: Limits,
): string[] {
  return unset.flatMap((name) => {
    const { hooks } = schema;
    if (hooks.undeclaredName !== undefined && name.startsWith(extraPrefix))
      return hooks.undeclaredName(schema, name.slice(extraPrefix.length), limits);
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (property?.optional) return namesOf(schema, name);
    if (property === undefined) throw unknownProperty(schema, name);
    const problem = `${schema.name}.${name} is required and cannot be unset`;
    throw new TableError("value.missing", problem, { entity: schema.name, property: name });
  });
}

const extraPrefix = "$extra.";

function namesOf<T extends EntityTypes>({ properties }: EntitySchema<T>, name: string): readonly string[] {
  return storedNames(name, properties[name] ?? {});
}

function declaredTypes<T extends EntityTypes>(schema: EntitySchema<T>): Map<string, PropertySchema> {
  return new Map(Object.entries(schema.properties).map(([name, property]) => [property.name ?? name, property]));
}

function keptMember(
  entity: string,
  row: EntityPayload,
  name: string,
  to: string,
  declared: PropertySchema | undefined,
): string {
  const json = row[name];
  const annotation = annotationOf(row, name);
  try {
    if (typeof json === "number") return numberMember(to, json, annotation, declared);
    const type = typeof annotation === "string" ? annotation : typeof json === "boolean" ? "Edm.Boolean" : "Edm.String";
    return memberText(to, type, typeof json === "string" ? quote(json) : JSON.stringify(json));
  } catch (error) {
    throw withNames(error, entity, name);
  }
}

function numberMember(name: string, json: number, annotation: unknown, declared: PropertySchema | undefined): string {
  const isDouble = annotation === "Edm.Double" || declared?.type.edm === "Edm.Double" || (json | 0) !== json;
  return isDouble ? memberText(name, "Edm.Double", doubleJson(json)) : memberText(name, "Edm.Int32", String(json));
}
