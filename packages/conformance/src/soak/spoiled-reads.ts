import type { HttpRequest, HttpResponse, Transport } from "@tablewright/runtime";

/** Function that damages the service's response to a read, as a proxy, a cache or a portal could. */
type Spoil = (response: HttpResponse, spoiled: SpoiledReads) => HttpResponse;

const html = "<!DOCTYPE html><title>Please sign in</title>";
const json = ["Content-Type", "application/json"];

const spoils: Readonly<Record<string, Spoil>> = {
  "page of a portal": () => buildResponse(200, ["Content-Type", "text/html"], html),
  "text of a proxy": () => buildResponse(200, ["Content-Type", "text/plain"], "upstream is busy"),
  "page not found": () => buildResponse(404, ["Content-Type", "text/html"], html),
  "page forbidden": () => buildResponse(403, ["Content-Type", "text/html"], html),
  "JSON of a gateway": () => buildResponse(404, json, '{"error":{"code":"ResourceNotFound","message":"No route."}}'),
  redirect: () => buildResponse(302, ["Location", "https://portal.example/"], ""),
  "no content": () => buildResponse(204, [], ""),
  "empty body": (response) => ({ ...response, status: 200, body: new Uint8Array() }),
  "empty page of another server": () => buildResponse(200, json, '{"value":[]}'),
  "no content type": (response) => ({ ...response, headers: without(response.headers) }),
  "another content type": ({ headers, body }) =>
    buildResponse(200, [...without(headers), "Content-Type", "text/plain"], body),
  "part of the body": (response, { random }) => {
    const { body } = response;
    return { ...response, body: body.subarray(0, 1 + Math.floor(random() * (body.length - 1))) };
  },
  "other rows": (response, { other, url }) =>
    response.status !== 200 || other === undefined ? response : url.includes("()") ? other.page : other.row,
};

export const spoilNames: readonly string[] = Object.keys(spoils);

/** Transport that damages some of the responses to reads. */
export class SpoiledReads {
  /** Number of uses of each kind of damage. */
  readonly counts = new Map<string, number>();
  readonly random: () => number;
  /** Share of damaged reads. */
  rate = 0;
  /** Responses with rows that no read asks for. */
  other: { readonly page: HttpResponse; readonly row: HttpResponse } | undefined;
  url = "";
  readonly #transport: Transport;

  constructor(transport: Transport, random: () => number) {
    this.#transport = transport;
    this.random = random;
  }

  readonly send = async (request: HttpRequest): Promise<HttpResponse> => {
    const response = await this.#transport(request);
    const isSpoiled = request.method === "GET" && this.random() < this.rate;
    const name = isSpoiled ? spoilNames[Math.floor(this.random() * spoilNames.length)] : undefined;
    this.url = request.url;
    const sent = name === undefined ? response : (spoils[name]?.(response, this) ?? response);
    if (name !== undefined && sent !== response) this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    // The client requests the next page as soon as it has the headers of this one, so they must be damaged before they are sent.
    if (sent.status < 300) request.onHead?.(sent.status, sent.headers);
    return sent;
  };
}

function buildResponse(status: number, headers: readonly string[], body: string | Uint8Array): HttpResponse {
  return { status, headers, body: typeof body === "string" ? new TextEncoder().encode(body) : body };
}

function without(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name = "", value = ""] = headers.slice(at, at + 2);
    if (name.toLowerCase() !== "content-type") kept.push(name, value);
  }
  return kept;
}
