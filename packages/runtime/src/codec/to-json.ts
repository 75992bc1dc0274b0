import { base64 } from "../edm/binary.js";

/** What generated `toJSON` functions return: absent properties and what the SDK adds, `$etag` and the like, are left out. */
export function toJson(entity: object): object {
  const json: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(entity)) {
    if (value !== undefined && !name.startsWith("$")) json[name] = jsonValue(value);
  }
  return json;
}

function jsonValue(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Date) return value.toISOString();
  return value instanceof Uint8Array ? base64(value) : value;
}
