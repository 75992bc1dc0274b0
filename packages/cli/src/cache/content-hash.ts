import { hash } from "node:crypto";

/** A short fingerprint: equal contents have equal ones, and a change is as good as certain to show. */
export function contentHash(content: string | Uint8Array): string {
  return hash("sha256", content, "base64");
}

/** The same for a generated file. Git may check files out with CRLF; that is no change. */
export function outputHash(content: Buffer): string {
  return contentHash(content.includes("\r\n") ? content.toString().replaceAll("\r\n", "\n") : content);
}
