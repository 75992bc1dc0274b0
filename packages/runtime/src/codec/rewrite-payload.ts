import { doubleJson } from "../edm/double.js";
import { quote } from "../edm/quote.js";
import { TableError, withNames } from "../errors/table-error.js";
import type { EntityPayload, EntitySchema, PropertySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { Limits } from "../schema/limits.js";
import { unknownProperty } from "./check-names.js";
import { memberText } from "./edm-member.js";
import { encodeChanges } from "./encode-merge.js";
import { type EncodedEntity, entityBody } from "./entity-body.js";
import { annotationOf, propertyNames } from "./payload-members.js";
import { idOf } from "./stored.js";

export interface PayloadChanges<T extends EntityTypes> {
  readonly set?: T["merge"];
  readonly unset?: readonly T["optional"][];
}

/**
 * A row as it was read with changes applied, for a conditional replace: what the definition does not declare is carried
 * through with value and Edm type. The row must come from `parsePayload`: `JSON.parse` alone loses which whole numbers are
 * of Edm.Double. A declared Edm.Double stays one either way.
 * @param read the row's values: a change may repeat those of its keys
 */
export function rewritePayload<T extends EntityTypes>(
  schema: EntitySchema<T>,
  row: EntityPayload,
  read: T["key"],
  changes: PayloadChanges<T>,
  limits: Limits,
): EncodedEntity {
  const id = idOf(row);
  const set = changes.set ?? {};
  const members = encodeChanges(schema, read, set, limits);
  const replaced = new Set([...setNames(schema, set), ...unsetNames(schema, changes.unset ?? [])]);
  const declared = declaredTypes(schema);
  let kept = "";
  for (const name of propertyNames(row)) {
    if (!replaced.has(name)) kept += keptMember(schema.name, row, name, declared.get(name));
  }
  return entityBody(schema.name, id, kept + members, limits);
}

/** The stored names of what is set, `$extra` included. */
function setNames<T extends EntityTypes>(schema: EntitySchema<T>, set: object): string[] {
  const given = (values: object) => Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  const extra = (set as { readonly $extra?: object }).$extra ?? {};
  const declared = given(set).filter(([name]) => Object.hasOwn(schema.properties, name));
  return [...declared.map(([name]) => schema.properties[name]?.name ?? name), ...given(extra).map(([name]) => name)];
}

function unsetNames<T extends EntityTypes>(schema: EntitySchema<T>, unset: readonly string[]): string[] {
  return unset.map((name) => {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (property?.optional) return property.name ?? name;
    if (property === undefined) throw unknownProperty(schema, name);
    const problem = `${schema.name}.${name} is required and cannot be unset`;
    throw new TableError("value.missing", problem, { entity: schema.name, property: name });
  });
}

function declaredTypes<T extends EntityTypes>(schema: EntitySchema<T>): Map<string, PropertySchema> {
  return new Map(Object.entries(schema.properties).map(([name, property]) => [property.name ?? name, property]));
}

function keptMember(entity: string, row: EntityPayload, name: string, declared: PropertySchema | undefined): string {
  const json = row[name];
  const annotation = annotationOf(row, name);
  try {
    if (typeof json === "number") return numberMember(name, json, annotation, declared);
    const type = typeof annotation === "string" ? annotation : typeof json === "boolean" ? "Edm.Boolean" : "Edm.String";
    return memberText(name, type, typeof json === "string" ? quote(json) : JSON.stringify(json));
  } catch (error) {
    throw withNames(error, entity, name);
  }
}

function numberMember(name: string, json: number, annotation: unknown, declared: PropertySchema | undefined): string {
  const isDouble = annotation === "Edm.Double" || declared?.type.edm === "Edm.Double" || (json | 0) !== json;
  return isDouble ? memberText(name, "Edm.Double", doubleJson(json)) : memberText(name, "Edm.Int32", String(json));
}
