import type { IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import type { HttpResponse } from "../http/http-message.js";

/** Maximum time to wait for a client that is still sending the body of a rejected request, in milliseconds. */
const drainTimeoutMs = 5_000;

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
