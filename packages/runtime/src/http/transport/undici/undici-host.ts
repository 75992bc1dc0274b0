import type { Dispatcher } from "undici";
import { abortError } from "../../cancellation.js";
import type { HttpRequest } from "../../http-message.js";
import type { DispatchQueue } from "../dispatch-queue.js";
import { Exchange, joinBody } from "../exchange.js";
import type { Host } from "../host-transport.js";
import type { UndiciTransportOptions } from "../transport-options.js";
import { createPool } from "./connection-pool.js";

/** Returns the host that sends requests by undici: over a new pool, or the caller's own dispatcher. */
export async function openHost(origin: string, options: UndiciTransportOptions, queue: DispatchQueue): Promise<Host> {
  const own = options.dispatcher as Dispatcher | undefined;
  const dispatcher = own ?? (await createPool(origin, options));
  // The caller's own dispatcher has its own limit of connections, so it needs no queue. The caller closes it.
  const ownQueue = own === undefined ? queue : undefined;
  return {
    send: (path, request) => new UndiciExchange(dispatcher, ownQueue, origin, path, request).run(),
    close: async () => {
      if (own === undefined) await dispatcher.close();
    },
  };
}

/** One request that is sent by a dispatcher of undici, and the handler of the dispatcher's events. */
class UndiciExchange extends Exchange implements Dispatcher.DispatchHandler {
  readonly #dispatcher: Dispatcher;
  readonly #origin: string;
  readonly #path: string;
  readonly #chunks: Buffer[] = [];
  /** Controller of undici, set when a connection takes the request, before it writes any byte. */
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: string[] = [];

  constructor(
    dispatcher: Dispatcher,
    queue: DispatchQueue | undefined,
    origin: string,
    path: string,
    request: HttpRequest,
  ) {
    super(request, queue);
    this.#dispatcher = dispatcher;
    this.#origin = origin;
    this.#path = path;
  }

  protected send(): void {
    const { method, headers, body = null } = this.request;
    this.#dispatcher.dispatch(
      {
        origin: this.#origin,
        path: this.#path,
        method: method as Dispatcher.HttpMethod,
        headers: headers as string[],
        body,
      },
      this,
    );
  }

  protected cancel(error: Error): void {
    this.#controller?.abort(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The request has failed already. Throwing makes undici skip it; `controller.abort` would close a connection that has not carried any
    // of it.
    if (this.isDone) throw abortError(this.request.signal?.reason);
    this.#controller = controller;
    this.wasSent = true;
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
    this.showHead(status, this.#headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.succeed({ status: this.#status, headers: this.#headers, body: joinBody(this.#chunks) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }
}
