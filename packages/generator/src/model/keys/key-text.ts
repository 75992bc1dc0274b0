import type { KeyEncoding } from "./key-encoding.js";
import type { KeyProperty } from "./key-model.js";

/**
 * Characters that no key may contain: `/ \ # ?`, U+0000–1F, U+007F–9F.
 * @see
 * https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model#characters-disallowed-in-key-fields
 */
export const forbiddenInKeys = /[/\\#?\u0000-\u001F\u007F-\u009F]/;

/** Maximum number of digits of `.pad`: those of the largest unsigned 64-bit integer, which adopted tables may contain. */
export const maxPadWidth = 20;

/**
 * Encodes a string as a key part in the encoding `text`. Writes `~` and two hexadecimal digits for characters forbidden in keys, `%`, `~`,
 * and one character of `end`, the text after the value.
 */
export function escapeKeyText(text: string, end: string): string {
  const ending = findEscapedCharacter(end);
  let escaped = "";
  for (let i = 0; i < text.length; i++) {
    const unit = text.charAt(i);
    const plain = unit !== "%" && unit !== "~" && unit !== ending && !forbiddenInKeys.test(unit);
    escaped += plain ? unit : `~${unit.charCodeAt(0).toString(16).padStart(2, "0")}`;
  }
  return escaped;
}

/**
 * Returns the one character of `end` (the text after a value in a key) that is escaped in every value, so that no escaped value contains
 * `end`. It is the first that can be written as `~hh` (`~` and two hexadecimal digits) and cannot be part of such an escape; `undefined` if
 * there is none.
 */
export function findEscapedCharacter(end: string): string | undefined {
  return /[^0-9a-f~\u0100-\uffff]/.exec(end)?.[0];
}

/**
 * Returns the last characters of a text if a read would take them for the start of the separator after it: `":"` of `"a:"` before `"::"`;
 * `undefined` if there are none.
 */
export function findSeparatorStart(text: string, separator: string): string | undefined {
  return text.slice((text + separator).indexOf(separator)) || undefined;
}

/**
 * Returns all texts that a key part can have if its property lists its values (`oneOf`, or the `codes` of a string); otherwise `undefined`.
 */
export function valueTexts({ property, encoding, shards, end }: KeyProperty): string[] | undefined {
  if (shards !== undefined || /^\.(?:sha256|md5)/.test(encoding)) return undefined;
  const texts =
    property.oneOf ?? (property.type === "string" ? property.codes?.map(([, code]) => `${code}`) : undefined);
  if (encoding === "raw") return texts?.slice();
  return texts?.map((value) => escapeKeyText(convertCase(value, encoding), end));
}

/** Converts a value to the case that its key encoding requires, if any. Converts each character separately, as the runtime does. */
function convertCase(text: string, encoding: KeyEncoding): string {
  const convert = (character: string) => {
    const converted = encoding === "lower" ? character.toLowerCase() : character.toUpperCase();
    return converted.length === character.length ? converted : character;
  };
  return encoding === "lower" || encoding === ".upper" ? [...text].map(convert).join("") : text;
}
