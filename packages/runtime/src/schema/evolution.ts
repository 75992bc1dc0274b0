import type { EdmName, EdmType } from "../edm/edm-type.js";
import type { EntityPayload, EntitySchema } from "./entity-schema.js";
import type { EntityTypes } from "./entity-types.js";
import type { Limits } from "./limits.js";
import type { Property } from "./property.js";

type Renamed = Pick<EntitySchema<EntityTypes>, "renamed">;

/**
 * Functions for properties that rows may hold under another name or in another Edm type. Generated code passes them with such a property, so
 * that bundles of other definitions leave them out.
 */
export interface Evolution {
  /** Translates the condition on a property into a filter. */
  filter(place: object, property: object, condition: unknown): unknown;
  /** Reads a value that is stored in the property's own type or in one of `reads`. @throws TableError `decode.*` without names */
  read(type: EdmType, reads: readonly EdmName[], json: unknown, annotation: unknown, typed: boolean): unknown;
  /** Reads the property under a name that the row has. @throws TableError `decode.*` without names */
  readStored(row: EntityPayload, stored: string, property: Property, typed: boolean): unknown;
  /** Returns whether a row holds a property under a former name that no program needs any more. */
  holdsFormerNames(schema: Renamed, row: EntityPayload): boolean;
  /** Maps former names to the current name, or to an empty one if the row has the property under a name that takes precedence. */
  renamedNames(schema: Renamed, row: EntityPayload): ReadonlyMap<string, string>;
  /** Removes the members under former names from changes, for a row that has none of these names or is about to lose them. */
  withoutFormerNames(schema: Renamed, changes: object, members: string, limits: Limits): string;
}
