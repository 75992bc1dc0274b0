import { TableError } from "../errors/table-error.js";
import { checkKey } from "../schema/check-key.js";
import type { AnySchema, EntityId, EntityPayload } from "../schema/entity-schema.js";
import type { RowBytes, WholeWrite } from "../schema/hooks.js";
import type { Limits } from "../schema/limits.js";
import type { Property, PropertySchema } from "../schema/property.js";
import { checkNames, combineErrors, findProblem, notAnObject, unknownNames, unknownProperty } from "./check-entity.js";
import { base64Bytes } from "./edm/binary.js";
import { changesOnly, type WriteMode, withDefaults } from "./edm/edm-type.js";
import { checkOneOf, checkTextRules, quote } from "./edm/string.js";
import { checkLength, checkRange } from "./edm/value-errors.js";
import { explainPart, keysToInsert, keysToWrite } from "./entity-keys.js";
import { propertyParts, type Values } from "./keys/key-part.js";
import { annotationOf, propertyNames } from "./payload.js";
import { findStoredKeys, hasOtherKeys } from "./stored-keys.js";

/** Row as it is sent: its keys, and the JSON body, which contains them too. */
export interface EncodedEntity extends EntityId, RowBytes {
  readonly body: string;
  /**
   * Entity or key from which the row was encoded, with the values that the library filled in; undefined for a row without an entity
   * definition.
   */
  readonly values?: object | undefined;
}

/**
 * Encodes a whole entity, after all checks that need no server. If the entity was read, its stored keys are kept.
 * @param keysFor returns the keys to write to: `keysToInsert` for an insert, otherwise `keysToWrite`. They differ if an entity was read and
 * its properties now give other keys: `keysToInsert` returns the new keys, and `keysToWrite` throws
 * @throws TableError naming entity, property, limit and value; `entity.invalid` if several properties are invalid
 */
export function encodeEntity(
  schema: AnySchema,
  entity: object,
  mode: Exclude<WriteMode, typeof changesOnly>,
  limits: Limits,
  keysFor: typeof keysToWrite = keysToWrite,
): EncodedEntity {
  const whole: object = schema.hooks.fillIn?.(schema, entity, wholeWrite(mode, keysFor)) ?? entity;
  const large = schema.hooks.createBody?.();
  let id: EntityId;
  let members: string;
  try {
    id = keysFor(schema, entity, () => ({ partitionKey: schema.partitionKey(whole), rowKey: schema.rowKey(whole) }));
    checkKeyOnly(schema, whole);
    members = schema.encode(whole, mode, large === undefined ? limits : { ...limits, large });
    checkNames(schema, whole);
  } catch (error) {
    throw explainEncode(schema, whole, mode, limits) ?? error;
  }
  checkKey(schema.name, "PartitionKey", id.partitionKey, limits);
  checkKey(schema.name, "RowKey", id.rowKey, limits);
  const encoded =
    large === undefined
      ? entityBody(schema.name, id, members, limits)
      : large.complete(entityBody, schema.name, id, members, limits);
  const { checkBody } = schema.hooks;
  if (checkBody !== undefined && "$extra" in entity) checkBody(schema, encoded.body, limits);
  const { partitionKey, rowKey, body, toBytes } = encoded;
  return { partitionKey, rowKey, body, toBytes, values: whole };
}

function wholeWrite(mode: WriteMode, keysFor: typeof keysToWrite): WholeWrite {
  if (mode !== withDefaults) return "change";
  return keysFor === keysToInsert ? "insert" : "replace";
}

/**
 * Creates the error that lists every invalid property by name. It is needed because the generated encoder stops at the first one. Calls the
 * writers of all properties again, and collects their errors. Returns undefined if no property is invalid.
 */
export function explainEncode(
  schema: AnySchema,
  entity: object,
  mode: WriteMode,
  limits: Limits,
): TableError | undefined {
  const nothing = notAnObject(schema.name, schema.name, entity);
  if (nothing !== undefined) return nothing;
  return combineErrors(schema.name, "entity.invalid", [...findProblems(schema, entity, mode, limits).values()]);
}

/** Returns the error of every invalid property of an entity, by name: in the order of the definition, with unknown names last. */
export function findProblems(
  schema: AnySchema,
  entity: object,
  mode: WriteMode,
  limits: Limits,
): Map<string, TableError> {
  const values = entity as Values;
  const problems = new Map<string, TableError>();
  for (const [name, property] of Object.entries(schema.properties)) {
    const problem = findProblem(() => write(property, values[name], mode, limits), schema.name, name);
    if (problem !== undefined) problems.set(name, problem);
  }
  const stored = mode === changesOnly ? undefined : findStoredKeys(schema, entity);
  if (mode !== changesOnly && (stored === undefined || !hasOtherKeys(stored))) {
    for (const part of propertyParts(schema)) {
      if (problems.has(part.field)) continue;
      const problem = explainPart(schema, part, values[part.field] ?? part.default);
      if (problem !== undefined) problems.set(part.field, problem);
    }
  }
  for (const name of unknownNames(schema, entity)) problems.set(name, unknownProperty(schema, name));
  return problems;
}

