/** Replaces a secret. */
export const redacted = "[redacted]";

/** A character as it is, or as URLs (once or more often) and JSON write it. */
const written = (plain: string, hex: string) => `(?:${plain}|%(?:25){0,3}(?:${hex})|\\\\{1,4}u00(?:${hex}))`;
const space = written("[\\s+]", "20|0[9ad]");
const colon = written(":", "3a");
const equals = `\\s*${written("=", "3d")}\\s*`;
/** Neither whitespace, a quote, `,` nor an angle bracket, which end a token. */
const ofToken = `(?!${written("[\\s\"',<>]", "20|0[9ad]|2[27c]|3[ce]")})[^]`;
const ofSetting = `(?!${written("[\\s;]", "20|0[9ad]|3b")})[^]`;

const sharedKey = new RegExp(`(SharedKey(?:Lite)?${space}{1,8}[^:\\s]{1,256}?${colon})\\S+`, "gi");
// Nothing is said about what is before the name: `%20` and `%3D` end as words do.
const authorization = new RegExp(`((?:Bearer|Basic)${space}{1,8})(?:${ofToken})+`, "gi");
const setting = new RegExp(`((?:AccountKey|SharedAccessSignature)${equals})(?:${ofSetting})+`, "gi");
/**
 * Begins with the base64 of `{"`, at the beginning of a word or after an escape. Where the first name has three letters, as `alg` and
 * `typ` do, the base64 of the quote after it is an `i`: that is a token in the middle of a word too.
 */
const jsonWebToken =
  /(?:(?:(?<![\w-])|(?<=%[\dA-Fa-f]{2}|\\u[\dA-Fa-f]{4}|\\[bfnrt]))eyJ|eyJ(?=[\w-]{4}i))[\w-]{8,}\.[\w-]+(?:\.[\w-]*)*/g;

/**
 * Replaces what looks like a secret in text that came from outside: services, proxies and libraries quote requests in
 * their messages. Covers SAS signatures, `Authorization` values, JSON web tokens, account keys in connection strings,
 * credentials in URLs and the signature that a 403 repeats. {@link KnownSecrets} finds those of a connection in any form.
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
