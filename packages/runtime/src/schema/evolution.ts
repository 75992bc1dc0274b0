import type { EdmName, EdmType } from "../codec/edm/edm-type.js";
import type { Limits } from "./limits.js";

/**
 * Functions for properties that rows may store under another name or in another Edm type. Generated code passes these functions as the
 * option `evolution` of each such property, so that bundles of other definitions leave them out. Schemas, properties, rows and error places
 * are typed `object` here, because their types refer to this one.
 */
export interface Evolution {
  /** Translates a condition on a property into a filter that also finds its values in other Edm types and under former names. */
  filter(place: object, property: object, condition: unknown): unknown;
  /**
   * Reads a value that is stored in the property's own Edm type or in one of the types in `reads`.
   * @throws TableError `decode.*`; the caller adds the names of entity and property
   */
  read(type: EdmType, reads: readonly EdmName[], json: unknown, annotation: unknown, typed: boolean): unknown;
  /**
   * Reads a property from the stored name `stored`, which the row has. @throws TableError `decode.*`; the caller adds the names of entity
   * and property
   */
  readStored(row: object, stored: string, property: object, typed: boolean): unknown;
  /** Returns the names under which rows may store a property, in the order in which a read tries them. */
  readNames(field: string, property: object): readonly string[];
  /** Returns whether a row stores a property under a former name that no program needs any more. */
  holdsFormerNames(schema: object, row: object): boolean;
  /**
   * Maps each former name to the name under which a rewritten row stores its value: the current name, or an empty one to drop the value if
   * the row has the property under a name that takes precedence.
   */
  renamedNames(schema: object, row: object): ReadonlyMap<string, string>;
  /**
   * Removes the members under former names from the encoded changes of a write. A merge writes the value under each former name too, so
   * that no older value stays there. That is not needed if the row has no former name, or is replaced as a whole.
   */
  withoutFormerNames(schema: object, changes: object, members: string, limits: Limits): string;
}
