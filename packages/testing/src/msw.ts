/* Handlers for Mock Service Worker, which send the requests of a program to the Table service in memory. */

import { type HttpHandler, HttpResponse, http } from "msw";
import { delay } from "./faults/delivery.js";
import type { HttpRequest } from "./http/http-message.js";
import type { TableService } from "./service/create-table-service.js";

/**
 * Returns msw handlers that forward requests for an endpoint, by default the service's own, to a Table service.
 * Pass them to `setupServer(...tableServiceHandlers(service))`.
 * @param endpoint address of the account whose requests the handlers take
 */
export function tableServiceHandlers(service: TableService, endpoint: string = service.endpoint): HttpHandler[] {
  return [
    http.all(endpointPattern(endpoint, service.account), async ({ request }) => {
      const { response, kind, delayMs } = await service.handle(await toHttpRequest(request));
      if (kind === "reset") return HttpResponse.error();
      if (kind === "hang" || delayMs > 0) {
        await delay(kind === "hang" ? Number.POSITIVE_INFINITY : delayMs, request.signal);
      }
      const headers = new Headers();
      for (let at = 0; at + 1 < response.headers.length; at += 2) {
        headers.append(response.headers[at] as string, response.headers[at + 1] as string);
      }
      const empty = response.status === 204 || response.body.byteLength === 0;
      const body = Uint8Array.from(response.body);
      const content = empty ? null : kind === "truncated" ? cutOff(body) : body;
      return new HttpResponse(content, { status: response.status, headers });
    }),
  ];
}

/** Returns a stream that delivers these bytes and then fails, as when a connection is lost. */
function cutOff(body: Uint8Array): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(new TypeError("terminated"));
      else controller.enqueue(body);
      isSent = true;
    },
  });
}

/** Returns a pattern for every URL of the account's endpoint and of the secondary endpoint, whose account name ends in `-secondary`. */
function endpointPattern(endpoint: string, account: string): RegExp {
  const escaped = endpoint.replace(/\/$/, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(account, `${account}(?:-secondary)?`)}(?:[/?].*)?$`);
}

async function toHttpRequest(request: Request): Promise<HttpRequest> {
  const headers: string[] = [];
  request.headers.forEach((value, name) => {
    headers.push(name, value);
  });
  return { method: request.method, url: request.url, headers, body: new Uint8Array(await request.arrayBuffer()) };
}
