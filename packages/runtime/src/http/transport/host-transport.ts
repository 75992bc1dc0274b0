import { AsyncResource } from "node:async_hooks";
import { TableError } from "../../errors/table-error.js";
import { abortError, reportProxy, reportSent } from "../cancellation.js";
import type { HttpRequest, HttpResponse, Transport } from "../http-message.js";
import { type HttpProxy, ProxyError, rejectingProxy } from "./proxy.js";

/** Connections to one host, over one HTTP client. */
export interface Host {
  /** Sends a request when the host's queue starts it. Rejects only if there is no response. */
  send(path: string, request: HttpRequest): Promise<HttpResponse>;
  /** Closes the connections. Called once no request is waiting or in flight. */
  close(): Promise<void>;
}

/**
 * Module of an HTTP client, with the function that opens the connections to a host. It is loaded at the first request, because loading
 * undici costs more than importing this package.
 */
interface HostModule<Options> {
  openHost(origin: string, options: Options, queue: DispatchQueue): Host | Promise<Host>;
}

/** Request in a {@link DispatchQueue}, a linked list. Only the queue reads and writes the optional members. */
export interface QueuedRequest {
  before?: QueuedRequest | undefined;
  after?: QueuedRequest | undefined;
  /**
   * Asynchronous context in which the request was added, if it has to wait. The type is written out, because declarations need no types of
   * Node.
   */
  context?: { runInAsyncScope(run: () => void, self: QueuedRequest): void } | undefined;
  start(): void;
}

/**
 * Queue of the requests to one host. Only as many requests are in flight as there may be connections. The others wait in the order of their
 * arrival. An aborted request leaves the queue in constant time, but undici's own queue would keep it until a connection is free.
 */
export class DispatchQueue {
  #free: number;
  #first: QueuedRequest | undefined;
  #last: QueuedRequest | undefined;
  #isStarting = false;
  readonly #limit: number;
  #onIdle: (() => void) | undefined;

  constructor(limit: number) {
    this.#limit = limit;
    this.#free = limit;
  }

  /** Starts the request, now or when a connection is free. The caller calls {@link release} when the request has ended. */
  add(request: QueuedRequest): void {
    if (this.#free > 0) {
      this.#free--;
      request.start();
      return;
    }
    // The request is started when another one ends, which belongs to another call and perhaps to another span. So it needs its own
    // asynchronous context.
    request.context = new AsyncResource("tablewright.request");
    request.before = this.#last;
    if (this.#last === undefined) this.#first = request;
    else this.#last.after = request;
    this.#last = request;
  }

  remove(request: QueuedRequest): void {
    const { before, after } = request;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    request.before = undefined;
    request.after = undefined;
  }

  /** Frees the connection of a request that has ended, and starts the next request. */
  release(): void {
    this.#free++;
    // If a request ends at once, it calls this method again while the loop below starts it. The loop then continues, so that the stack does
    // not grow.
    if (this.#isStarting) return;
    this.#isStarting = true;
    for (let next = this.#first; next !== undefined && this.#free > 0; next = this.#first) {
      this.remove(next);
      this.#free--;
      next.context?.runInAsyncScope(next.start, next);
    }
    this.#isStarting = false;
    if (this.#free === this.#limit) this.#onIdle?.();
  }

  /** Resolves when no request is waiting or in flight. Called only after the last request has been added. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#free === this.#limit) resolve();
      else this.#onIdle = resolve;
    });
  }
}

interface OpenedHost {
  readonly host: Host;
  readonly queue: DispatchQueue;
}

export const defaultConnections = 64;

/** Creates a transport that opens the connections to each host at the first request to it, with the HTTP client that `load` imports. */
export function hostTransport<Options extends { readonly connections?: number | undefined }>(
  options: Options,
  load: () => Promise<HostModule<Options>>,
): Transport {
  const hosts = new Map<string, Promise<OpenedHost>>();
  let lastOrigin = "";
  let last: Host | undefined;
  let closed = false;

  async function create(origin: string): Promise<OpenedHost> {
    const queue = new DispatchQueue(options.connections ?? defaultConnections);
    const { openHost } = await load();
    return { host: await openHost(origin, options, queue), queue };
  }

  async function open(origin: string): Promise<Host> {
    let opening = hosts.get(origin);
    if (opening === undefined) {
      opening = create(origin);
      hosts.set(origin, opening);
    }
    const { host } = await opening;
    last = host;
    lastOrigin = origin;
    if (closed) throw closedError();
    return host;
  }

  const transport = (request: HttpRequest): Promise<HttpResponse> => {
    if (closed) return Promise.reject(closedError());
    const slash = request.url.indexOf("/", 8);
    const origin = slash < 0 ? request.url : request.url.slice(0, slash);
    const path = slash < 0 ? "/" : request.url.slice(slash);
    return last !== undefined && lastOrigin === origin
      ? last.send(path, request)
      : open(origin).then(
          (host) => host.send(path, request),
          (error) => {
            reportSent(request.signal, false);
            throw error;
          },
        );
  };
  transport.close = async (): Promise<void> => {
    closed = true;
    const closing = [...hosts.values()];
    hosts.clear();
    // If the connections to a host could not be opened, for example because undici rejected an option, there is nothing to close.
    await Promise.all(closing.map((opening) => opening.then(closeHost, () => undefined)));
  };
  return transport;
}

async function closeHost({ host, queue }: OpenedHost): Promise<void> {
  await queue.idle();
  await host.close();
}

function closedError(): TableError {
  return new TableError("request.closed", "The client is closed and sends no more requests.");
}

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
