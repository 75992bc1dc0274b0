import type { Credential } from "../../http/call-state.js";
import type { HttpRequest, HttpResponse, Transport } from "../../http/http-message.js";
import { versionHeader, withServiceHeaders } from "../service-headers.js";

/** One response of a stub: a response, an error to reject with, or a function of the request. */
export type StubResponse = HttpResponse | Error | ((request: HttpRequest) => HttpResponse | Promise<HttpResponse>);

export interface StubTransport extends Transport {
  readonly requests: HttpRequest[];
}

/** Creates a transport without a network. It returns its responses in turn, repeats the last one, and records the requests. */
export function stubTransport(...responses: readonly StubResponse[]): StubTransport {
  const requests: HttpRequest[] = [];
  const transport = async (request: HttpRequest): Promise<HttpResponse> => {
    const response = responses[Math.min(requests.length, responses.length - 1)];
    requests.push(request);
    if (response === undefined) throw new Error("the stub has no answer");
    if (response instanceof Error) throw response;
    return typeof response === "function" ? response(request) : response;
  };
  return Object.assign(transport, { requests });
}

export function stubResponse(status: number, headers: readonly string[] = [], body = ""): HttpResponse {
  return { status, headers: withServiceHeaders(headers, body), body: new TextEncoder().encode(body) };
}

/** Creates a rejection that the service itself sent, as its header shows. */
export function errorResponse(status: number): HttpResponse {
  return stubResponse(status, versionHeader);
}

/** Creates an error like those of Node and undici. */
export function networkError(code: string, message = `connect ${code}`): Error {
  return Object.assign(new Error(message), { code });
}

/** Never responds. Rejects when the request's signal aborts. */
export function hang(request: HttpRequest): Promise<HttpResponse> {
  return new Promise((_, reject) => {
    request.signal?.addEventListener("abort", () => reject(request.signal?.reason));
  });
}

/** Creates a credential that adds only a marker, so that attempts can be distinguished. */
export function countingCredential(): Credential & { readonly signed: HttpRequest[] } {
  const signed: HttpRequest[] = [];
  return {
    kind: "shared-key",
    signed,
    authorize(request, clock) {
      signed.push(request);
      const headers = request.headers.concat("x-ms-date", clock.httpDate(), "Authorization", `Mark ${signed.length}`);
      return { ...request, headers };
    },
  };
}
