import { convertJson } from "../../codec/edm/convert-json.js";
import type { EdmName, EdmType } from "../../codec/edm/edm-type.js";
import { acceptedTexts } from "../../codec/edm/parse-text.js";
import { formatValue } from "../../errors/format-value.js";
import { isTableError, TableError } from "../../errors/table-error.js";

/**
 * Reads a stored value. It has the Edm type of the definition, or one in `reads` that can be converted to it without loss.
 * @param reads the other Edm types that rows may have
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
  const accepted = source === "Edm.String" ? acceptedTexts[type.edm] : undefined;
  const reason =
    accepted === undefined
      ? `does not convert to ${type.edm} without loss`
      : `is no text of an ${type.edm}: ${accepted}`;
  throw new TableError("decode.malformed", `is stored as ${source} ${formatValue(json)}, which ${reason}`);
}

/**
 * Reads a JSON string from a payload without type annotations. Such a string can be a value of most Edm types. The type of the definition
 * is tried first, then those in `reads`, and the first that fits is taken.
 */
function readText(type: EdmType, reads: readonly EdmName[], json: string): unknown {
  try {
    return type.fromJson(json, undefined, false);
  } catch (error) {
    const converted = reads.map((source) => convertJson(json, source, type.edm)).find((value) => value !== undefined);
    if (converted === undefined || !isTableError(error)) throw error;
    return type.fromJson(converted, type.edm, true);
  }
}

/**
 * Returns the Edm type of a JSON value without an `odata.type` annotation; undefined if JSON alone does not show it. A whole number counts
 * as Edm.Int32. It may be an Edm.Double, but every type that reads one of the two reads the other too.
 */
function edmOfJson(json: unknown): EdmName | undefined {
  if (typeof json === "string") return "Edm.String";
  if (typeof json === "boolean") return "Edm.Boolean";
  return typeof json === "number" && (json | 0) === json ? "Edm.Int32" : undefined;
}
