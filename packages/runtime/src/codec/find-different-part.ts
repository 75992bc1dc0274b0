import { isTableError } from "../errors/table-error.js";
import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityId, EntityTypes } from "../schema/entity-types.js";
import { isSplit, splitKey } from "./key-pattern.js";
import type { KeyPart } from "./keys/key-part.js";

type AnySchema = EntitySchema<EntityTypes>;
type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the first property whose current value gives another text than the row's keys contain. Undefined if the keys do not show which
 * property it is.
 */
export function findDifferentKeyProperty(
  schema: AnySchema,
  values: object,
  { partitionKey, rowKey }: EntityId,
): string | undefined {
  const { partitionParts, rowParts } = schema;
  return (
    (textOf(() => schema.partitionKey(values)) === partitionKey
      ? undefined
      : findDifferentPart(partitionParts, partitionKey, values as Values)) ??
    findDifferentPart(rowParts, rowKey, values as Values)
  );
}

/**
 * Returns the first property whose value gives another text than the key contains. Undefined if there is none, or if the key has several
 * properties and cannot be split.
 */
export function findDifferentPart(parts: readonly KeyPart[], key: string, values: Values): string | undefined {
  const given = parts.filter((part) => typeof part !== "string");
  const [first] = parts;
  if (typeof first === "string" && !key.startsWith(first)) return undefined;
  if (!isSplit(parts, key)) return given.length === 1 ? given[0]?.field : undefined;
  const texts = splitKey(parts, key);
  return given.find((part) => {
    const value = values[part.field] ?? part.default;
    return textOf(() => part.encode(value)) !== texts[parts.indexOf(part)];
  })?.field;
}

/** Returns the text that `make` builds for a key; undefined if no key can contain the value. */
export function textOf(make: () => string): string | undefined {
  try {
    return make();
  } catch (error) {
    if (isTableError(error)) return undefined;
    throw error;
  }
}
