import { formatValue } from "../errors/format-value.js";
import { TableError, withNames } from "../errors/table-error.js";
import type { AnySchema, EntityPayload } from "../schema/entity-schema.js";
import type { Limits } from "../schema/limits.js";
import { type PropertySchema, storedNames } from "../schema/property.js";
import { checkNames, notAnObject, unknownProperty } from "./check-entity.js";
import { changesOnly, isAbsent } from "./edm/edm-type.js";
import { memberText } from "./edm/edm-value.js";
import { doubleJson } from "./edm/numbers.js";
import { quote } from "./edm/string.js";
import { type EncodedEntity, entityBody, explainEncode } from "./encode-entity.js";
import { encodeKeyToWrite } from "./entity-keys.js";
import { propertyParts, type Values } from "./keys/key-part.js";
import { annotationOf, idOf, propertyNames } from "./payload.js";
import { orNone } from "./row-identity.js";

/**
 * Encodes changes to a stored row. Omits undefined and null, and fills in no defaults.
 * @throws TableError naming entity, property, limit and value; `key.changed` if the changes contain another key, `write.nothing` if they
 * contain no value
 */
export function encodeMerge(schema: AnySchema, key: object, changes: object, limits: Limits): EncodedEntity {
  const id = encodeKeyToWrite(schema, key, limits);
  const set = withTimes(schema, changes);
  const members = encodeSet(schema, key, set, limits);
  if (members === "") throw nothingToWrite(schema.name);
  const { partitionKey, rowKey, body } = entityBody(schema.name, id, members, limits);
  return { partitionKey, rowKey, body, values: keyAndTimes(schema, key, set) };
}

/** Returns the key of a row that changes, and from `set` the times that every write sets. */
export function keyAndTimes(schema: AnySchema, key: object, set: object): object {
  if (schema.onWrite.length === 0) return key;
  return { ...key, ...Object.fromEntries(schema.onWrite.map(({ field }) => [field, (set as Values)[field]])) };
}

/**
 * Creates the error of an empty merge. Such a merge would change only the row's ETag, and so break the writes of other clients for no
 * reason.
 */
export function nothingToWrite(entity: string): TableError {
  const problem = `A merge of ${entity} has nothing to write: set at least one property. To remove one, return its name in unset from modify.`;
  return new TableError("write.nothing", problem, { entity });
}

/**
 * Encodes the changes of a merge as JSON members, without the keys. Adds the properties that every write sets to the current time
 * (`onWrite`).
 * @throws TableError `value.read-only`, and the errors of {@link encodeMerge}
 */
export function encodeChanges(schema: AnySchema, key: object, changes: object, limits: Limits): string {
  return encodeSet(schema, key, withTimes(schema, changes), limits);
}

/**
 * Checks the changes of a merge. If they are not empty, adds the properties that every write sets to the current time (`onWrite`).
 * @throws TableError `value.read-only`, `value.wrong-type`
 */
export function withTimes(schema: AnySchema, changes: object): object {
  const nothing = notAnObject(schema.name, `A merge of ${schema.name}`, changes);
  if (nothing !== undefined) throw nothing;
  schema.hooks.checkChanges?.(schema, changes, []);
  return schema.hooks.fillInChanges?.(schema, changes, false) ?? changes;
}

/**
 * Encodes the changes of a merge as JSON members. The caller has already added the properties that every write sets to the current time.
 */
export function encodeSet(schema: AnySchema, key: object, changes: object, limits: Limits): string {
  refuseOtherKey(schema, key as Values, changes as Values);
  try {
    const members = schema.encode(changes as object, changesOnly, limits);
    checkNames(schema, changes);
    return members;
  } catch (error) {
    throw explainEncode(schema, changes, changesOnly, limits) ?? error;
  }
}

/**
 * If the changes contain key properties, checks that they equal those of the key. The compiler rejects such properties, except if an entity
 * that was read is passed as the changes.
 */
function refuseOtherKey(schema: AnySchema, key: Values, changes: Values): void {
  for (const part of propertyParts(schema)) {
    const { field: property } = part;
    const changed = changes[property];
    if (changed === undefined || changed === null) continue;
    const stored = part.encode(key[property]);
    if (orNone(() => part.encode(changed)) === stored) continue;
    const problem = `${schema.name}.${property} is part of the key and cannot change to ${formatValue(changed)}`;
    throw new TableError("key.changed", `${problem}; delete the row and insert a new one`, {
      entity: schema.name,
      property,
    });
  }
}

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
