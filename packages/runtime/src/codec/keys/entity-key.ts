import { afterText } from "./after-text.js";
import type { KeyPart } from "./key-part.js";

type Values = Readonly<Record<string, unknown>>;

/** Writes a key from the values of its properties. @throws TableError `value.*`, `key.*` without the names of entity and property */
export function writeKey(parts: readonly KeyPart[], values: Values): string {
  let key = "";
  for (const part of parts) key += typeof part === "string" ? part : part.encode(values[part.field] ?? part.default);
  return key;
}

/**
 * Returns whether a stored key is the one that {@link writeKey} writes from these values. It is called for every row that is read, so it
 * builds no text of a number or a time. Can throw the errors of `writeKey`.
 */
export function isKeyOf(parts: readonly KeyPart[], values: Values, key: string): boolean {
  let at = 0;
  for (const part of parts) {
    if (typeof part === "string") at = afterText(key, at, part);
    else {
      const value = values[part.field] ?? part.default;
      at = part.after === undefined ? afterText(key, at, part.encode(value)) : part.after(key, at, value);
    }
    if (at < 0) return false;
  }
  return at === key.length;
}
