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
