import { abortError, reportSent } from "../cancellation.js";
import type { HttpRequest, HttpResponse } from "../http-message.js";
import type { DispatchQueue, QueuedRequest } from "./dispatch-queue.js";
import { networkFailure } from "./fetch-failure.js";

/** Part of `fetch` that this transport uses. `init` is a `RequestInit`; the public API needs no DOM types. */
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

/** Sends one request with `fetch`, when the queue starts it. Rejects only if there is no response. */
export function fetchExchange(settings: FetchSettings, request: HttpRequest): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    new FetchExchange(settings, request, resolve, reject).begin();
  });
}

class FetchExchange implements QueuedRequest {
  before: QueuedRequest | undefined = undefined;
  after: QueuedRequest | undefined = undefined;
  readonly #settings: FetchSettings;
  readonly #request: HttpRequest;
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #controller = new AbortController();
  readonly #onAbort = (): void => this.#abort();
  #state: "waiting" | "sent" | "done" = "waiting";

  constructor(
    settings: FetchSettings,
    request: HttpRequest,
    resolve: (response: HttpResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#settings = settings;
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  begin(): void {
    const { signal } = this.#request;
    if (signal?.aborted === true) {
      reportSent(signal, false);
      this.#reject(abortError(signal.reason));
      return;
    }
    signal?.addEventListener("abort", this.#onAbort);
    this.#settings.queue.add(this);
  }

  /** Starts the request. @see DispatchQueue */
  start(): void {
    this.#state = "sent";
    this.#exchange().then(
      (response) => this.#settle(() => this.#resolve(response)),
      (error) => this.#settle(() => this.#reject(error)),
    );
  }

  async #exchange(): Promise<HttpResponse> {
    const { method, url, body, onHead } = this.#request;
    const headers = pairHeaders(this.#request.headers);
    const init = { method, headers, redirect: "manual", signal: this.#controller.signal, ...(body && { body }) };
    const response = await this.#settings.send(url, init as never).catch(networkFailure);
    // A browser hides the status of a redirect, which is not followed.
    const status = response.status === 0 ? 302 : response.status;
    const received: string[] = [];
    response.headers.forEach((value, name) => {
      received.push(name, value);
    });
    if (status >= 200 && status < 300 && this.#state === "sent") onHead?.(status, received);
    return { status, headers: received, body: await readBody(response, this.#settings.maxBytes) };
  }

  #abort(): void {
    const { signal } = this.#request;
    const error = abortError(signal?.reason);
    // `fetch` does not report whether it wrote a request.
    if (this.#state === "waiting") reportSent(signal, false);
    this.#settle(() => this.#reject(error));
    this.#controller.abort(error);
  }

  #settle(report: () => void): void {
    if (this.#state === "done") return;
    const wasSent = this.#state === "sent";
    this.#state = "done";
    this.#request.signal?.removeEventListener("abort", this.#onAbort);
    if (wasSent) this.#settings.queue.release();
    else this.#settings.queue.remove(this);
    report();
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
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks, length);
}
