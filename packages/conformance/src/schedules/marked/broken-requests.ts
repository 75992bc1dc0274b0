import type { HttpRequest, HttpResponse } from "@tablewright/runtime";
import { parseWrites } from "../world/parse-writes.js";

/** Pattern of the facts in a body, in base64, after the name of their property. A fact records one of the row's last writes. */
export const factsText: RegExp = /("(?:_w|writes)":")([A-Za-z0-9+/=]*)/g;

/** Returns the request with a changed body. */
export function withBody(request: HttpRequest, change: (body: string) => string): HttpRequest {
  const { body } = request;
  if (body === undefined || request.method === "GET") return request;
  if (typeof body === "string") return { ...request, body: change(body) };
  return { ...request, body: new TextEncoder().encode(change(new TextDecoder().decode(body))) };
}

/** Replaces the id of the write in each row's newest fact, so that the client does not recognise its own write later. */
export function freshMarkers(body: string): string {
  return body.replace(factsText, (_, start: string, facts: string) => {
    const bytes = Buffer.from(facts, "base64");
    crypto.getRandomValues(bytes.subarray(0, 9));
    return start + bytes.toString("base64");
  });
}

/** Removes If-Match from the operation of a change set that writes a guard row (private row of the client). */
export function unconditionalGuard(body: string): string {
  return body.replace(/(PUT [^\r]*~w-[^\r]*\r\n(?:[^\r]+\r\n)*?)If-Match: [^\r]*\r\n/g, "$1");
}

export function withoutCondition(request: HttpRequest): HttpRequest {
  const at = request.headers.findIndex((name) => name.toLowerCase() === "if-match");
  return at < 0 ? request : { ...request, headers: request.headers.toSpliced(at, 2) };
}

/** Returns whether a request is a fence: it writes only the facts of a row again, so that its new ETag makes late attempts fail. */
export function isFence(request: HttpRequest): boolean {
  const [write, second] = parseWrites(request);
  if (request.method !== "PATCH" || write === undefined || second !== undefined) return false;
  return Object.keys(write.properties).every((name) => /^(PartitionKey|RowKey|_w|writes)(@odata.type)?$/.test(name));
}

/** Returns whether a request writes only a guard row (private row of a client, which keeps late attempts from being applied). */
export function isGuardFence(request: HttpRequest): boolean {
  const [write, second] = parseWrites(request);
  return write?.row.includes("/~w-") === true && second === undefined;
}

/** Returns a successful response to a write that is not sent. */
export async function pretend(request: HttpRequest): Promise<HttpResponse> {
  const [{ ifMatch = 'W/"pretended"' } = {}] = parseWrites(request);
  return { status: 204, headers: ["ETag", ifMatch, "x-ms-version", "2019-02-02"], body: new Uint8Array(0) };
}
