/// <reference path="./undici-pool.d.ts" />
import type { Dispatcher, Pool, ProxyAgent } from "undici";
import { checkOptions, type OptionForms } from "../errors/check-options.js";
import { TableError } from "../errors/table-error.js";
import { reportSent } from "./cancellation.js";
import { DispatchQueue, type QueuedRequest } from "./dispatch-queue.js";
import type { HttpRequest, HttpResponse, Transport } from "./http-message.js";
import { proxyFor } from "./proxy.js";

/** Certificates of both sides, PEM text or bytes. There is no switch that turns verification off. */
export interface TlsOptions {
  /** Certificate authorities to trust instead of Node's own. */
  readonly ca?: string | Uint8Array | readonly (string | Uint8Array)[] | undefined;
  /** The client's certificate and key. */
  readonly cert?: string | Uint8Array | undefined;
  readonly key?: string | Uint8Array | undefined;
  readonly passphrase?: string | undefined;
  /** The name to expect in the server's certificate, where it is not the host. */
  readonly servername?: string | undefined;
}

export interface UndiciTransportOptions {
  /** Connections to one host at most; each carries one request at a time. Default 64. */
  readonly connections?: number | undefined;
  /** How long an idle connection is kept, in milliseconds; a server's own hint may shorten it. Default 60,000. */
  readonly keepAliveTimeoutMs?: number | undefined;
  /** Limit for TCP and TLS to be up, in milliseconds. Default 10,000. */
  readonly connectTimeoutMs?: number | undefined;
  /** Largest answer that is read, in bytes. Default 64 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /**
   * `"env"` (the default) follows `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`; loopback addresses are never proxied by it. A URL is
   * used for every request; `false` uses none.
   */
  readonly proxy?: "env" | false | (string & {}) | undefined;
  readonly tls?: TlsOptions | undefined;
  /**
   * An undici dispatcher of your own, used as it is and never closed by this transport. How many requests it takes at a time is its own
   * affair: they all go to its queue.
   */
  readonly dispatcher?: DispatcherLike | undefined;
}

const tlsOptionForms: OptionForms<TlsOptions> = {
  ca: "any",
  cert: "any",
  key: "any",
  passphrase: "any",
  servername: "any",
};

const transportOptionForms: OptionForms<UndiciTransportOptions> = {
  connections: "number",
  keepAliveTimeoutMs: "number",
  connectTimeoutMs: "number",
  maxResponseBytes: "number",
  proxy: "any",
  tls: "object",
  dispatcher: "object",
};

/** What this transport needs of an undici `Dispatcher`; that of another copy of undici fits. */
export interface DispatcherLike {
  dispatch(options: never, handler: never): boolean;
}

/** Where requests to one host go. */
interface Host {
  readonly dispatcher: Dispatcher;
  /** Absent for a dispatcher of the caller's, whose limit is not known. */
  readonly queue: DispatchQueue | undefined;
}

interface OwnHost extends Host {
  readonly dispatcher: Pool | ProxyAgent;
  readonly queue: DispatchQueue;
}

/**
 * The transport that clients use by default: undici's pool, one per host, without `fetch`. undici is loaded by the
 * first request. Idle connections do not keep the process alive.
 */
export function undiciTransport(options: UndiciTransportOptions = {}): Transport {
  checkOptions("undiciTransport", options, transportOptionForms);
  checkOptions("tls", options.tls, tlsOptionForms);
  const dispatcher = options.dispatcher as Dispatcher | undefined;
  const own: Host | undefined = dispatcher && { dispatcher, queue: undefined };
  const hosts = new Map<string, Promise<OwnHost>>();
  let lastOrigin = "";
  let last = own;
  let closed = false;

  async function open(origin: string): Promise<Host> {
    let host = hosts.get(origin);
    if (host === undefined) {
      host = openHost(origin, options);
      hosts.set(origin, host);
    }
    last = await host;
    lastOrigin = origin;
    if (closed) throw closedError();
    return last;
  }

  const transport = (request: HttpRequest): Promise<HttpResponse> => {
    if (closed) return Promise.reject(closedError());
    const slash = request.url.indexOf("/", 8);
    const origin = slash < 0 ? request.url : request.url.slice(0, slash);
    const path = slash < 0 ? "/" : request.url.slice(slash);
    return last !== undefined && (last === own || lastOrigin === origin)
      ? send(last, origin, path, request)
      : open(origin).then(
          (host) => send(host, origin, path, request),
          (error) => {
            reportSent(request.signal, false);
            throw error;
          },
        );
  };
  transport.close = async (): Promise<void> => {
    closed = true;
    const opened = [...hosts.values()];
    hosts.clear();
    // A pool that could not be made, for one with an option that undici refuses, failed its requests and holds nothing.
    await Promise.all(opened.map((opening) => opening.then(closeHost, () => undefined)));
  };
  return transport;
}

