import { isTableError } from "../../errors/table-error.js";
import { keyPartText } from "../../keys/key-encoding.js";
import type { KeyPart } from "../../keys/key-part.js";
import type { EntitySchema } from "../../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../../schema/entity-types.js";

type AnySchema = EntitySchema<EntityTypes>;
type Values = Readonly<Record<string, unknown>>;

/** Finds the first property whose text is not in its position in a row's keys. */
export function propertyOfKey(
  schema: AnySchema,
  values: object,
  { partitionKey, rowKey }: EntityId,
): string | undefined {
  const { partitionParts, rowParts } = schema;
  return (
    (textOf(() => schema.partitionKey(values)) === partitionKey
      ? undefined
      : propertyOfPart(schema, partitionParts, partitionKey, values as Values)) ??
    propertyOfPart(schema, rowParts, rowKey, values as Values)
  );
}

/** Finds the first property whose text is not in its position; undefined if a literal or the number of parts differs. */
export function propertyOfPart(
  { separator, properties }: AnySchema,
  parts: readonly KeyPart[],
  key: string,
  values: Values,
): string | undefined {
  const texts = key.split(separator);
  const given = parts.filter((part) => typeof part !== "string");
  if (texts.length !== parts.length) return given.length === 1 ? given[0]?.[0] : undefined;
  if (parts.some((part, index) => typeof part === "string" && part !== texts[index])) return undefined;
  return given.find((part) => {
    const value = values[part[0]] ?? properties[part[0]]?.default;
    return textOf(() => keyPartText(part, value, separator)) !== texts[parts.indexOf(part)];
  })?.[0];
}

/** Returns key text; undefined for a value that no key can hold. */
export function textOf(make: () => string): string | undefined {
  try {
    return make();
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}
