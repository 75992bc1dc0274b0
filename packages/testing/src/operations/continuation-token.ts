import { ServiceError } from "../errors/service-error.js";

/** Writes a key as the service writes its tokens: version, length, base64 with characters that a URL takes. */
export function writeToken(text: string): string {
  const encoded = Buffer.from(text, "utf8")
    .toString("base64")
    .replaceAll("=", "-")
    .replaceAll("/", "_")
    .replaceAll("+", "*");
  return `1!${encoded.length}!${encoded}`;
}

export function readToken(token: string): string {
  const match = /^1!(\d+)!([A-Za-z0-9*_-]*)$/.exec(token);
  const encoded = match?.[2];
  if (encoded === undefined || encoded.length !== Number(match?.[1])) throw new ServiceError("InvalidInput");
  const base64 = encoded.replaceAll("-", "=").replaceAll("_", "/").replaceAll("*", "+");
  return Buffer.from(base64, "base64").toString("utf8");
}
