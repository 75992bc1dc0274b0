import { isTableError } from "../../errors/table-error.js";
import { keyPartText } from "../../keys/key-encoding.js";
import type { KeyPart } from "../../keys/key-part.js";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../../schema/entity-types.js";
import { isSplit, splitKey } from "./key-pattern.js";

type AnySchema = EntitySchema<EntityTypes>;
type Values = Readonly<Record<string, unknown>>;

/** Finds the first property whose text is not in its position in a row's keys. */
export function findDifferentKeyProperty(
  schema: AnySchema,
  values: object,
  { partitionKey, rowKey }: EntityId,
): string | undefined {
  const { partitionParts, rowParts } = schema;
  return (
    (textOf(() => schema.partitionKey(values)) === partitionKey
      ? undefined
      : findDifferentPart(schema, partitionParts, partitionKey, values as Values)) ??
    findDifferentPart(schema, rowParts, rowKey, values as Values)
  );
}

/** Finds the first property whose text is not in its position; undefined if the key has another shape and several properties. */
export function findDifferentPart(
  { properties }: AnySchema,
  parts: readonly KeyPart[],
  key: string,
  values: Values,
): string | undefined {
  const given = parts.filter((part) => typeof part !== "string");
  const [first] = parts;
  if (typeof first === "string" && !key.startsWith(first)) return undefined;
  if (!isSplit(parts, properties, key)) return given.length === 1 ? given[0]?.[0] : undefined;
  const texts = splitKey(parts, properties, key);
  return given.find((part) => {
    const value = values[part[0]] ?? properties[part[0]]?.default;
    return textOf(() => keyPartText(part, value)) !== texts[parts.indexOf(part)];
  })?.[0];
}

/** Returns key text; undefined for a value that no key can contain. */
export function textOf(make: () => string): string | undefined {
  try {
    return make();
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}
