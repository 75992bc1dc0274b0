import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { PropertyPart } from "./keys/key-part.js";

/** Returns the parts of PartitionKey and RowKey that contain a property, not constant text. */
export function propertyParts({
  partitionParts,
  rowParts,
}: Pick<EntitySchema<EntityTypes>, "partitionParts" | "rowParts">): PropertyPart[] {
  return [...partitionParts, ...rowParts].filter((part) => typeof part !== "string");
}
