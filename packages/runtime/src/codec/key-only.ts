import type { EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { PropertySchema } from "../schema/property.js";
import { checkOneOf, checkTextRules } from "./edm/string.js";
import { checkLength, checkRange } from "./edm/value-errors.js";

type Bounded = readonly (readonly [name: string, property: PropertySchema])[];

const boundedBySchema = new WeakMap<object, Bounded>();

/**
 * Checks properties that are stored only in the key against the definition's limits (`min`, `maxLength` …), because they have no property
 * writer to do it.
 * @throws TableError `value.*`; the caller adds the names of entity and property
 */
export function checkKeyOnly<T extends EntityTypes>(schema: EntitySchema<T>, entity: object): void {
  for (const [name, property] of boundedOf(schema)) {
    checkKeyValue(property, (entity as Readonly<Record<string, unknown>>)[name]);
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

function boundedOf<T extends EntityTypes>(schema: EntitySchema<T>): Bounded {
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
