import { collectionName, isDate } from "../platform/built-ins.js";

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

/** Text that replaces a secret. */
export const redacted = "[redacted]";

/** Returns a pattern that matches a character as it is, or encoded for URLs (once or more often) or JSON. */
const written = (plain: string, hex: string) => `(?:${plain}|%(?:25){0,3}(?:${hex})|\\\\{1,4}u00(?:${hex}))`;
const space = written("[\\s+]", "20|0[9ad]");
const colon = written(":", "3a");
const equals = `\\s*${written("=", "3d")}\\s*`;
/** Pattern of one character of a token. Whitespace, quotes, `,` and angle brackets end a token. */
const ofToken = `(?!${written("[\\s\"',<>]", "20|0[9ad]|2[27c]|3[ce]")})[^]`;
const ofSetting = `(?!${written("[\\s;]", "20|0[9ad]|3b")})[^]`;

const sharedKey = new RegExp(`(SharedKey(?:Lite)?${space}{1,8}[^:\\s]{1,256}?${colon})\\S+`, "gi");
// The pattern requires no word boundary before `Bearer` or `Basic`, because an encoded character such as `%20` or `%3D` may precede it.
const authorization = new RegExp(`((?:Bearer|Basic)${space}{1,8})(?:${ofToken})+`, "gi");
const setting = new RegExp(`((?:AccountKey|SharedAccessSignature)${equals})(?:${ofSetting})+`, "gi");
/**
 * Matches a JSON web token. It begins with `eyJ`, the base64 of `{"`, at the start of a word or after an escape. If the first name in it
 * has three letters, such as `alg` or `typ`, the base64 of the quote after the name is an `i`. Then the token is also found in the middle
 * of a word.
 */
const jsonWebToken =
  /(?:(?:(?<![\w-])|(?<=%[\dA-Fa-f]{2}|\\u[\dA-Fa-f]{4}|\\[bfnrt]))eyJ|eyJ(?=[\w-]{4}i))[\w-]{8,}\.[\w-]+(?:\.[\w-]*)*/g;

/**
 * Removes text that looks like a secret from the message of a service, proxy or library, which may quote requests. Covers SAS signatures,
 * `Authorization` values, JSON web tokens, account keys in connection strings, credentials in URLs, and the signature that a 403 repeats.
 * {@link KnownSecrets} finds the secrets of a connection in any encoding.
 */
export function redact(text: string): string {
  return text
    .replace(
      /(?<![a-z_])(sig(?:nature)?(?:=|%(?:25)*3d|\\u003d|\\?["']?\s*:\s*\\?["']?))(?:(?!%(?:25)*26|\\u0026)[^&\s"'<>;,])+/gi,
      `$1${redacted}`,
    )
    .replace(sharedKey, `$1${redacted}`)
    .replace(authorization, `$1${redacted}`)
    .replace(jsonWebToken, redacted)
    .replace(setting, `$1${redacted}`)
    .replace(/(MAC signature found in the HTTP request ')[^']*/gi, `$1${redacted}`)
    .replace(/(\/\/)[^/\s@:]{1,256}:[^/\s@]{1,256}@/g, `$1${redacted}@`);
}
