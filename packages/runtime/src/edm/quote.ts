import { TableError } from "../errors/table-error.js";

const needsCare = /["\\\u0000-\u001f\ud800-\udfff]/;
const loneSurrogate = /\p{Surrogate}/u;

/**
 * A string as JSON text. Most strings need no escape, which one test tells.
 * @throws TableError `value.not-unicode` for a lone surrogate, which would reach the service as U+FFFD
 */
export function quote(text: string): string {
  return `"${closed(text)}`;
}

/** {@link quote} without the opening quote, for a text that ends with it. */
export function closed(text: string): string {
  if (!needsCare.test(text)) return `${text}"`;
  checkUnicode(text);
  return JSON.stringify(text).slice(1);
}

/** @throws TableError `value.not-unicode` */
export function checkUnicode(text: string): void {
  const at = text.search(loneSurrogate);
  if (at < 0) return;
  const unit = text.charCodeAt(at).toString(16).toUpperCase();
  throw new TableError(
    "value.not-unicode",
    `contains a lone surrogate, U+${unit} at index ${at}, which UTF-8 cannot encode; use edm.binary for bytes`,
  );
}
