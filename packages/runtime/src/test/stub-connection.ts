import type { HttpResponse } from "../http/http-message.js";
import type { Connection, OperationRequest } from "../rest/connection.js";
import { RecentWrites } from "../rest/recent-writes.js";
import { limits } from "../schema/limits.js";
import { withServiceHeaders } from "./service-headers.js";

/** Response of a stub. `delay` resolves between the head and the body. */
export interface StubResponse {
  readonly status?: number;
  readonly headers?: readonly string[];
  /** Headers that the operation receives first, as from an attempt whose body broke off. */
  readonly earlierHead?: readonly string[];
  readonly body: unknown;
  readonly delay?: Promise<void>;
}

/** Request as a stub sees it, with its query string decoded once. */
export interface StubRequest extends Omit<OperationRequest, "body"> {
  readonly body?: string | Uint8Array | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly signal: { readonly aborted: boolean } | undefined;
}

export interface StubConnection extends Connection {
  readonly requests: StubRequest[];
}

/** Creates a connection without a network. Operations build their requests, and parse the responses that `respond` returns. */
export function stubConnection(respond: (request: StubRequest) => StubResponse): StubConnection {
  const requests: StubRequest[] = [];
  return {
    endpoint: "http://127.0.0.1:1/stub",
    kind: "storage",
    limits: limits.storage,
    random: Math.random,
    clock: Date,
    recentWrites: new RecentWrites(),
    requests,
    withoutSecrets: (response) => response,
    removeSecrets: (message) => message,
    async send(operation, input, options) {
      const request = operation.request(input, "storage");
      const seen = { ...request, parameters: parametersOf(request.query), signal: options?.signal };
      requests.push(seen);
      const { status = 200, headers = [], earlierHead, body, delay } = respond(seen);
      await Promise.resolve();
      const text = JSON.stringify(body);
      if (earlierHead !== undefined) options?.onHead?.(status, withServiceHeaders(earlierHead, text));
      const sent = withServiceHeaders(headers, text);
      options?.onHead?.(status, sent);
      await delay;
      const response: HttpResponse = { status, headers: sent, body: new TextEncoder().encode(text) };
      return operation.parse(response, input);
    },
  };
}

/** Decodes strictly by RFC 3986: a `+` stays a plus. */
function parametersOf(query: string): Record<string, string> {
  const pairs = query === "" ? [] : query.slice(1).split("&");
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
    }),
  );
}
