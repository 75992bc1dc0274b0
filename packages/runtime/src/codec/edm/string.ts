import { formatValue } from "../../errors/format-value.js";
import { TableError, wrongValue } from "../../errors/table-error.js";
import { isError } from "../../platform/built-ins.js";
import type { EdmType, Given, SizeLimits, StringPattern, ValueRules, WritableProperty, WriteMode } from "./edm-type.js";
import { absent } from "./edm-type.js";
import { checkLength, malformed, mismatch, outOfRange, wrongType } from "./value-errors.js";

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
function stringMember(jsonPrefix: string, stringPrefix: string, text: string): string {
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
  const problem = `contains a lone surrogate, U+${unit} at index ${at}, which UTF-8 cannot encode; use edm.binary for bytes`;
  throw new TableError("value.not-unicode", problem);
}

/** Writes a string as a literal of `$filter`: in quotes, with its own quotes doubled. */
export function stringLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function checkString(value: string): string {
  if (typeof value !== "string") throw wrongType("Edm.String", "a string", value);
  return value;
}

/**
 * Returns the string if it is one of `values`.
 * @throws TableError `value.not-allowed`
 */
export function checkOneOf(value: string, values: readonly string[]): string {
  if (!values.includes(checkString(value)))
    throw new TableError("value.not-allowed", `is ${formatValue(value)}; ${choice(values)}`);
  return value;
}

/** Writes a value as the JSON text that is stored for it. @throws TableError `value.wrong-type` */
export function jsonText(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw wrongValue(`cannot be written as JSON: ${messageOf(cause)}`, { cause });
  }
  if (text === undefined) throw wrongType("Edm.String", "a value that JSON can represent", value);
  return text;
}

function messageOf(error: unknown): string {
  return isError(error) ? error.message : String(error);
}

export function readString(json: unknown, annotation: unknown): string;
export function readString(json: unknown, annotation: unknown, optional: true | undefined): string | undefined;
export function readString(json: unknown, annotation: unknown, optional?: true): string | undefined {
  if (typeof json !== "string" || (annotation !== undefined && annotation !== "Edm.String")) {
    if (optional && (json === undefined || json === null)) return undefined;
    throw mismatch("Edm.String", json, annotation);
  }
  return json;
}

/** Property that allows only the strings in `oneOf`. */
interface Choice {
  readonly oneOf?: readonly string[] | undefined;
}

export function readOneOf(json: unknown, annotation: unknown, property: Choice): string;
export function readOneOf(json: unknown, annotation: unknown, property: Choice, optional: true): string | undefined;
export function readOneOf(
  json: unknown,
  annotation: unknown,
  { oneOf = [] }: Choice,
  optional?: true,
): string | undefined {
  const text = readString(json, annotation, optional);
  if (text !== undefined && !oneOf.includes(text)) {
    throw new TableError("decode.not-allowed", `is stored as ${formatValue(text)}; ${choice(oneOf)}`);
  }
  return text;
}

export function readJson<T>(json: unknown, annotation: unknown): T;
export function readJson<T>(json: unknown, annotation: unknown, optional: true): T | undefined;
export function readJson<T>(json: unknown, annotation: unknown, optional?: true): T | undefined {
  const text = readString(json, annotation, optional);
  return text === undefined ? undefined : (parseJson(text) as T);
}

/** Parses stored JSON text. @throws TableError `decode.malformed` */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed("Edm.String", text, messageOf(error));
  }
}

function choice(values: readonly string[]): string {
  return `the definition allows ${values.map((value) => JSON.stringify(value)).join(", ")}`;
}

function literal(text: string): string {
  checkUnicode(text);
  return stringLiteral(text);
}

export function writeString(
  property: WritableProperty,
  value: Given<string>,
  mode: WriteMode,
  limits: SizeLimits,
): string {
  if (value === undefined || value === null) return absent(property, mode);
  checkString(value);
  const { maxLength = limits.stringUnits } = property;
  if (value.length > maxLength || value.length > limits.stringUnits) {
    checkLength(value.length, Math.min(maxLength, limits.stringUnits), "UTF-16 units");
  }
  if (property.length !== undefined || property.pattern !== undefined) checkTextRules(property, value);
  return stringMember(property.jsonPrefix, property.stringPrefix, value);
}

/** Source of the regular expression that matches each kind of identifier. */
export const stringPatterns: Readonly<Record<StringPattern, string>> = {
  ulid: "[0-7][0-9A-HJKMNP-TV-Z]{25}",
  ksuid: "[0-9A-Za-z]{27}",
};

/**
 * Checks a string by the exact length and the kind of identifier that its definition requires, if any. @throws TableError
 * `value.out-of-range`
 */
export function checkTextRules({ length, pattern }: ValueRules, value: string): void {
  if (length !== undefined && value.length !== length)
    throw outOfRange(value, `the definition takes exactly ${length} UTF-16 units, not ${value.length}`);
  if (pattern !== undefined && !new RegExp(`^${stringPatterns[pattern]}$`).test(value))
    throw outOfRange(value, `the definition takes a ${pattern.toUpperCase()}`);
}

export function writeOneOf(property: WritableProperty, value: Given<string>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  const allowed = checkOneOf(value, property.oneOf as readonly string[]);
  return stringMember(property.jsonPrefix, property.stringPrefix, allowed);
}

export function writeJson(property: WritableProperty, value: unknown, mode: WriteMode, limits: SizeLimits): string {
  if (value === undefined) return absent(property, mode);
  return writeString(property, jsonText(value), mode, limits);
}

export const string: EdmType<string> = {
  edm: "Edm.String",
  toJson: (value) => quote(checkString(value)),
  toLiteral: (value) => literal(checkString(value)),
  fromJson: (value, annotation) => readString(value, annotation),
};

/** Edm.String that stores any JSON value as its text. */
export const json: EdmType<unknown> = {
  edm: "Edm.String",
  isJson: true,
  toJson: (value) => quote(jsonText(value)),
  toLiteral: (value) => literal(jsonText(value)),
  fromJson: (value, annotation) => readJson(value, annotation),
};
