import type { HttpRequest, HttpResponse, Transport } from "../http/http-message.js";
import { versionHeader, withServiceHeaders } from "./service-headers.js";

/** Transport that records its requests and responds as it is configured. */
export interface RecordingTransport extends Transport {
  readonly requests: HttpRequest[];
}

export type StubResponse = Partial<Omit<HttpResponse, "body">> & { readonly body?: string | object };

export const recordedETag = "W/\"datetime'2021-09-21T00%3A53%3A41.7166246Z'\"";

/** @param respond returns the response to the n-th request; 204 with an ETag by default */
export function recordingTransport(
  respond: (request: HttpRequest, index: number) => StubResponse | Promise<StubResponse> = () => ({}),
): RecordingTransport {
  const requests: HttpRequest[] = [];
  const transport = async (request: HttpRequest): Promise<HttpResponse> => {
    requests.push(request);
    const {
      status = 204,
      headers = ["etag", recordedETag, ...versionHeader],
      body = "",
      ...rest
    } = await respond(request, requests.length - 1);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return { status, headers: withServiceHeaders(headers, text), body: new TextEncoder().encode(text), ...rest };
  };
  return Object.assign(transport, { requests });
}

/** Creates a rejection as the service writes it. */
export function errorResponse(status: number, code: string): StubResponse {
  const value = "Refused.\nRequestId:d1\nTime:2021-09-21T00:53:41.7166246Z";
  return { status, headers: [], body: { "odata.error": { code, message: { lang: "en-US", value } } } };
}
