import { checkOptions, type OptionKinds, wholeNumber } from "../../errors/check-options.js";
import { invalidOption, type TableError } from "../../errors/table-error.js";
import { isError } from "../../platform/built-ins.js";
import type { HttpRequest, HttpResponse, Transport } from "../http-message.js";
import { failureKind } from "../retry-table.js";
import { type DispatchQueue, Exchange, type Host, hostTransport, joinBody } from "./host-transport.js";
import { withOneTraceparent } from "./observed-client.js";
import { defaultMaxBytes } from "./transport-options.js";

/** Options of `fetchTransport`, and those of a service client that `fetch` cannot support. This file rejects the latter. */
interface FetchHostOptions {
  readonly connections?: number | undefined;
  readonly fetch?: FetchLike | undefined;
  readonly maxResponseBytes?: number | undefined;
  readonly tls?: object | undefined;
  readonly proxy?: string | false | undefined;
}

/**
 * Opens the connections to a host, for requests that `fetch` sends.
 * @throws TableError `config.invalid-option` for an option that `fetch` does not support
 */
export function openHost(_origin: string, options: FetchHostOptions, queue: DispatchQueue): Host {
  if (options.tls !== undefined) throw notOfFetch("tls");
  if (typeof options.proxy === "string" && options.proxy !== "env") throw notOfFetch("proxy");
  // The global `fetch` is looked up for each request, because a test may replace it.
  const send = options.fetch ?? ((url: string, init: never) => fetch(url, init));
  const settings = { send, queue, maxBytes: options.maxResponseBytes ?? defaultMaxBytes };
  return {
    send: (_path, request) => new FetchExchange(settings, request).run(),
    close: async () => undefined,
  };
}

function notOfFetch(option: string): TableError {
  return invalidOption(
    `The option ${option} needs undici, and this platform sends requests by fetch. Pass undiciTransport({ ${option} }) as transport.`,
  );
}

/**
 * Part of `fetch` that this transport uses. `init` is a `RequestInit`, but its type is `never`, so that the public API needs no DOM types.
 */
export type FetchLike = (url: string, init: never) => Promise<FetchResponse>;

/** Part of a `Response` that this transport uses. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { forEach(callback: (value: string, name: string) => void): void };
  readonly body: { getReader(): FetchReader } | null;
}

interface FetchReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

interface FetchSettings {
  readonly send: FetchLike;
  readonly queue: DispatchQueue;
  readonly maxBytes: number;
}

class FetchExchange extends Exchange {
  readonly #settings: FetchSettings;
  readonly #controller = new AbortController();

  constructor(settings: FetchSettings, request: HttpRequest) {
    super(request, settings.queue);
    this.#settings = settings;
  }

  protected send(): void {
    // `fetch` does not report whether it has sent anything of a request.
    this.wasSent = undefined;
    this.#exchange().then(
      (response) => this.succeed(response),
      (error) => this.fail(error),
    );
  }

  protected cancel(error: Error): void {
    this.#controller.abort(error);
  }

  async #exchange(): Promise<HttpResponse> {
    const { method, url, body } = this.request;
    const headers = pairHeaders(withOneTraceparent(this.request.headers));
    const init = { method, headers, redirect: "manual", signal: this.#controller.signal, ...(body && { body }) };
    const response = await this.#settings.send(url, init as never).catch(networkFailure);
    // Redirects are not followed. Browsers hide the status of a redirect, and report 0.
    const status = response.status === 0 ? 302 : response.status;
    const received: string[] = [];
    response.headers.forEach((value, name) => {
      received.push(name, value);
    });
    this.showHead(status, received);
    return { status, headers: received, body: await readBody(response, this.#settings.maxBytes) };
  }
}

function pairHeaders(headers: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) pairs.push([headers[at] as string, headers[at + 1] as string]);
  return pairs;
}

async function readBody({ body }: FetchResponse, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (;;) {
    const { value } = (await reader?.read().catch(networkFailure)) ?? {};
    if (value === undefined) break;
    chunks.push(value);
    length += value.byteLength;
    if (length > maxBytes) {
      await reader?.cancel().catch(() => undefined);
      const problem = `The response has more than ${maxBytes} bytes.`;
      throw Object.assign(new Error(problem), { code: "ERR_RESPONSE_TOO_LARGE" });
    }
  }
  return joinBody(chunks);
}

/** Matches the code or message of an error that Bun, Deno or a worker platform throws if a connection failed. */
const notConnected =
  /ConnectionRefused|FailedToOpenSocket|connection refused|dns error|failed to lookup|unreachable|\(connect\)/i;

/**
 * Throws the error of a `fetch` again, with Node's code for it, because the code determines whether the call is retried. For an unknown
 * error, the connection is assumed to be lost after the service may have read the request.
 */
function networkFailure(error: unknown): never {
  if (!isError(error) || failureKind(error) !== "unknown") throw error;
  const code = notConnected.test(textOf(error)) ? "ECONNREFUSED" : "ECONNRESET";
  throw Object.assign(new Error(error.message, { cause: error }), { code });
}

function textOf(error: Error): string {
  const { code } = error as { readonly code?: unknown };
  const cause = isError(error.cause) ? textOf(error.cause) : "";
  return `${String(code)} ${error.message} ${cause}`;
}

/** Options of {@link fetchTransport}. */
export interface FetchTransportOptions {
  /** Function that sends the requests. Default: the global `fetch` at the time of each request. */
  readonly fetch?: FetchLike | undefined;
  /** Maximum number of requests in flight to one host. Further requests wait in order. Default 64. */
  readonly connections?: number | undefined;
  /** Maximum size of a response body, in bytes. A larger one fails the call with `request.failed`. Default 67,108,864 (64 MiB). */
  readonly maxResponseBytes?: number | undefined;
}

const fetchOptionKinds: OptionKinds<FetchTransportOptions> = {
  fetch: "function",
  connections: wholeNumber(1),
  maxResponseBytes: "number",
};

/**
 * Creates a transport over `fetch` with the guarantees of {@link undiciTransport}: time limits, abort, no redirects, a maximum size of
 * responses, and a report of writes that may have been applied. It is the default on Bun, Deno and Cloudflare Workers. It makes a client
 * visible to tools that replace `fetch`, such as msw. On Node it takes several times the CPU time of undici.
 * @throws TableError `config.invalid-option` for an unknown option, a value of the wrong type, or `connections` that is not a whole number
 */
export function fetchTransport(options: FetchTransportOptions = {}): Transport {
  checkOptions("fetchTransport", options, fetchOptionKinds);
  return hostTransport(options, async () => ({ openHost }));
}
