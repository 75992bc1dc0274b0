import type { BuilderName } from "../read/entity/entity-draft.js";

/** Returns the Edm type that a builder stores. */
export function findEdmName(type: BuilderName): EdmName {
  return type === "json" ? "Edm.String" : (`Edm.${type.charAt(0).toUpperCase()}${type.slice(1)}` as EdmName);
}

export type EdmName = `Edm.${"String" | "Boolean" | "Int32" | "Int64" | "Double" | "DateTime" | "Guid" | "Binary"}`;

/** Stored Edm types that reads can convert without loss, by the Edm type of the result. */
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
