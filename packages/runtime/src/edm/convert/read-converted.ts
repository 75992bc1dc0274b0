import { formatValue } from "../../errors/format-value.js";
import { isTableError, TableError } from "../../errors/table-error.js";
import type { EdmName, EdmType } from "../edm-type.js";
import { convertJson } from "./convert-json.js";

/**
 * Reads a stored value of the type itself, or of another type that converts to it without loss.
 * @param reads the other types
 * @throws TableError `decode.*`; the caller adds the names of entity and property
 */
export function readConverted(
  type: EdmType,
  reads: readonly EdmName[],
  json: unknown,
  annotation: unknown,
  typed: boolean,
): unknown {
  const isUncertain = annotation === undefined && !typed && typeof json === "string";
  if (isUncertain) return readText(type, reads, json);
  const source = reads.find((edm) => edm === (annotation ?? edmOfJson(json)));
  if (source === undefined) return type.fromJson(json, annotation, typed);
  const converted = convertJson(json, source, type.edm);
  if (converted !== undefined) return type.fromJson(converted, type.edm, true);
  throw new TableError(
    "decode.malformed",
    `is stored as ${source} ${formatValue(json)}, which does not convert to ${type.edm} without loss`,
  );
}

/** Reads text without annotation from a payload without metadata. It can be of most types; the first type that it fits is used. */
function readText(type: EdmType, reads: readonly EdmName[], json: string): unknown {
  try {
    return type.fromJson(json, undefined, false);
  } catch (error) {
    const converted = reads.map((source) => convertJson(json, source, type.edm)).find((value) => value !== undefined);
    if (converted === undefined || !isTableError(error)) throw error;
    return type.fromJson(converted, type.edm, true);
  }
}

/** Returns the type of a value without annotation. A whole number may also be an Edm.Double, which every reader of numbers accepts. */
function edmOfJson(json: unknown): EdmName | undefined {
  if (typeof json === "string") return "Edm.String";
  if (typeof json === "boolean") return "Edm.Boolean";
  return typeof json === "number" && (json | 0) === json ? "Edm.Int32" : undefined;
}
