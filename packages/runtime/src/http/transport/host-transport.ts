import { AsyncResource } from "node:async_hooks";
import { TableError } from "../../errors/table-error.js";
import { reportSent } from "../cancellation.js";
import type { HttpRequest, HttpResponse, Transport } from "../http-message.js";

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

  /** Removes a request from the queue before it has started. */
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

/** Default maximum number of connections to each host. */
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
