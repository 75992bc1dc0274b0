import { nodeCrypto } from "./node-crypto.js";

/** HMAC-SHA256 of the text, in base64url. */
export function signText(key: string | Uint8Array, text: string): string {
  return nodeCrypto().createHmac("sha256", key).update(text, "utf8").digest("base64url");
}

/** Whether two signatures are equal, without telling by the time it takes where they differ. */
export function isSameSignature(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && nodeCrypto().timingSafeEqual(a, b);
}
