import type { Dispatcher } from "undici";
import { abortError, reportSent } from "../cancellation.js";
import type { HttpRequest, HttpResponse } from "../http-message.js";
import type { DispatchQueue, QueuedRequest } from "./dispatch-queue.js";

/** Dispatcher and queue of one host. */
interface DispatcherHost {
  readonly dispatcher: Dispatcher;
  /** Queue; undefined for a caller's own dispatcher. */
  readonly queue: DispatchQueue | undefined;
}

/** Sends one request to a host. Rejects only if there is no response. */
export function exchange(
  host: DispatcherHost,
  origin: string,
  path: string,
  request: HttpRequest,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    new Exchange(host, origin, path, request, resolve, reject).begin();
  });
}

/** Request in flight: undici's handler, and the promise behind it. */
class Exchange implements Dispatcher.DispatchHandler, QueuedRequest {
  before: QueuedRequest | undefined = undefined;
  after: QueuedRequest | undefined = undefined;
  readonly #host: DispatcherHost;
  readonly #origin: string;
  readonly #path: string;
  readonly #request: HttpRequest;
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #chunks: Buffer[] = [];
  #onAbort: (() => void) | undefined;
  #state: "waiting" | "dispatched" | "done" = "waiting";
  /** Controller of undici, set when a connection takes the request, before it writes any byte. */
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: string[] = [];

  constructor(
    host: DispatcherHost,
    origin: string,
    path: string,
    request: HttpRequest,
    resolve: (response: HttpResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#host = host;
    this.#origin = origin;
    this.#path = path;
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
    if (signal !== undefined) {
      // Bound, because V8 retains closures that are created for every request for too long.
      this.#onAbort = this.#abort.bind(this);
      signal.addEventListener("abort", this.#onAbort);
    }
    const { queue } = this.#host;
    if (queue === undefined) this.start();
    else queue.add(this);
  }

  /** Starts the request. @see DispatchQueue */
  start(): void {
    const { method, headers, body = null } = this.#request;
    this.#state = "dispatched";
    try {
      this.#host.dispatcher.dispatch(
        {
          origin: this.#origin,
          path: this.#path,
          method: method as Dispatcher.HttpMethod,
          headers: headers as string[],
          body,
        },
        this,
      );
    } catch (error) {
      this.#fail(error);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Throwing skips the request; `controller.abort` would close a connection that has not carried any of it.
    if (this.#state === "done") throw abortError(this.#request.signal?.reason);
    this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    for (const name in headers) {
      const value = headers[name];
      if (typeof value === "string") this.#headers.push(name, value);
      else if (value !== undefined) for (const one of value) this.#headers.push(name, one);
    }
    if (status < 300) this.#request.onHead?.(status, this.#headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#state === "done") return;
    this.#settle();
    const [first] = this.#chunks;
    const body = first === undefined ? noBytes : this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  #abort(): void {
    this.#fail(abortError(this.#request.signal?.reason));
  }

  #fail(error: unknown): void {
    if (this.#state === "done") return;
    this.#settle();
    // undici passes the controller just before it writes the request to a connection.
    reportSent(this.#request.signal, this.#controller !== undefined);
    this.#reject(error);
    this.#controller?.abort(error as Error);
  }

  #settle(): void {
    const wasDispatched = this.#state === "dispatched";
    this.#state = "done";
    if (this.#onAbort !== undefined) this.#request.signal?.removeEventListener("abort", this.#onAbort);
    if (wasDispatched) this.#host.queue?.release();
    else this.#host.queue?.remove(this);
  }
}

const noBytes = new Uint8Array(0);
