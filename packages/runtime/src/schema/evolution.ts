import type { EdmName, EdmType } from "../edm/edm-type.js";

/**
 * Functions for properties that rows may hold under another name or in another Edm type. Generated code passes them with such a property, so
 * that bundles of other definitions leave them out.
 */
export interface Evolution {
  /** Translates the condition on a property into a filter. */
  filter(place: object, property: object, condition: unknown): unknown;
  /** Reads a value that is stored in the property's own type or in one of `reads`. @throws TableError `decode.*` without names */
  read(type: EdmType, reads: readonly EdmName[], json: unknown, annotation: unknown, typed: boolean): unknown;
}
