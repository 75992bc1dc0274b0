import type { HttpRequest, Transport } from "@tablewright/runtime";
import { parseWrites } from "../world/parse-writes.js";

/** Clients that break one rule of the protocol, simulated by changes to their requests. */
export const brokenRules: Readonly<Record<string, (send: Transport) => Transport>> = {
  "a fresh marker for each attempt": (send) => (request) => send(withBody(request, freshMarkers)),
  "unconditional retries": (send) => {
    const sent = new Set<string>();
    return (request) => {
      const attempt = `${request.method} ${request.url} ${String(request.body)}`;
      const isRetry = sent.has(attempt);
      sent.add(attempt);
      return send(isRetry && request.method === "PATCH" ? withoutCondition(request) : request);
    };
  },
  "no fence": (send) => (request) => (isFence(request) ? pretend(request) : send(request)),
  "no fence of the guard row": (send) => (request) => (isGuardFence(request) ? pretend(request) : send(request)),
  "the guard row without its ETag": (send) => (request) => send(withBody(request, unconditionalGuard)),
};

const marker = /("(?:_w|writes)":")([A-Za-z0-9+/]{10})/g;

function freshMarkers(body: string): string {
  return body.replace(
    marker,
    (_, start: string) =>
      start +
      Buffer.from(crypto.getRandomValues(new Uint8Array(8)))
        .toString("base64")
        .slice(0, 10),
  );
}

/** Removes the condition from the part of a change set that writes a guard row. */
function unconditionalGuard(body: string): string {
  return body.replace(/(PUT [^\r]*~w-[^\r]*\r\n(?:[^\r]+\r\n)*?)If-Match: [^\r]*\r\n/g, "$1");
}

function withBody(request: HttpRequest, change: (body: string) => string): HttpRequest {
  const { body } = request;
  if (body === undefined || request.method === "GET") return request;
  if (typeof body === "string") return { ...request, body: change(body) };
  return { ...request, body: new TextEncoder().encode(change(new TextDecoder().decode(body))) };
}

function withoutCondition(request: HttpRequest): HttpRequest {
  const at = request.headers.findIndex((name) => name.toLowerCase() === "if-match");
  return at < 0 ? request : { ...request, headers: request.headers.toSpliced(at, 2) };
}

/** Returns whether a request changes only the facts of a row. */
function isFence(request: HttpRequest): boolean {
  const [write, second] = parseWrites(request);
  if (request.method !== "PATCH" || write === undefined || second !== undefined) return false;
  return Object.keys(write.properties).every((name) => /^(PartitionKey|RowKey|_w|writes)(@odata.type)?$/.test(name));
}

/** Returns whether a request writes a guard row alone. */
function isGuardFence(request: HttpRequest): boolean {
  const [write, second] = parseWrites(request);
  return write?.row.includes("/~w-") === true && second === undefined;
}

/** Responds to a request that is not sent. */
async function pretend(request: HttpRequest) {
  const [{ ifMatch = 'W/"pretended"' } = {}] = parseWrites(request);
  return { status: 204, headers: ["ETag", ifMatch, "x-ms-version", "2019-02-02"], body: new Uint8Array(0) };
}
