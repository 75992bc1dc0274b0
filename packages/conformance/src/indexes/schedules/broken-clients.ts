import type { HttpRequest, HttpResponse, Transport } from "@tablewright/runtime";
import type { TicketCall } from "./ticket-calls.js";

const century = 100 * 365 * 24 * 3_600_000;

/** Client that breaks one rule for writing index rows, simulated by changes to its requests. */
export type Breakage = (send: Transport, current: () => TicketCall | undefined) => Transport;

export const breakages: Readonly<Record<string, Breakage>> = {
  "the row of the index after the entity": (send) => {
    const held: HttpRequest[] = [];
    return async (request) => {
      if (isTouch(request)) {
        held.push(request);
        return {
          status: 204,
          headers: ["ETag", "W/\"datetime'2024-01-01T00%3A00%3A00Z'\"", "x-ms-version", "2019-02-02"],
          body: new Uint8Array(0),
        };
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
  "age by a Date that is 21 minutes ahead": (send) => aged(send, () => true, 21 * 60_000),
};

function isDeletion(call: TicketCall | undefined): boolean {
  return call?.op === "delete" || call?.op === "bulkDelete";
}

/** Returns whether a request is for a row of the state index. */
function isEntry({ url }: HttpRequest): boolean {
  return decodeURIComponent(url).includes("(PartitionKey='state!");
}

function isTouch(request: HttpRequest): boolean {
  return request.method === "PUT" && isEntry(request) && !request.headers.some((name) => /^if-match$/i.test(name));
}

/** Returns the headers of a request, with `*` in place of the ETag in its condition. */
export function withAnyETag({ headers }: HttpRequest): string[] {
  return headers.map((value, index) => (/^if-match$/i.test(headers[index - 1] ?? "") ? "*" : value));
}

/** Makes the index rows that a client reads seem older than they are, while `applies` returns true. */
function aged(send: Transport, applies: () => boolean, byMs = century): Transport {
  return async (request) => {
    const response = await send(request);
    return request.method === "GET" && isEntry(request) && applies() ? older(response, byMs) : response;
  };
}

/** Returns a response whose rows have Timestamps that are older by so many milliseconds. */
export function older(response: HttpResponse, byMs: number): HttpResponse {
  const before = (time: string) => new Date(Date.parse(time) - byMs).toISOString();
  const text = new TextDecoder().decode(response.body);
  const changed = text.replaceAll(/(?<="Timestamp":")[^"]+/g, before);
  return { ...response, body: new TextEncoder().encode(changed) };
}
