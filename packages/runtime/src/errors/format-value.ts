import { collectionName, isDate } from "../platform/built-ins.js";
import { redact } from "./redact.js";

const longest = 60;

/** Formats a value for an error message: on one line, truncated. */
export function formatValue(value: unknown): string {
  const text = describe(value);
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;
}

function describe(value: unknown): string {
  switch (typeof value) {
    case "string":
      return visibleText(redact(JSON.stringify(value)));
    case "bigint":
      return `${value}n`;
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "function":
      return "a function";
    case "symbol":
      return "a symbol";
    case "object":
      return value === null ? "null" : describeObject(value);
    default:
      return String(value);
  }
}

function describeObject(value: object): string {
  if (isDate(value)) return Number.isNaN(value.getTime()) ? "an invalid Date" : value.toISOString();
  if (ArrayBuffer.isView(value)) return `${value.constructor.name}(${value.byteLength})`;
  if (Array.isArray(value)) return "an array";
  const collection = collectionName(value);
  if (collection !== undefined) return `a ${collection}`;
  const { then, aborted } = value as { readonly then?: unknown; readonly aborted?: unknown };
  if (typeof then === "function") return "a promise";
  if (typeof aborted === "boolean") return "an AbortSignal";
  const name = className(value);
  return name === undefined ? "an object" : `${/^[AEIOU]/.test(name) ? "an" : "a"} ${name} object`;
}

/** Returns the name of an object's class, such as `Decimal` or `Temporal.Instant`; undefined for a plain object, or a minified name. */
function className(value: object): string | undefined {
  const { constructor: type, $isDayjsObject } = value as {
    readonly constructor?: unknown;
    readonly $isDayjsObject?: unknown;
  };
  // The published code of Day.js is minified.
  if ($isDayjsObject === true) return "Dayjs";
  const { [Symbol.toStringTag]: tag } = value as { readonly [Symbol.toStringTag]?: unknown };
  const name = tag ?? (typeof type === "function" ? type.name : undefined);
  return typeof name === "string" && /^(?!Object$)[\w$.]{3,50}$/.test(name) ? name : undefined;
}

/**
 * Regular expression for control characters, characters that change the text direction or are invisible, line separators, and lone
 * surrogates. It is a string, because V8 builds the sets of characters when it parses the expression, which would take 1 ms at each start
 * of a program.
 */
const invisible = "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]";

/** Makes text safe for logs and terminals: escapes control characters and invisible ones, as `\u{1b}`. */
export function visibleText(text: string): string {
  return text.replace(
    new RegExp(invisible, "gu"),
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/**
 * Prepares text of a service, proxy or library for an error message: removes secrets, truncates the text to `max` UTF-16 units, and escapes
 * control characters.
 * @param withoutSecrets function that removes secrets. It receives the whole text, because it does not recognize half of a secret.
 */
export function foreignText(text: string, max: number, withoutSecrets: (text: string) => string = redact): string {
  const clean = withoutSecrets(text);
  return clean.length <= max ? visibleText(clean) : `${visibleText(clean.slice(0, max))}…`;
}
