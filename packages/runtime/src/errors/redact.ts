/**
 * Replaces what looks like a secret in text that came from outside: services, proxies and libraries quote requests in
 * their messages. Covers SAS signatures, `Authorization` values, account keys in connection strings, credentials in URLs
 * and the signature that a 403 repeats.
 */
export function redact(text: string): string {
  return text
    .replace(/\b(sig(?:nature)?(?:=|%3d|["']?\s*:\s*["']?))[^&\s"'<>;,]+/gi, "$1[redacted]")
    .replace(/\b(SharedKey(?:Lite)?\s+[^:\s]{1,256}:)\S+/gi, "$1[redacted]")
    .replace(/\b((?:Bearer|Basic)\s+)[^\s"',<>]+/gi, "$1[redacted]")
    .replace(/\b((?:AccountKey|SharedAccessSignature)\s*=\s*)[^;\s]+/gi, "$1[redacted]")
    .replace(/(MAC signature found in the HTTP request ')[^']*/gi, "$1[redacted]")
    .replace(/(\/\/)[^/\s@:]{1,256}:[^/\s@]{1,256}@/g, "$1[redacted]@");
}
