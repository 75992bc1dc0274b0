import { createHmac, timingSafeEqual } from "node:crypto";
import type { HeaderFields } from "../http/http-message.js";

const allowedSkewMs = 15 * 60 * 1000;

/** The parts of a request that Shared Key signs. The path is exactly as sent, percent-encoding included. */
export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
  readonly headers: HeaderFields;
}

export function sign(key: Uint8Array, text: string): string {
  return createHmac("sha256", key).update(text, "utf8").digest("base64");
}

export function sameSignature(one: string, other: string): boolean {
  const left = Buffer.from(one);
  const right = Buffer.from(other);
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Returns whether the value of an Authorization header, `SharedKey account:signature` or `SharedKeyLite account:signature`, is valid for
 * the request.
 * https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
 * @param now the service's time in milliseconds since 1970, from which the request's date may differ by at most 15 minutes; undefined
 * accepts any date
 */
export function verifiesSharedKey(
  authorization: string,
  request: SignedRequest,
  account: string,
  key: Uint8Array,
  now: number | undefined,
): boolean {
  const match = /^(SharedKey|SharedKeyLite) ([^:]+):(\S+)$/.exec(authorization);
  const date = request.headers.get("x-ms-date") ?? request.headers.get("date");
  if (match === null || match[2] !== account || date === undefined) return false;
  const time = Date.parse(date);
  if (Number.isNaN(time) || (now !== undefined && Math.abs(time - now) > allowedSkewMs)) return false;
  const component = request.query.get("comp");
  const resource = `/${account}${request.path}${component === undefined ? "" : `?comp=${component}`}`;
  const lines = [date, resource];
  if (match[1] === "SharedKey") {
    const { headers } = request;
    lines.unshift(request.method, headers.get("content-md5") ?? "", headers.get("content-type") ?? "");
  }
  return sameSignature(sign(key, lines.join("\n")), match[3] ?? "");
}
