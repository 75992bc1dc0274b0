/// <reference path="./undici-pool.d.ts" />

import type { Socket } from "node:net";
import type { buildConnector, Dispatcher, Pool } from "undici";
import { abortError } from "../cancellation.js";
import type { HttpRequest } from "../http-message.js";
import { type DispatchQueue, defaultConnections, Exchange, type Host, joinBody } from "./host-transport.js";
import { openThrough, routeTo } from "./node-connection.js";
import { withOneTraceparent } from "./observed-client.js";
import { findProxy, type HttpProxy } from "./proxy.js";
import { defaultMaxBytes, type UndiciTransportOptions } from "./transport-options.js";

interface UndiciHost extends Host {
  /** Opens a connection and prepares the parser of responses, but sends nothing. Rejects if undici cannot do that. */
  connect(): Promise<void>;
}

/** Opens the connections to a host, for requests that undici sends: over a new pool, or over the caller's own dispatcher. */
export async function openHost(
  origin: string,
  options: UndiciTransportOptions,
  queue: DispatchQueue,
): Promise<UndiciHost> {
  const own = options.dispatcher as Dispatcher | undefined;
  if (own !== undefined) {
    // The caller's dispatcher has its own limit of connections, so no queue is needed. The caller closes it.
    return {
      send: (path, request) => new DispatcherExchange({ dispatcher: own, origin }, path, request).run(),
      connect: () => connect(own, origin),
      close: async () => undefined,
    };
  }
  const proxy = findProxy(origin, options.proxy);
  const pool = await createPool(origin, options, proxy);
  const mayLackCertificate = origin.startsWith("https:") && options.tls?.cert === undefined;
  const settings = { dispatcher: pool, origin, queue, proxy, mayLackCertificate };
  return {
    send: (path, request) => new PoolExchange(settings, path, request).run(),
    connect: () => connect(pool, origin),
    // Undici's `close` would also wait for connections that are still being opened and hang, although no request needs them.
    close: () => pool.destroy(),
  };
}

/**
 * Opens a connection by dispatching a request, and rejects the request as soon as the connection is open. Nothing is written, and the
 * connection stays open.
 */
function connect(dispatcher: Dispatcher, origin: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const isOpen = new Error("The connection is open.");
    dispatcher.dispatch(
      { origin, path: "/", method: "GET" },
      {
        onConnect() {
          throw isOpen;
        },
        onHeaders: () => true,
        onData: () => true,
        onComplete: () => undefined,
        onError: (error) => (error === isOpen ? resolve() : reject(error)),
      },
    );
  });
}

interface PoolSettings {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly queue?: DispatchQueue;
  readonly proxy?: HttpProxy | undefined;
  /** True until the first response of an https endpoint, if the client has no certificate. */
  mayLackCertificate?: boolean;
}

/**
 * One request that is sent by a pool of undici, and the handler of the pool's events. The events are those of undici's older interface,
 * which passes the headers as bytes. The newer one first makes an object of them, which takes 4% of the CPU time of a get.
 */
class PoolExchange extends Exchange implements Dispatcher.DispatchHandler {
  readonly #settings: PoolSettings;
  readonly #path: string;
  readonly #chunks: Buffer[] = [];
  /** Ends the request. Set when a connection takes the request, before any byte is written. */
  #end: ((error: Error) => void) | undefined;
  #status = 0;
  #headers: readonly string[] = [];

  constructor(settings: PoolSettings, path: string, request: HttpRequest) {
    super(request, settings.queue, settings.proxy);
    this.#settings = settings;
    this.#path = path;
  }

