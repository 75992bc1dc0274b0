import type { ErrorCode } from "../errors/error-codes.js";
import { formatValue } from "../errors/format-value.js";
import { didYouMean } from "../errors/nearest-name.js";
import { TableError, withNames, wrongValue } from "../errors/table-error.js";
import { collectionName, isThenable } from "../platform/built-ins.js";
import type { AnySchema, EntitySchema, EntityTypes } from "../schema/entity-schema.js";
import { fieldsOf } from "./keys/key-part.js";

/**
 * Returns the error for a value that is not an object with properties; undefined for such an object. Only callers without types can cause
 * it.
 */
export function notAnObject(entity: string, place: string, value: unknown): TableError | undefined {
  const isPromise = isThenable(value);
  if (isObject(value) && !isPromise && collectionName(value) === undefined) return undefined;
  const help = isPromise ? " Await it first." : "";
  return wrongValue(`${place} must be an object, not ${formatValue(value)}.${help}`, {
    entity,
  });
}

/** Returns whether a value is an object with named members, not an array or bytes. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** Calls a check. If it throws, returns its error with the names of entity and property; otherwise undefined. */
export function findProblem(check: () => void, entity: string, property: string): TableError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    const named = withNames(error, entity, property);
    if (named instanceof TableError) return named;
    throw error;
  }
}

/** Returns a single problem as it is, and several as one error that lists them; undefined if there is none. */
export function combineErrors(
  entity: string,
  code: ErrorCode,
  problems: readonly TableError[],
): TableError | undefined {
  const [first, second] = problems;
  if (second === undefined) return first;
  const list = problems.map((problem) => `\n- ${problem.message}`).join("");
  return new TableError(code, `${entity} has ${problems.length} problems:${list}`, { entity, problems });
}

/** Creates the error of a change to a read-only property. @param help what the caller can do instead */
export function readOnlyError(entity: string, property: string, help: string): TableError {
  const problem = `${entity}.${property} is read-only: an insert writes it and nothing changes it afterwards.`;
  return new TableError("value.read-only", `${problem} ${help}`, { entity, property });
}

/** Members of a schema that show which properties an entity may have. */
export type NamedSchema = Pick<AnySchema, "name" | "kind" | "names" | "properties">;

/**
 * Rejects a plain object with a property that the definition does not have, because the client would drop it silently. This applies even if
 * the value is undefined, because the name is still wrong. The system members of a row that was read (`$etag`, `$timestamp`, `$kind`) are
 * allowed. Instances of the entity class are not checked.
 * @throws TableError `value.unknown-property` naming entity, property and the nearest name
 */
export function checkNames(schema: NamedSchema, entity: object): void {
  if (!isObject(entity)) throw notAnObject(schema.name, schema.name, entity);
  if (isInstance(schema, entity)) return;
  for (const name in entity) {
    if (!schema.names.has(name) && Object.hasOwn(entity, name)) throw unknownProperty(schema, name);
  }
}

/** Checks the names in the argument of a generated class's constructor, which copies only the declared properties. */
export function checkInit(schema: EntitySchema<EntityTypes>, init: object): void {
  const nothing = notAnObject(schema.name, `The argument of new ${schema.name}`, init);
  if (nothing !== undefined) throw nothing;
  checkNames(schema, init);
}

/** Returns the names of an object's properties that {@link checkNames} rejects. */
export function unknownNames(schema: NamedSchema, entity: object): string[] {
  return isInstance(schema, entity) ? [] : Object.keys(entity).filter((name) => !schema.names.has(name));
}

export function unknownProperty({ name: entity, properties }: NamedSchema, property: string): TableError {
  const help = didYouMean(property, Object.keys(properties));
  const problem = `${entity} has no property ${JSON.stringify(property)}.${help}`;
  return new TableError("value.unknown-property", problem, { entity, property });
}

/**
 * Returns whether a value is an instance of the generated class. It compares the `names` of the two schemas, not the schemas, because the
 * schema for another table name is a copy with the same `names`.
 */
function isInstance(schema: NamedSchema, entity: object): boolean {
  return findInstanceSchema(entity)?.names === schema.names;
}

/** Returns the schema of a generated class's instance; undefined for any other object. */
export function findInstanceSchema(value: object): NamedSchema | undefined {
  return (value.constructor as { readonly $schema?: NamedSchema } | undefined)?.$schema;
}

type KeyedSchema = Pick<AnySchema, "name" | "partitionParts" | "rowParts">;

/**
 * Checks the property names of a key or a partition. A whole entity is allowed, even one of another class: `OrderLine.partition(order)`.
 */
export function checkKeyNames(schema: NamedSchema, key: object): void {
  if (!isObject(key)) throw notAnObject(schema.name, `A key of ${schema.name}`, key);
  if (findInstanceSchema(key) !== undefined) return;
  for (const name in key) {
    if (schema.names.has(name) || !Object.hasOwn(key, name) || isOfOtherKind(schema, key)) continue;
    throw unknownProperty(schema, name);
  }
}

/**
 * Rejects a partition with a property that is not in the PartitionKey. The property would be ignored, so the query would read more rows
 * than the caller expects. A whole key and an entity are allowed, because they contain their partition.
 * @throws TableError `value.unknown-property`
 */
export function checkPartitionNames(schema: KeyedSchema, partition: object): void {
  if ("$kind" in partition || findInstanceSchema(partition) !== undefined) return;
  const partitionNames = fieldsOf(schema.partitionParts);
  const other = Object.keys(partition).find((name) => !partitionNames.includes(name));
  if (other === undefined || fieldsOf(schema.rowParts).every((name) => Object.hasOwn(partition, name))) return;
  const { name: entity } = schema;
  const problem = `${JSON.stringify(other)} is not part of the PartitionKey of ${entity}.`;
  const help = "To limit a query further, use rowKey or where.";
  throw new TableError("value.unknown-property", `${problem} ${help}`, { entity, property: other });
}

/** Returns whether a key is a copy of an entity of another class, such as `{ ...order }`, as its `$kind` shows. */
function isOfOtherKind({ kind }: NamedSchema, key: object): boolean {
  const { $kind = kind } = key as { readonly $kind?: unknown };
  return $kind !== kind;
}
