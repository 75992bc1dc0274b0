import type { EdmName, EdmType } from "../edm/edm-type.js";
import type { Limits } from "./limits.js";

/**
 * Functions for properties that rows may store under another name or in another Edm type. Generated code passes them with such a property,
 * so that bundles of other definitions leave them out. Schemas, properties, rows and places of errors are `object` here, because their
 * types refer to this one.
 */
export interface Evolution {
  /** Translates the condition on a property into a filter. */
  filter(place: object, property: object, condition: unknown): unknown;
  /**
   * Reads a value that is stored in the property's own type or in one of `reads`.
   * @throws TableError `decode.*`; the caller adds the names of entity and property
   */
  read(type: EdmType, reads: readonly EdmName[], json: unknown, annotation: unknown, typed: boolean): unknown;
  /** Reads the property under a name that the row has. @throws TableError `decode.*`; the caller adds the names of entity and property */
  readStored(row: object, stored: string, property: object, typed: boolean): unknown;
  /** Returns whether a row stores a property under a former name that no program needs any more. */
  holdsFormerNames(schema: object, row: object): boolean;
  /** Maps former names to the current name, or to an empty one if the row has the property under a name that takes precedence. */
  renamedNames(schema: object, row: object): ReadonlyMap<string, string>;
  /** Removes the members under former names from changes, for a row that has none of these names or is about to lose them. */
  withoutFormerNames(schema: object, changes: object, members: string, limits: Limits): string;
}
