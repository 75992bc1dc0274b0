import { doubleJson } from "../../edm/double.js";
import { quote } from "../../edm/quote.js";
import { TableError, withNames } from "../../errors/table-error.js";
import type { EntityPayload, EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import type { Limits } from "../../schema/limits.js";
import type { PropertySchema } from "../../schema/property.js";
import { storedNames } from "../../schema/stored-names.js";
import { storedNameIn } from "../decode/read-evolved.js";
import { memberText } from "../rows/edm-member.js";
import { annotationOf, propertyNames } from "../rows/payload.js";
import { idOf, own } from "../system-properties.js";
import { unknownProperty } from "./check-names.js";
import { encodeChanges } from "./encode-merge.js";
import { type EncodedEntity, entityBody } from "./entity-body.js";
import { withoutFormerNames } from "./with-former-names.js";

export interface PayloadChanges<T extends EntityTypes> {
  readonly set?: T["merge"];
  readonly unset?: readonly T["optional"][];
}

/**
 * A row as it was read with changes applied, for a conditional replace: what the definition does not declare is carried
 * through with value and Edm type, and former names give way to the present ones. The row must come from `parsePayload`: `JSON.parse` alone loses which whole numbers are
 * of Edm.Double. A declared Edm.Double stays one either way.
 * @param read the values of the row's keys, which a change may repeat
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
  const members = withoutFormerNames(schema, set, encodeChanges(schema, read, set, limits), limits);
  const replaced = new Set([...setNames(schema, set), ...unsetNames(schema, changes.unset ?? [])]);
  const declared = declaredTypes(schema);
  const renamed = renamedNames(schema, row);
  let kept = "";
  for (const name of propertyNames(row)) {
    const to = renamed.get(name) ?? name;
    if (to !== dropped && !replaced.has(name)) kept += keptMember(schema.name, row, name, to, declared.get(to));
  }
  return entityBody(schema.name, id, kept + members, limits);
}

/** The stored names of what is set, `$extra` included. */
function setNames<T extends EntityTypes>(schema: EntitySchema<T>, set: object): string[] {
  const given = (values: object) => Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  const extra = (set as { readonly $extra?: object }).$extra ?? {};
  const declared = given(set).filter(([name]) => Object.hasOwn(schema.properties, name));
  return [...declared.flatMap(([name]) => namesOf(schema, name)), ...given(extra).map(([name]) => name)];
}

function unsetNames<T extends EntityTypes>(schema: EntitySchema<T>, unset: readonly string[]): string[] {
  return unset.flatMap((name) => {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (property?.optional) return namesOf(schema, name);
    if (property === undefined) throw unknownProperty(schema, name);
    const problem = `${schema.name}.${name} is required and cannot be unset`;
    throw new TableError("value.missing", problem, { entity: schema.name, property: name });
  });
}

function namesOf<T extends EntityTypes>({ properties }: EntitySchema<T>, name: string): readonly string[] {
  return storedNames(name, properties[name] ?? {});
}

const dropped = "";

/** The stored names that a rewritten row has no more, with those that take their places; `dropped` where the value is older than that of another. */
function renamedNames<T extends EntityTypes>(schema: EntitySchema<T>, row: EntityPayload): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const property of schema.renamed) {
    const current = storedNameIn(row, property);
    for (const former of property.formerly ?? []) {
      names.set(former, former === current ? (property.name ?? property.field) : dropped);
    }
  }
  return names;
}

/** Whether a row holds a property under a former name that no program needs any more. */
export function holdsFormerNames<T extends EntityTypes>({ renamed }: EntitySchema<T>, row: EntityPayload): boolean {
  return renamed.some(({ formerly = [] }) => formerly.some((name) => (own(row, name) ?? undefined) !== undefined));
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
