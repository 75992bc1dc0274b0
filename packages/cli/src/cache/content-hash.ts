import { hash } from "node:crypto";

/** A short fingerprint: equal texts have equal ones, and a change is as good as certain to show. */
export function contentHash(text: string): string {
  return hash("sha256", text, "base64");
}

/** The same for a generated file. Git may check files out with CRLF; that is no change. */
export function outputHash(text: string): string {
  return contentHash(text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text);
}
