import type { EdmName } from "@tablewright/runtime/edm";
import { isoMilliseconds, isoRemainder } from "@tablewright/runtime/lines";
import type { ColumnValue } from "../duckdb/column-type.js";

/**
 * Converts a property value in the service's JSON to a value for a Parquet column of the same Edm type. Returns undefined if the column
 * cannot represent the value exactly, or if the value has another Edm type.
 */
export type ConvertPayload = (json: unknown, annotation: unknown) => ColumnValue | undefined;

/**
 * Conversions by the Edm type of the column. They are faster than decoding the whole row, so a row is decoded only if a conversion returns
 * undefined.
 */
export const convertPayload: Readonly<Record<EdmName, ConvertPayload>> = {
  "Edm.String": (json, annotation) =>
    typeof json === "string" && (annotation === undefined || annotation === "Edm.String") && json.isWellFormed()
      ? json
      : undefined,
  "Edm.Boolean": (json) => (typeof json === "boolean" ? json : undefined),
  "Edm.Int32": (json, annotation) => (isInt32(json) && annotation === undefined ? json : undefined),
  "Edm.Int64": (json, annotation) =>
    annotation === "Edm.Int64" && typeof json === "string" && /^-?\d{1,18}$/.test(json) ? BigInt(json) : undefined,
  "Edm.Double": (json, annotation) =>
    typeof json === "number" && (annotation === undefined || annotation === "Edm.Double") ? json : undefined,
  "Edm.DateTime": (json, annotation) =>
    annotation === "Edm.DateTime" && typeof json === "string" ? wholeMicroseconds(json) : undefined,
  "Edm.Guid": (json, annotation) =>
    annotation === "Edm.Guid" && typeof json === "string" && guid.test(json) ? json.toLowerCase() : undefined,
  "Edm.Binary": (json, annotation) =>
    annotation === "Edm.Binary" && typeof json === "string" ? Buffer.from(json, "base64") : undefined,
};

const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function isInt32(json: unknown): json is number {
  return typeof json === "number" && (json | 0) === json;
}

function wholeMicroseconds(iso: string): bigint | undefined {
  const [microseconds, rest] = parseMicroseconds(iso) ?? [];
  return rest === 0 ? microseconds : undefined;
}

/** Returns a date in microseconds since 1970, rounded down, and the rest in units of 100 ns; undefined if the text is no date. */
export function parseMicroseconds(iso: string): readonly [microseconds: bigint, rest: number] | undefined {
  const milliseconds = isoMilliseconds(iso);
  if (Number.isNaN(milliseconds)) return undefined;
  const remainder = isoRemainder(iso);
  const rest = remainder % 10;
  const microseconds = milliseconds * 1000 + (remainder - rest) / 10;
  if (Number.isSafeInteger(microseconds)) return [BigInt(microseconds), rest];
  return [BigInt(milliseconds) * 1000n + BigInt((remainder - rest) / 10), rest];
}
