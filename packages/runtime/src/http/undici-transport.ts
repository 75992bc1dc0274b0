/// <reference path="./undici-pool.d.ts" />
import type { Dispatcher, Pool, ProxyAgent } from "undici";
import { TableError } from "../errors/table-error.js";
import { reportSent } from "./cancellation.js";
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
  /** An undici dispatcher of your own, used as it is and never closed by this transport. */
  readonly dispatcher?: DispatcherLike | undefined;
}

/** What this transport needs of an undici `Dispatcher`; that of another copy of undici fits. */
export interface DispatcherLike {
  dispatch(options: never, handler: never): boolean;
}

/**
 * The transport that clients use unless told otherwise: undici's pool, one per host, without `fetch`. undici is loaded by the
 * first request. Idle connections do not keep the process alive.
 */
export function undiciTransport(options: UndiciTransportOptions = {}): Transport {
  const own = options.dispatcher as Dispatcher | undefined;
  const pools = new Map<string, Promise<Pool | ProxyAgent>>();
  let lastOrigin = "";
  let last: Dispatcher | undefined = own;
  let closed = false;

  async function open(origin: string): Promise<Dispatcher> {
    let pool = pools.get(origin);
    if (pool === undefined) {
      pool = createPool(origin, options);
      pools.set(origin, pool);
    }
    last = await pool;
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
          (dispatcher) => send(dispatcher, origin, path, request),
          (error) => {
            reportSent(request.signal, false);
            throw error;
          },
        );
  };
  transport.close = async (): Promise<void> => {
    closed = true;
    const opened = [...pools.values()];
    pools.clear();
    // A pool that could not be made, for one with an option that undici refuses, failed its requests and holds nothing.
    await Promise.all(
      opened.map((opening) =>
        opening.then(
          (pool) => pool.close(),
          () => undefined,
        ),
      ),
    );
  };
  return transport;
}

function closedError(): TableError {
  return new TableError("request.closed", "The client is closed and sends no more requests.");
}

function send(dispatcher: Dispatcher, origin: string, path: string, request: HttpRequest): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const exchange = new Exchange(request, resolve, reject);
    if (exchange.done) return;
    try {
      dispatcher.dispatch(
        {
          origin,
          path,
          method: request.method as Dispatcher.HttpMethod,
          headers: request.headers as string[],
          body: request.body ?? null,
        },
        exchange,
      );
    } catch (error) {
      exchange.fail(error as Error);
    }
  });
}

async function createPool(origin: string, options: UndiciTransportOptions): Promise<Pool | ProxyAgent> {
  const tls = tlsOptions(options);
  const common = {
    connections: options.connections ?? 64,
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
class Exchange implements Dispatcher.DispatchHandler {
  done = false;
  readonly #request: HttpRequest;
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (error: unknown) => void;
  readonly #onAbort: (() => void) | undefined;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: string[] = [];

  constructor(request: HttpRequest, resolve: (response: HttpResponse) => void, reject: (error: unknown) => void) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    const signal = request.signal;
    if (signal === undefined) return;
    // Bound, because V8 keeps closures that are made for every request past their time.
    this.#onAbort = this.#abort.bind(this);
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener("abort", this.#onAbort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.done) controller.abort(abortError(this.#request.signal?.reason));
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
    if (this.done) return;
    this.#settle();
    const [first] = this.#chunks;
    const body = first === undefined ? noBytes : this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  #abort(): void {
    this.fail(abortError(this.#request.signal?.reason));
  }

  fail(error: Error): void {
    if (this.done) return;
    this.#settle();
    // undici gives the controller right before it writes the request to a connection.
    reportSent(this.#request.signal, this.#controller !== undefined);
    this.#reject(error);
    this.#controller?.abort(error);
  }

  #settle(): void {
    this.done = true;
    if (this.#onAbort !== undefined) this.#request.signal?.removeEventListener("abort", this.#onAbort);
  }
}

const noBytes = new Uint8Array(0);

function abortError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException("The request was aborted.", "AbortError");
}
