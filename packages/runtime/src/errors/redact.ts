/** Replaces a secret. */
export const redacted = "[redacted]";

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
    .replace(/\b(SharedKey(?:Lite)?\s+[^:\s]{1,256}:)\S+/gi, `$1${redacted}`)
    .replace(/\b((?:Bearer|Basic)\s+)[^\s"',<>]+/gi, `$1${redacted}`)
    .replace(/(?<![\w-])eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)*/g, redacted)
    .replace(/\b((?:AccountKey|SharedAccessSignature)\s*=\s*)[^;\s]+/gi, `$1${redacted}`)
    .replace(/(MAC signature found in the HTTP request ')[^']*/gi, `$1${redacted}`)
    .replace(/(\/\/)[^/\s@:]{1,256}:[^/\s@]{1,256}@/g, `$1${redacted}@`);
}
