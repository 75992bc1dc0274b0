import { TableError, withNames } from "../errors/table-error.js";
import type { AnySchema, EntityPayload } from "../schema/entity-schema.js";
import type { Limits } from "../schema/limits.js";
import { type PropertySchema, storedNames } from "../schema/property.js";
import { unknownProperty } from "./check-entity.js";
import { isAbsent } from "./edm/edm-type.js";
import { memberText } from "./edm/edm-value.js";
import { doubleJson } from "./edm/numbers.js";
import { quote } from "./edm/string.js";
import { type EncodedEntity, entityBody } from "./encode-entity.js";
import { encodeSet, keyAndTimes } from "./encode-merge.js";
import type { Values } from "./keys/key-part.js";
import { annotationOf, idOf, propertyNames } from "./payload.js";

export interface PayloadChanges {
  readonly set?: object;
  readonly unset?: readonly string[];
}

/**
 * Applies changes to a row as it was read, for a conditional replace. Undeclared properties keep their value and Edm type. A property under
 * a former name moves to its current name. The row must come from `parseStoredPayload`: after `JSON.parse` alone, whole numbers of
 * undeclared Edm.Double properties would become Edm.Int32.
 * @param read the key properties of the row, which the changes may repeat
 */
export function rewritePayload(
  schema: AnySchema,
  row: EntityPayload,
  read: object,
  changes: PayloadChanges,
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
  const properties = Object.entries(schema.properties);
  const declared = new Map(properties.map(([name, property]) => [property.name ?? name, property]));
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
function setNames(schema: AnySchema, set: object): string[] {
  const { $extra = {}, ...values } = set as { readonly $extra?: object };
  const declared = Object.entries(schema.properties).filter(
    ([name, property]) => !isAbsent((values as Values)[name], property),
  );
  const extra = Object.entries($extra).filter(([, value]) => (value ?? undefined) !== undefined);
  return [...declared.flatMap(([name]) => namesOf(schema, name)), ...extra.map(([name]) => name)];
}

/** Returns the stored names of the properties to remove: optional ones, and undeclared ones, which callers name `$extra.name`. */
function unsetNames(schema: AnySchema, unset: readonly string[], limits: Limits): string[] {
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

function namesOf({ properties }: AnySchema, name: string): readonly string[] {
  return storedNames(name, properties[name] ?? {});
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
