import type { EntityPayload, EntitySchema } from "../schema/entity-schema.js";
import type { EntityTypes } from "../schema/entity-types.js";
import type { Feature } from "../schema/feature.js";
import type { Limits } from "../schema/limits.js";
import {
  checkPropertyCount,
  checkUndeclared,
  readUnknownProperties,
  type UnknownProperties,
} from "./unknown-properties.js";

/** Feature of definitions whose entities keep undeclared properties, under `$extra`. */
export interface UnknownFeature extends Feature {
  readUnknownProperties(row: EntityPayload, schema: EntitySchema<EntityTypes>, typed: boolean): UnknownProperties;
  checkPropertyCount(schema: EntitySchema<EntityTypes>, body: string, limits: Limits): void;
  checkUndeclared(schema: EntitySchema<EntityTypes>, name: string, limits: Limits): string;
}

/** Feature that generated code passes if the definition keeps undeclared properties. */
export const unknownProperties: UnknownFeature = { readUnknownProperties, checkPropertyCount, checkUndeclared };
