import { base64 } from "../edm/binary.js";

/** An Edm.Double in JSON, where the values that JSON lacks are the strings that the service writes for them; -0 is 0. */
export type DoubleJson = number | "NaN" | "Infinity" | "-Infinity";

/**
 * What generated `toJSON` functions return, and `fromJson` takes: the properties and `$kind`. Absent properties and what else the SDK
 * adds, `$etag` and the like, are left out.
 */
export function toJson(entity: object): object {
  const json: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(entity)) {
    if (value !== undefined && (name === "$kind" || !name.startsWith("$"))) json[name] = jsonValue(value);
  }
  return json;
}

/** A property's value as `JSON.stringify` can write it: bytes as base64, digits of a bigint as text, dates with their 100 ns digits. */
export function jsonValue(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (value instanceof Date) return value.toISOString();
  return value instanceof Uint8Array ? base64(value) : value;
}
