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
 * Encodes text as a key part of encoding `text`: `~hh` for characters forbidden in keys, `%`, `~` and a character of the text after it.
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

/** Returns the first character of `end` that cannot be part of an escape `~hh`. Escaping it keeps `end` out of escaped values. */
export function findEscapedCharacter(end: string): string | undefined {
  return /[^0-9a-f~\u0100-\uffff]/.exec(end)?.[0];
}

/** Returns the end of a text that would be read as the start of the next separator: `":"` of `"a:"` before `"::"`. */
export function findSeparatorStart(text: string, separator: string): string | undefined {
  return text.slice((text + separator).indexOf(separator)) || undefined;
}

/** Returns the texts of a part that can have only a few values. */
export function valueTexts({ property, encoding, shards, end }: KeyProperty): string[] | undefined {
  if (shards !== undefined || /^\.(?:sha256|md5)/.test(encoding)) return undefined;
  const texts =
    property.oneOf ?? (property.type === "string" ? property.codes?.map(([, code]) => `${code}`) : undefined);
  if (encoding === "raw") return texts?.slice();
  return texts?.map((value) => escapeKeyText(convertCase(value, encoding), end));
}

/** Converts character by character, as the runtime does. */
function convertCase(text: string, encoding: KeyEncoding): string {
  const convert = (character: string) => {
    const converted = encoding === "lower" ? character.toLowerCase() : character.toUpperCase();
    return converted.length === character.length ? converted : character;
  };
  return encoding === "lower" || encoding === ".upper" ? [...text].map(convert).join("") : text;
}
