import type { IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import type { HttpResponse } from "../http/http-message.js";

/** Longest time that a client may continue to send a body after it was rejected, in milliseconds. */
const drainTimeoutMs = 5_000;

/**
 * Reads the body of a request until it exceeds the limit. Reads nothing if the `Content-Length` already exceeds it, otherwise stops after
 * the chunk that exceeds it. The service rejects such a request.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers["content-length"]) > limit) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (): void => {
      request.off("data", take).off("end", end).off("error", reject).pause();
      resolve(Buffer.concat(chunks));
    };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > limit) end();
    };
    request.on("data", take).on("end", end).on("error", reject);
  });
}

/**
 * Sends the response to a request whose body is still arriving, then closes the connection. If the connection were closed while bytes of
 * the body are in transit, the client could lose the response. So the rest of the body is read and dropped before that, for at most
 * `drainTimeoutMs`.
 */
export async function endEarly(
  { status, headers, body }: HttpResponse,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(status, [...headers, "Connection", "close"]);
  response.write(body);
  request.resume();
  const gone = finished(request, { writable: false }).catch(() => undefined);
  await Promise.race([gone, setTimeout(drainTimeoutMs, undefined, { ref: false })]);
  response.end();
}