  protected send(): void {
    const { dispatcher, origin, proxy } = this.#settings;
    const { method, body = null } = this.request;
    const headers = withOneTraceparent(this.request.headers) as string[];
    // A proxy takes a request for an http endpoint itself, with the whole URL.
    const forwarded = proxy !== undefined &&
      origin.startsWith("http:") && {
        path: origin + this.#path,
        headers: proxy.authorization === undefined ? headers : [...headers, "Proxy-Authorization", proxy.authorization],
      };
    dispatcher.dispatch(
      { origin, path: this.#path, method: method as Dispatcher.HttpMethod, headers, body, ...forwarded },
      this,
    );
  }

  protected cancel(error: Error): void {
    this.#end?.(error);
  }

  onConnect(end: (error: Error) => void): void {
    // If the request has already failed, throwing makes undici skip it. `end` would close the connection, on which nothing was sent.
    if (this.isDone) throw abortError(this.request.signal?.reason);
    this.#end = end;
    this.wasSent = true;
  }

  onHeaders(status: number, bytes: readonly Buffer[]): boolean {
    const headers = bytes.map((text, index) =>
      index % 2 === 0 ? text.toString("latin1").toLowerCase() : text.toString("latin1"),
    );
    this.takeHead(status, headers);
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.#chunks.push(chunk);
    return true;
  }

  onComplete(): void {
    this.succeed({ status: this.#status, headers: this.#headers, body: joinBody(this.#chunks) });
  }

  onError(error: Error): void {
    this.fail(this.#settings.mayLackCertificate === true ? withLikelyCause(error) : error);
  }

  protected takeHead(status: number, headers: readonly string[]): void {
    if (status < 200) return;
    this.#settings.mayLackCertificate = false;
    this.#status = status;
    this.#headers = headers;
    this.showHead(status, headers);
  }
}

/** One request that is sent by the caller's own dispatcher. Its version of undici may know only the newer interface for events. */
class DispatcherExchange extends PoolExchange {
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.onConnect((error) => controller.abort(error));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    const list = Object.entries(headers).flatMap(([name, value = []]) => [value].flat().flatMap((one) => [name, one]));
    this.takeHead(status, list);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.onData(chunk);
  }

  onResponseEnd(): void {
    this.onComplete();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.onError(error);
  }
}

/**
 * If a connection closed before the first response, adds the likely cause to the error. With TLS 1.3, a server learns only after the
 * handshake that the client has no certificate, and undici drops the alert that says so.
 */
function withLikelyCause(error: Error & { readonly code?: string }): Error {
  if (error.code !== "UND_ERR_SOCKET" || error.message !== "other side closed") return error;
  const problem =
    "The server closed the connection before its first response. It may require a certificate of the client: the option tls: { cert, key }.";
  return Object.assign(new Error(problem, { cause: error }), { code: error.code });
}

export function poolOptions(options: UndiciTransportOptions): Pool.Options {
  return {
    connections: options.connections ?? defaultConnections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: options.keepAliveTimeoutMs ?? 60_000,
    maxResponseSize: options.maxResponseBytes ?? defaultMaxBytes,
  };
}

async function createPool(
  origin: string,
  options: UndiciTransportOptions,
  proxy: HttpProxy | undefined,
): Promise<Pool> {
  const tls = tlsOptions(options);
  const connect = proxy === undefined ? tls : connectorThrough(proxy, origin, tls);
  const UndiciPool = await loadPool(poolAlone, wholeUndici);
  return new UndiciPool(origin, { ...poolOptions(options), connect });
}

/** Returns undici's connector for connections through a proxy. undici has a class for that, but it would load the rest of undici. */
function connectorThrough(
  proxy: HttpProxy,
  origin: string,
  { timeout, ...tls }: TlsSettings,
): buildConnector.connector {
  const route = routeTo(origin, proxy);
  return ({ servername }, callback) => {
    const secure = (tunnel: Socket) =>
      process
        .getBuiltinModule("node:tls")
        .connect({ host: route.host, servername, ALPNProtocols: ["http/1.1"], ...tls, socket: tunnel });
    openThrough(proxy, route, timeout, secure).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

type Undici = typeof import("undici");
const wholeUndici = (): Promise<Undici> => import("#undici");
const poolAlone = (): Promise<unknown> => import("#undici-pool");

/**
 * Loads undici's pool without the rest of undici. That takes 29 ms of CPU time, and all of undici 87 ms, during which a server handles no
 * requests (see packages/bench/choices.md). The pool's file is not part of undici's public interface. If it is missing or different, the
 * pool is taken from the whole package. In a bundle, both functions load the copy of undici's pool from scripts/bundle-undici.ts.
 */
export async function loadPool(alone: () => Promise<unknown>, whole: () => Promise<Undici>): Promise<typeof Pool> {
  try {
    const { default: found } = (await alone()) as { readonly default?: unknown };
    if (typeof found === "function" && typeof found.prototype?.dispatch === "function") return found as typeof Pool;
  } catch {
    // In another version of undici the pool may be in another file, but the whole package exports it.
  }
  return (await whole()).Pool;
}

type TlsSettings = Record<string, unknown> & { timeout: number };

export function tlsOptions(options: UndiciTransportOptions): TlsSettings {
  const connect: TlsSettings = { timeout: options.connectTimeoutMs ?? 10_000 };
  for (const [name, value] of Object.entries(options.tls ?? {})) if (value !== undefined) connect[name] = value;
  return connect;
}
