import { formatValue } from "../../errors/format-value.js";
import { isTableError, TableError } from "../../errors/table-error.js";
import type { EdmName, EdmType } from "../edm-type.js";
import { convertJson } from "./convert-json.js";

/**
 * A stored value of the type itself, or of another one that converts to it without loss.
 * @param reads the other types
 * @throws TableError `decode.*` without names
 */
export function readConverted(
  type: EdmType,
  reads: readonly EdmName[],
  json: unknown,
  annotation: unknown,
  typed: boolean,
): unknown {
  const source = reads.find((edm) => edm === (annotation ?? edmOfJson(json)));
  // Without annotations, text may be of most types.
  const isCertain = typed || annotation !== undefined || typeof json !== "string";
  if (source === undefined) return type.fromJson(json, annotation, typed);
  if (!isCertain) {
    try {
      return type.fromJson(json, annotation, typed);
    } catch (error) {
      if (!isTableError(error)) throw error;
    }
  }
  const converted = convertJson(json, source, type.edm);
  if (converted !== undefined) return type.fromJson(converted, type.edm, true);
  throw new TableError(
    "decode.malformed",
    `is stored as ${source} ${formatValue(json)}, which does not convert to ${type.edm} without loss`,
  );
}

/** What a value without annotation is; a whole number may be an Edm.Double too, which every reader of numbers takes. */
function edmOfJson(json: unknown): EdmName | undefined {
  if (typeof json === "string") return "Edm.String";
  if (typeof json === "boolean") return "Edm.Boolean";
  return typeof json === "number" && (json | 0) === json ? "Edm.Int32" : undefined;
}