function write(property: Property, value: unknown, mode: WriteMode, limits: Limits): void {
  if (property.keyOnly) checkKeyValue(property, value);
  else property.write(property, value, mode, limits);
}

type Bounded = readonly (readonly [name: string, property: PropertySchema])[];

const boundedBySchema = new WeakMap<object, Bounded>();

/**
 * Checks properties that are stored only in the key against the definition's limits (`min`, `maxLength` …), because they have no property
 * writer to do it.
 * @throws TableError `value.*`; the caller adds the names of entity and property
 */
export function checkKeyOnly(schema: AnySchema, entity: object): void {
  for (const [name, property] of boundedOf(schema)) {
    checkKeyValue(property, (entity as Values)[name]);
  }
}

/** Checks the value of a key property against the definition's limits. A value of a wrong type is rejected by its encoding as key text. */
export function checkKeyValue(property: PropertySchema, value: unknown): void {
  const { oneOf, min, max, maxLength } = property;
  if (typeof value === "number" || typeof value === "bigint") checkRange(value, min, max);
  if (typeof value !== "string") return;
  if (oneOf !== undefined) checkOneOf(value, oneOf);
  if (maxLength !== undefined) checkLength(value.length, maxLength, "UTF-16 units");
  checkTextRules(property, value);
}

function boundedOf(schema: AnySchema): Bounded {
  let bounded = boundedBySchema.get(schema);
  if (bounded === undefined) {
    bounded = Object.entries(schema.properties).filter(
      ([, { keyOnly, oneOf, min, max, maxLength, length, pattern }]) =>
        keyOnly && (oneOf ?? min ?? max ?? maxLength ?? length ?? pattern) !== undefined,
    );
    boundedBySchema.set(schema, bounded);
  }
  return bounded;
}

/**
 * Writes the JSON body of a row, and checks its size.
 * @param entity the name of the entity class, for errors
 * @param members JSON members, each with a leading comma
 * @throws TableError `entity.too-large`, `property.reserved-name`
 */
export function entityBody(entity: string, id: EntityId, members: string, limits: Limits): EncodedEntity {
  const { partitionKey, rowKey } = id;
  const body = `{"PartitionKey":${quote(partitionKey)},"RowKey":${quote(rowKey)}${members}}`;
  // A quote inside of a value has a backslash before it, so this text can only be a member.
  for (const name of limits.reservedNames) if (members.includes(`,"${name}":`)) throw reserved(entity, name);
  // The service counts at most two bytes for each character of a member, so for most bodies an exact count is not needed.
  if (body.length * 2 > limits.entityBytes && mostBytes(body) > limits.entityBytes)
    checkEntitySize(entity, body, limits);
  return { partitionKey, rowKey, body };
}

function reserved(entity: string, name: string): TableError {
  const problem = `${entity} stores a property named ${JSON.stringify(name)}, which is reserved by this service`;
  return new TableError("property.reserved-name", `${problem}; choose another stored name`, {
    entity,
    property: name,
  });
}

const binaryMark = ':"Edm.Binary",';

/**
 * Returns an upper bound of the bytes of the values, without parsing them: two for each character, and three for every four characters of
 * base64.
 */
function mostBytes(body: string): number {
  const [, ...binaries] = body.split(binaryMark);
  return binaries.reduce((most, text) => most - (text.split('"', 4)[3]?.length ?? 0) * 1.25, body.length * 2);
}

/**
 * Checks the size of the values and both keys, without names and overhead. The service counts more, so it rejects some rows slightly below
 * the limit.
 * @throws TableError `entity.too-large`
 */
function checkEntitySize(entity: string, body: string, limits: Limits): void {
  const bytes = entityBytes(JSON.parse(body) as EntityPayload);
  if (bytes <= limits.entityBytes) return;
  const problem = `${entity} has at least ${bytes} bytes of values; the limit is ${limits.entityBytes}`;
  throw new TableError("entity.too-large", problem, { entity });
}

/** Counts the bytes of the values and of both keys. */
export function entityBytes(payload: EntityPayload): number {
  const keys = (payload.PartitionKey.length + payload.RowKey.length) * 2;
  return propertyNames(payload).reduce(
    (sum, name) => sum + valueBytes(payload[name], annotationOf(payload, name)),
    keys,
  );
}

function valueBytes(json: unknown, annotation: unknown): number {
  switch (annotation) {
    case "Edm.Int64":
    case "Edm.DateTime":
    case "Edm.Double":
      return 8;
    case "Edm.Guid":
      return 16;
    case "Edm.Binary":
      return base64Bytes(String(json));
    default:
      return typeof json === "string" ? json.length * 2 : typeof json === "boolean" ? 1 : 4;
  }
}