function closedError(): TableError {
  return new TableError("request.closed", "The client is closed and sends no more requests.");
}

function send(host: Host, origin: string, path: string, request: HttpRequest): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    new Exchange(host, origin, path, request, resolve, reject).begin();
  });
}

const defaultConnections = 64;

async function openHost(origin: string, options: UndiciTransportOptions): Promise<OwnHost> {
  const dispatcher = await createPool(origin, options);
  return { dispatcher, queue: new DispatchQueue(options.connections ?? defaultConnections) };
}

async function closeHost({ dispatcher, queue }: OwnHost): Promise<void> {
  await queue.idle();
  await dispatcher.close();
}

async function createPool(origin: string, options: UndiciTransportOptions): Promise<Pool | ProxyAgent> {
  const tls = tlsOptions(options);
  const common = {
    connections: options.connections ?? defaultConnections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: options.keepAliveTimeoutMs ?? 60_000,
    maxResponseSize: options.maxResponseBytes ?? 64 * 1024 * 1024,
  };
  const proxy = options.proxy ?? "env";
  const uri = proxy === false ? undefined : proxy === "env" ? proxyFor(origin, process.env) : proxy;
  if (uri !== undefined) return new (await wholeUndici()).ProxyAgent({ ...common, uri, requestTls: tls });
  const UndiciPool = await loadPool(poolAlone, wholeUndici);
  return new UndiciPool(origin, { ...common, connect: tls });
}

type Undici = typeof import("undici");
const wholeUndici = (): Promise<Undici> => import("undici");
const poolAlone = (): Promise<unknown> => import("undici/lib/dispatcher/pool.js");

/**
 * undici's pool, without the rest of undici, which takes several times as long to load. The file is not part of undici's public
 * interface: where it is missing, or is something else, the pool is taken from the whole.
 */
export async function loadPool(alone: () => Promise<unknown>, whole: () => Promise<Undici>): Promise<typeof Pool> {
  try {
    const { default: found } = (await alone()) as { readonly default?: unknown };
    if (typeof found === "function" && typeof found.prototype?.dispatch === "function") return found as typeof Pool;
  } catch {
    // Another version of undici has it elsewhere.
  }
  return (await whole()).Pool;
}

function tlsOptions(options: UndiciTransportOptions): { timeout: number } {
  const connect: Record<string, unknown> & { timeout: number } = { timeout: options.connectTimeoutMs ?? 10_000 };
  for (const [name, value] of Object.entries(options.tls ?? {})) if (value !== undefined) connect[name] = value;
  return connect;
}

/** One request on its way: undici's handler, and the promise behind it. */
class Exchange implements Dispatcher.DispatchHandler, QueuedRequest {
  before: QueuedRequest | undefined = undefined;
  after: QueuedRequest | undefined = undefined;
  readonly #host: Host;
  readonly #origin: string;
  readonly #path: string;
  readonly #request: HttpRequest;
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #chunks: Buffer[] = [];
  #onAbort: (() => void) | undefined;
  #state: "waiting" | "dispatched" | "done" = "waiting";
  /** There from when a connection takes the request, before a byte of it is written. */
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: string[] = [];

  constructor(
    host: Host,
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
      // Bound, because V8 keeps closures that are made for every request past their time.
      this.#onAbort = this.#abort.bind(this);
      signal.addEventListener("abort", this.#onAbort);
    }
    const { queue } = this.#host;
    if (queue === undefined) this.start();
    else queue.add(this);
  }

  /** @see DispatchQueue */
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
    // Thrown, this skips the request; `controller.abort` would end a connection that carries nothing of it.
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
    // undici gives the controller right before it writes the request to a connection.
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

function abortError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException("The request was aborted.", "AbortError");
}
