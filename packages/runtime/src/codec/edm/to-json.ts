import { isBytes, isDate } from "../../platform/built-ins.js";
import { base64 } from "./binary.js";

/** Edm.Double in JSON. For values that JSON lacks, it is the text that the service writes. -0 becomes 0. */
export type DoubleJson = number | "NaN" | "Infinity" | "-Infinity";

/**
 * Returns the properties and `$kind` of an entity for JSON, which `fromJson` reads; generated `toJSON` functions call it. Omits absent
 * properties, and members that this package adds, such as `$etag`.
 * @param hidden names of further properties to omit
 */
export function toJson(entity: object, hidden?: readonly string[]): object {
  const json: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(entity)) {
    if (value === undefined || hidden?.includes(name)) continue;
    if (name === "$kind" || !name.startsWith("$")) json[name] = jsonValue(value);
  }
  return json;
}

/** Converts a property's value for `JSON.stringify`: bytes as base64, bigints as text, dates with their 100 ns digits. */
export function jsonValue(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (isBytes(value)) return base64(value);
  return isDate(value) ? value.toISOString() : value;
}
