import { TableError } from "../../errors/table-error.js";
import { checkString, checkUnicode } from "../edm/string.js";
import { type KeyCodec, malformedPart, missingPart, type PartRules } from "./key-codec.js";

/**
 * Patterns for writing a string as key text before the constant text `end`. `escaped` matches the characters to escape: `/ \ # ? %`,
 * control characters, `~`, and one character of `end`. So the text cannot contain `end`.
 */
interface Escaping {
  readonly escaped: RegExp;
  /**
   * Matches a string that needs a closer look: it has a character to escape, a surrogate, which may be unpaired, or the first character of
   * `end`. Any other string is written as it is.
   */
  readonly needsCare: RegExp;
}

const escapings = new Map<string, Escaping>();

function buildEscaping(end: string): Escaping {
  let found = escapings.get(end);
  if (found === undefined) {
    const characters = `~${notPlain(end)}`;
    // The first character of `end` is here for `keyRaw`, which must not write a value that contains `end`.
    const care = `${characters}\\ud800-\\udfff${end === "" ? "" : unitPattern(end)}`;
    found = { escaped: new RegExp(`[${characters}]`, "g"), needsCare: new RegExp(`[${care}]`) };
    escapings.set(end, found);
  }
  return found;
}

/**
 * Returns the one character of `end` that is escaped in values. It is the first that an escape `~hh` can represent (at most U+00FF) and
 * that escapes do not contain; undefined if there is none. Because it is escaped, values never contain `end`.
 */
function escapedOf(end: string): string | undefined {
  return /[^0-9a-f~\u0100-\uffff]/.exec(end)?.[0];
}

/**
 * Returns the characters that never occur in escaped text, for a character class of a regular expression. These are all escaped characters
 * but `~`, with which each escape begins.
 */
function notPlain(end: string): string {
  const character = escapedOf(end);
  return `/\\\\#?%\\u0000-\\u001f\\u007f-\\u009f${character === undefined ? "" : unitPattern(character)}`;
}

function unitPattern(text: string): string {
  return `\\u${text.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * Returns the regular expression that matches escaped text before the constant `end`. The length that the definition requires is only the
 * minimum, because escapes make a text longer.
 */
export function textPattern(end: string, { length = 0 }: PartRules): string {
  return `[^${notPlain(end)}]{${length},}`;
}

/**
 * Returns the regular expression that matches escaped text in lower case before the constant `end`. It excludes A to Z, as the generator
 * does when it proves that keys can be split in only one way.
 */
export function lowerPattern(end: string, { length = 0 }: PartRules): string {
  return `[^${notPlain(end)}A-Z]{${length},}`;
}

/**
 * Returns whether the constant `next`, which follows escaped text, always shows where the text ends. It does if it begins with `end`, and a
 * character of `end` is always escaped.
 */
export function endsText(next: string, end: string): boolean {
  return endsRaw(next, end) && escapedOf(end) !== undefined;
}

/**
 * Returns whether the constant `next`, which follows unescaped text, always shows where that text ends. It does if it begins with `end`,
 * which the text never contains.
 */
export function endsRaw(next: string, end: string): boolean {
  return end !== "" && next.startsWith(end);
}

/** Returns the regular expression that matches unescaped text before the constant `end`, which the text cannot contain. */
export function rawPattern(end: string): string {
  return end === "" ? "[^]*" : `(?:(?!${escapePattern(end)})[^])*`;
}

/** Escapes text so that a regular expression matches exactly this text. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function encoded(character: string): string {
  return `~${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

/** Cache of the last string with escapes and its key text, because consecutive rows often have the same partition. */
let lastValue = "";
let lastText = "";
let lastSeparator = "";

function remember(value: string, text: string, separator: string): void {
  lastValue = value;
  lastText = text;
  lastSeparator = separator;
}

/**
 * Writes a string as key text. `~hh` stands for characters that no key may contain, for `%` and `~`, and for the character of the separator
 * that {@link escapedOf} finds. So the text does not contain the separator.
 */
export function keyText(value: string, separator = "!"): string {
  if (value === undefined || value === null) throw missingPart();
  const { escaped, needsCare } = buildEscaping(separator);
  if (!needsCare.test(checkString(value))) return value;
  if (value === lastValue && separator === lastSeparator) return lastText;
  checkUnicode(value);
  remember(value, value.replace(escaped, encoded), separator);
  return lastText;
}

/**
 * Writes a string as key text without escapes.
 * @param separator the text after the value; empty for the last part, which extends to the end of the key
 * @throws TableError `key.forbidden-character`, also if a read of the key would find the separator too early. With the separator `--`, that
 * is so for `a--b`, which contains it, and for `a-`, because in `a---` the separator seems to follow `a`
 */
export function keyRaw(value: string, separator = "!"): string {
  if (value === undefined || value === null) throw missingPart();
  if (!buildEscaping(separator).needsCare.test(checkString(value))) return value;
  checkUnicode(value);
  const at = separator.length === 1 ? value.indexOf(separator) : (value + separator).indexOf(separator);
  if (separator !== "" && at >= 0 && at < value.length) throw separatorInside(value, separator, at);
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

/** Finds the first character that no key may contain; -1 if there is none. */
export function forbiddenAt(text: string): number {
  return text.search(forbidden);
}

export function forbiddenCharacter(text: string, at: number, help = ""): TableError {
  const name = `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0")}`;
  const printed = /[/\\#?]/.test(text.charAt(at)) ? ` ${JSON.stringify(text.charAt(at))}` : "";
  const problem = `contains${printed} ${name} at index ${at}; keys cannot contain / \\ # ? or control characters${help}`;
  return new TableError("key.forbidden-character", problem);
}

const escapeSequence = /~([0-9a-f]{2})/g;

function decoded(_: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}

export function parseText(text: string | undefined, separator = "!"): string {
  if (text === undefined) throw malformedPart(text, "an escaped string");
  const { escaped, needsCare } = buildEscaping(separator);
  if (!needsCare.test(text)) return text;
  if (text === lastText && separator === lastSeparator) return lastValue;
  const value = text.replace(escapeSequence, decoded);
  if (value.replace(escaped, encoded) !== text) throw malformedPart(text, "an escaped string");
  remember(value, text, separator);
  return value;
}

export function parseRaw(text: string | undefined, separator = "!"): string {
  if (text === undefined) throw malformedPart(text, "a string");
  if (separator !== "" && text.includes(separator))
    throw malformedPart(text, `a string without ${JSON.stringify(separator)}`);
  return text;
}

/** Reads the key text of a string property that allows only the values in `oneOf`. */
export function parseOneOf(text: string, { oneOf = [] }: { readonly oneOf?: readonly string[] | undefined }): string {
  if (!oneOf.includes(text)) throw malformedPart(text, `one of ${JSON.stringify(oneOf)}`);
  return text;
}

/**
 * Returns the codec for strings, with escapes.
 * @param end text that follows the value in the key; it is escaped in the value
 */
export function text(end = "!"): KeyCodec {
  return {
    form: "",
    encode: (value: string) => keyText(value, end),
    parse: (part) => parseText(part, end),
    pattern: (rules) => textPattern(end, rules),
    endsBefore: (next) => endsText(next, end),
  };
}

/**
 * Returns the codec for strings as they are.
 * @param end text that follows the value in the key, and that the value must not contain; empty for the last part of a key
 */
export function raw(end = ""): KeyCodec {
  return {
    form: "raw",
    encode: (value: string) => keyRaw(value, end),
    parse: (part) => parseRaw(part, end),
    pattern: () => rawPattern(end),
    endsBefore: (next) => endsRaw(next, end),
  };
}
