import { didYouMean } from "../../errors/nearest-name.js";
import { TableError } from "../../errors/table-error.js";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityTypes } from "../../schema/entity-types.js";
import { isObject, notAnObject } from "../entity-errors.js";

/** What of a schema says which names there are. */
export type NamedSchema = Pick<EntitySchema<EntityTypes>, "name" | "kind" | "names" | "properties">;

/**
 * Refuses a plain object with a property that the definition does not have: it would be dropped without a word. Also where the
 * property is undefined, since a misspelt name is misspelt whatever its value. What a row that was read carries (`$etag`,
 * `$timestamp`, `$kind`) is allowed; instances of the entity's own class are not looked through.
 * @throws TableError `value.unknown-property` naming entity, property and the nearest name
 */
export function checkNames(schema: NamedSchema, entity: object): void {
  if (!isObject(entity)) throw notAnObject(schema.name, schema.name, entity);
  if (schemaOfInstance(entity) === schema) return;
  for (const name in entity) {
    if (!schema.names.has(name) && Object.hasOwn(entity, name)) throw unknownProperty(schema, name);
  }
}

/** The same for a key or a partition, which may be a whole entity, of another kind too: `OrderLine.partition(order)`. */
export function checkKeyNames(schema: NamedSchema, key: object): void {
  if (!isObject(key)) throw notAnObject(schema.name, `A key of ${schema.name}`, key);
  if (schemaOfInstance(key) !== undefined) return;
  for (const name in key) {
    if (schema.names.has(name) || !Object.hasOwn(key, name) || isOfOtherKind(schema, key)) continue;
    throw unknownProperty(schema, name);
  }
}

/** The names that {@link checkNames} refuses. */
export function unknownNames(schema: NamedSchema, entity: object): string[] {
  return schemaOfInstance(entity) === schema ? [] : Object.keys(entity).filter((name) => !schema.names.has(name));
}

export function unknownProperty({ name: entity, properties }: NamedSchema, property: string): TableError {
  const help = didYouMean(property, Object.keys(properties));
  const problem = `${entity} has no property ${JSON.stringify(property)}.${help}`;
  return new TableError("value.unknown-property", problem, { entity, property });
}

/** The schema of a generated class's instance; undefined for any other object. */
function schemaOfInstance(value: object): unknown {
  return (value.constructor as { readonly $schema?: unknown } | undefined)?.$schema;
}

/** A copy of another kind's entity, such as `{ ...order }`, says so. */
function isOfOtherKind({ kind }: NamedSchema, key: object): boolean {
  const { $kind = kind } = key as { readonly $kind?: unknown };
  return $kind !== kind;
}
