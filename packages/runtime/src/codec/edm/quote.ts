import { TableError } from "../../errors/table-error.js";

const needsCare = /["\\\u0000-\u001f\ud800-\udfff]/;
const loneSurrogate = /[\ud800-\udfff]/u;

/**
 * Writes a string as JSON text, in quotes. Most strings need no escape, which one regular expression shows.
 * @throws TableError `value.not-unicode` for a lone surrogate, which would reach the service as U+FFFD
 */
export function quote(text: string): string {
  return stringMember("", '"', text);
}

/**
 * Writes a JSON member whose value is a string. `jsonPrefix` is the member up to its value, and `stringPrefix` is the same with the opening
 * quote. Throws the errors of {@link quote}.
 */
export function stringMember(jsonPrefix: string, stringPrefix: string, text: string): string {
  if (!needsCare.test(text)) return `${stringPrefix}${text}"`;
  checkUnicode(text);
  return jsonPrefix + JSON.stringify(text);
}

/**
 * Checks that a text has no lone surrogate.
 * @throws TableError `value.not-unicode`
 */
export function checkUnicode(text: string): void {
  if (text.isWellFormed()) return;
  const at = text.search(loneSurrogate);
  const unit = text.charCodeAt(at).toString(16).toUpperCase();
  throw new TableError(
    "value.not-unicode",
    `contains a lone surrogate, U+${unit} at index ${at}, which UTF-8 cannot encode; use edm.binary for bytes`,
  );
}

/** Writes a string as a literal of `$filter`: in quotes, with its own quotes doubled. */
export function stringLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
