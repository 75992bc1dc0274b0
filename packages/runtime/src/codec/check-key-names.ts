import { TableError } from "../errors/table-error.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import { findInstanceSchema, type NamedSchema, unknownProperty } from "./check-names.js";
import { isObject, notAnObject } from "./entity-errors.js";
import { fieldsOf } from "./keys/key-part.js";

type KeyedSchema = Pick<EntitySchema<EntityTypes>, "name" | "partitionParts" | "rowParts">;

/** Checks the property names of a key or a partition. A whole entity is allowed, even of another class: `OrderLine.partition(order)`. */
export function checkKeyNames(schema: NamedSchema, key: object): void {
  if (!isObject(key)) throw notAnObject(schema.name, `A key of ${schema.name}`, key);
  if (findInstanceSchema(key) !== undefined) return;
  for (const name in key) {
    if (schema.names.has(name) || !Object.hasOwn(key, name) || isOfOtherKind(schema, key)) continue;
    throw unknownProperty(schema, name);
  }
}

/**
 * Rejects a partition with a property that is not in the PartitionKey: the property would be ignored, and the query would read more rows
 * than the caller expects. A whole key and an entity are allowed, since they contain their partition.
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

/** Returns whether the `$kind` of a key shows that it is a copy of an entity of another class, such as `{ ...order }`. */
function isOfOtherKind({ kind }: NamedSchema, key: object): boolean {
  const { $kind = kind } = key as { readonly $kind?: unknown };
  return $kind !== kind;
}
