import type { BuilderName } from "../read/entity/entity-draft.js";

/**
 * Returns the Edm type in which values of an `edm` builder are stored: `Edm.Int32` for `int32`, `Edm.String` for `json` that is not
 * compressed.
 */
export function findEdmName(type: BuilderName): EdmName {
  return type === "json" ? "Edm.String" : (`Edm.${type.charAt(0).toUpperCase()}${type.slice(1)}` as EdmName);
}

export type EdmName = `Edm.${"String" | "Boolean" | "Int32" | "Int64" | "Double" | "DateTime" | "Guid" | "Binary"}`;

/** For each Edm type of a property, the other stored types whose values reads can convert to it without loss. */
export const readableTypes: Readonly<Record<EdmName, readonly string[]>> = {
  "Edm.String": ["Edm.Guid", "Edm.DateTime"],
  "Edm.Boolean": ["Edm.String"],
  "Edm.Int32": ["Edm.String"],
  "Edm.Int64": ["Edm.Int32", "Edm.String"],
  "Edm.Double": ["Edm.Int32", "Edm.Int64", "Edm.String"],
  "Edm.DateTime": ["Edm.String"],
  "Edm.Guid": ["Edm.String"],
  "Edm.Binary": [],
};
