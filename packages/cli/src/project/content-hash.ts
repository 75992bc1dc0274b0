import { hash } from "node:crypto";

/** Returns a fingerprint (hash) of a text. Different texts almost certainly have different fingerprints. */
export function contentHash(text: string): string {
  return hash("sha256", text, "base64");
}

/** Returns the fingerprint of a generated file's text. CRLF counts as LF, because Git may check files out with CRLF. */
export function outputHash(text: string): string {
  return contentHash(text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text);
}
