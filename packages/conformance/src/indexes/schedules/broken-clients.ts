import type { HttpRequest, HttpResponse, Transport } from "@tablewright/runtime";
import type { TicketCall } from "./ticket-calls.js";

/** A client that breaks one rule of the protocol, by what happens to its requests on their way. */
export type Breakage = (send: Transport, current: () => TicketCall | undefined) => Transport;

export const breakages: Readonly<Record<string, Breakage>> = {
  "the row of the index after the entity": (send) => {
    const held: HttpRequest[] = [];
    return async (request) => {
      if (isTouch(request)) {
        held.push(request);
        return { status: 204, headers: ["ETag", "W/\"datetime'2024-01-01T00%3A00%3A00Z'\""], body: new Uint8Array(0) };
      }
      const response = await send(request);
      if (request.method !== "GET") for (const touch of held.splice(0)) await send({ ...touch, signal: undefined });
      return response;
    };
  },
  "a row deleted without its ETag": (send) => (request) =>
    request.method === "DELETE" && isEntry(request)
      ? send({ ...request, headers: withAnyETag(request) })
      : send(request),
  "a deletion without the rule of age": (send, current) => aged(send, () => isDeletion(current())),
  "a move without the rule of age": (send, current) =>
    aged(send, () => !isDeletion(current()) && current()?.op !== "reindex"),
  "reindex without the rule of age": (send, current) => aged(send, () => current()?.op === "reindex"),
};

function isDeletion(call: TicketCall | undefined): boolean {
  return call?.op === "delete" || call?.op === "bulkDelete";
}

/** Whether a request is about a row of the index of states. */
function isEntry({ url }: HttpRequest): boolean {
  return decodeURIComponent(url).includes("(PartitionKey='state!");
}

function isTouch(request: HttpRequest): boolean {
  return request.method === "PUT" && isEntry(request) && !request.headers.some((name) => /^if-match$/i.test(name));
}

function withAnyETag({ headers }: HttpRequest): string[] {
  return headers.map((value, index) => (/^if-match$/i.test(headers[index - 1] ?? "") ? "*" : value));
}

/** Rows that are read seem to be a century old. */
function aged(send: Transport, applies: () => boolean): Transport {
  return async (request) => {
    const response = await send(request);
    return request.method === "GET" && isEntry(request) && applies() ? aCenturyOld(response) : response;
  };
}

function aCenturyOld(response: HttpResponse): HttpResponse {
  const text = new TextDecoder().decode(response.body);
  const body = text.replace(/"Timestamp":"[^"]*"/g, '"Timestamp":"1925-01-01T00:00:00Z"');
  return { ...response, body: new TextEncoder().encode(body) };
}
