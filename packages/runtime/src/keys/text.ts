import { checkUnicode } from "../edm/quote.js";
import { checkString } from "../edm/string.js";
import { TableError } from "../errors/table-error.js";
import { malformedPart, missingPart } from "./key-part.js";

/** What is escaped beside one separator: `/ \ # ? %`, control characters, `~` and the separator's first character. */
interface Escaping {
  readonly escaped: RegExp;
  /** What is escaped, and surrogates, which may be lone. */
  readonly needsCare: RegExp;
}

const escapings = new Map<string, Escaping>();

function escapingOf(separator: string): Escaping {
  let found = escapings.get(separator);
  if (found === undefined) {
    const characters = `/\\\\#?%~\\u0000-\\u001f\\u007f-\\u009f${escapeClass(separator)}`;
    found = { escaped: new RegExp(`[${characters}]`, "g"), needsCare: new RegExp(`[${characters}\\ud800-\\udfff]`) };
    escapings.set(separator, found);
  }
  return found;
}

function escapeClass(separator: string): string {
  return `\\u${separator.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function encoded(character: string): string {
  return `~${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

/** Rows come one partition after another: the last string with escapes is kept, with its key text. */
let lastValue = "";
let lastText = "";
let lastSeparator = "";

function remember(value: string, text: string, separator: string): void {
  lastValue = value;
  lastText = text;
  lastSeparator = separator;
}

/** A string as key text: `~hh` for what no key may hold, for what the separator begins with and for `~`. */
export function keyText(value: string, separator = "!"): string {
  if (value === undefined || value === null) throw missingPart();
  const { escaped, needsCare } = escapingOf(separator);
  if (!needsCare.test(checkString(value))) return value;
  if (value === lastValue && separator === lastSeparator) return lastText;
  checkUnicode(value);
  remember(value, value.replace(escaped, encoded), separator);
  return lastText;
}

/** A string in lower case as key text: strings that differ in case alone share it. */
export function keyLower(value: string, separator = "!"): string {
  if (value === undefined || value === null) throw missingPart();
  return keyText(lowerCase(checkString(value)), separator);
}

const ascii = /^[\0-\x7f]*$/;

/**
 * Character by character and alike everywhere, as the invariant culture of .NET has it: no final sigma, and U+0130, whose lower
 * case has two characters, stays.
 */
function lowerCase(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  let lower = "";
  for (const character of text) lower += character === "\u0130" ? character : character.toLowerCase();
  return lower;
}

/**
 * A string as it is. @throws TableError `key.forbidden-character` also for the separator, which ends the part, and for an end that
 * together with the separator would hold it earlier
 */
export function keyRaw(value: string, separator = "!"): string {
  if (value === undefined || value === null) throw missingPart();
  if (!escapingOf(separator).needsCare.test(checkString(value))) return value;
  checkUnicode(value);
  const at = separator.length === 1 ? value.indexOf(separator) : (value + separator).indexOf(separator);
  if (at >= 0 && at < value.length) throw separatorInside(value, separator, at);
  const forbidden = forbiddenAt(value);
  if (forbidden >= 0) throw forbiddenCharacter(value, forbidden, "; remove .raw to have it escaped");
  return value;
}

function separatorInside(value: string, separator: string, at: number): TableError {
  const quoted = JSON.stringify(separator);
  const problem = value.includes(separator)
    ? `contains the separator ${quoted} at index ${at}, which a raw key part cannot contain`
    : `ends with ${JSON.stringify(value.slice(at))}, the start of the separator ${quoted}`;
  return new TableError("key.forbidden-character", `${problem}; remove .raw to have it escaped`);
}

const forbidden = /[/\\#?\u0000-\u001f\u007f-\u009f]/;

/** Where the first character stands that no key may hold, or -1. */
export function forbiddenAt(text: string): number {
  return text.search(forbidden);
}

export function forbiddenCharacter(text: string, at: number, help = ""): TableError {
  const name = `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0")}`;
  const printed = /[/\\#?]/.test(text.charAt(at)) ? ` ${JSON.stringify(text.charAt(at))}` : "";
  return new TableError(
    "key.forbidden-character",
    `contains${printed} ${name} at index ${at}; keys cannot contain / \\ # ? or control characters${help}`,
  );
}

const escapeSequence = /~([0-9a-f]{2})/g;

function decoded(_: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}

export function parseText(text: string | undefined, separator = "!"): string {
  if (text === undefined) throw malformedPart(text, "an escaped string");
  const { escaped, needsCare } = escapingOf(separator);
  if (!needsCare.test(text)) return text;
  if (text === lastText && separator === lastSeparator) return lastValue;
  const value = text.replace(escapeSequence, decoded);
  if (value.replace(escaped, encoded) !== text) throw malformedPart(text, "an escaped string");
  remember(value, text, separator);
  return value;
}

export function parseRaw(text: string | undefined, separator = "!"): string {
  if (text === undefined) throw malformedPart(text, "a string");
  if (text.includes(separator)) throw malformedPart(text, `a string without ${JSON.stringify(separator)}`);
  return text;
}

/** Key text of a string with a known set of values: that of the property. */
export function parseOneOf(text: string, { oneOf = [] }: { readonly oneOf?: readonly string[] | undefined }): string {
  if (!oneOf.includes(text)) throw malformedPart(text, `one of ${JSON.stringify(oneOf)}`);
  return text;
}
