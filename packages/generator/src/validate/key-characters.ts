/**
 * What no key may hold: `/ \ # ?`, U+0000–1F, U+007F–9F.
 * @see https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model#characters-disallowed-in-key-fields
 */
export const forbiddenInKeys = /[/\\#?\u0000-\u001F\u007F-\u009F]/;

/** Text as a key part of encoding `text`: `~hh` for what keys must not hold, for `%`, `~` and the separator. */
export function escapeKeyText(text: string, separator: string): string {
  let escaped = "";
  for (let i = 0; i < text.length; i++) {
    const unit = text.charAt(i);
    const plain = unit !== "%" && unit !== "~" && unit !== separator && !forbiddenInKeys.test(unit);
    escaped += plain ? unit : `~${unit.charCodeAt(0).toString(16).padStart(2, "0")}`;
  }
  return escaped;
}
