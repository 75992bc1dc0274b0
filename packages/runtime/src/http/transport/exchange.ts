import { abortError, reportProxy, reportSent } from "../cancellation.js";
import type { HttpRequest, HttpResponse } from "../http-message.js";
import type { DispatchQueue, QueuedRequest } from "./host-transport.js";
import { type HttpProxy, ProxyError, rejectingProxy } from "./proxy.js";

/** One request, from the time it enters the queue to its response. Each HTTP client has a subclass that sends it. */
export abstract class Exchange implements QueuedRequest {
  before: QueuedRequest | undefined = undefined;
  after: QueuedRequest | undefined = undefined;
  context: QueuedRequest["context"] = undefined;
  protected readonly request: HttpRequest;
  /** True if the request was handed to a connection; undefined if the HTTP client does not report it. */
  protected wasSent: boolean | undefined = false;
  readonly #queue: DispatchQueue | undefined;
  readonly #proxy: HttpProxy | undefined;
  #resolve: (response: HttpResponse) => void = ignore;
  #reject: (error: unknown) => void = ignore;
  #onAbort: (() => void) | undefined;
  #state: "waiting" | "started" | "done" = "waiting";

  /** @param queue undefined for an HTTP client that has its own limit of connections */
  constructor(request: HttpRequest, queue: DispatchQueue | undefined, proxy?: HttpProxy) {
    this.request = request;
    this.#queue = queue;
    this.#proxy = proxy;
  }

  /** Puts the request into the queue, which sends it when a connection is free. Rejects only if there is no response. */
  run(): Promise<HttpResponse> {
    const { signal } = this.request;
    if (signal?.aborted === true) {
      reportSent(signal, false);
      return Promise.reject(abortError(signal.reason));
    }
    const response = new Promise<HttpResponse>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    if (signal !== undefined) {
      // A bound method and not a closure, because V8 keeps closures that are created for every request for too long.
      this.#onAbort = this.#abort.bind(this);
      signal.addEventListener("abort", this.#onAbort);
    }
    if (this.#queue === undefined) this.start();
    else this.#queue.add(this);
    return response;
  }

  /** Sends the request. The queue calls it when a connection is free. @see DispatchQueue */
  start(): void {
    this.#state = "started";
    try {
      this.send();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Hands the request to the HTTP client, which calls {@link succeed} or {@link fail}. */
  protected abstract send(): void;

  /** Makes the HTTP client end a request that has failed, for example because it was aborted. */
  protected abstract cancel(error: Error): void;

  protected get isDone(): boolean {
    return this.#state === "done";
  }

  /**
   * Passes the status and headers of a successful response to the caller, who may then request the next page before the body arrives. If a
   * proxy demands a login in place of the response, the request fails: the proxy has not passed it on.
   */
  protected showHead(status: number, headers: readonly string[]): void {
    if (status === 407 && this.#proxy !== undefined) {
      this.wasSent = false;
      this.fail(rejectingProxy(this.#proxy, status, headers));
    }
    if (status >= 200 && status < 300 && this.#state === "started") this.request.onHead?.(status, headers);
  }

  protected succeed(response: HttpResponse): void {
    if (this.#state === "done") return;
    this.#settle();
    this.#resolve(response);
  }

  protected fail(error: unknown): void {
    if (this.#state === "done") return;
    this.#settle();
    if (this.wasSent !== undefined) reportSent(this.request.signal, this.wasSent);
    if (this.#proxy !== undefined && !(error instanceof ProxyError))
      reportProxy(this.request.signal, this.#proxy.label);
    this.#reject(error);
    this.cancel(error as Error);
  }

  #abort(): void {
    this.fail(abortError(this.request.signal?.reason));
  }

  #settle(): void {
    const wasStarted = this.#state === "started";
    this.#state = "done";
    if (this.#onAbort !== undefined) this.request.signal?.removeEventListener("abort", this.#onAbort);
    if (!wasStarted) this.#queue?.remove(this);
    // The same signal may abort other requests in the queue. They leave it first; otherwise the next of them would be sent, only to be
    // aborted.
    else if (this.request.signal?.aborted === true) Promise.resolve().then(() => this.#queue?.release());
    else this.#queue?.release();
  }
}

const noBytes = new Uint8Array(0);

/** Joins the pieces of a response body, which is empty if there is none. */
export function joinBody(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  return first === undefined ? noBytes : chunks.length === 1 ? first : Buffer.concat(chunks);
}

function ignore(): void {}
