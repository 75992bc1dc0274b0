import type { IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import type { HttpResponse } from "../http/http-message.js";

/** How long a client may go on sending a body after the response that refuses it, in milliseconds. */
const drainTimeoutMs = 5_000;

/**
 * The body of a request. No more is read than shows that it has more bytes than the limit: nothing if the
 * `Content-Length` says so, otherwise up to the first chunk beyond. The service refuses such a request.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers["content-length"]) > limit) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).byteLength;
    if (bytes > limit) break;
  }
  return Buffer.concat(chunks);
}

/**
 * Sends the response to a request whose body is still arriving, then closes the connection. A client that has unread
 * bytes on their way when its connection closes may lose the response, so the rest is read and dropped for a while.
 */
export async function endEarly(
  { status, headers, body }: HttpResponse,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(status, [...headers, "Connection", "close"]);
  response.write(body);
  request.resume();
  const ended = new AbortController();
  const gone = finished(request, { writable: false }).catch(() => undefined);
  const late = setTimeout(drainTimeoutMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
  await Promise.race([gone, late]);
  ended.abort();
  response.end();
}
