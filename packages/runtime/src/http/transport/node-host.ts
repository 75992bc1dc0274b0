import type { Agent, ClientRequest, ClientRequestArgs, IncomingMessage, RequestOptions } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { nextTurn } from "../../platform/time.js";
import { type HttpRequest, headerValue } from "../http-message.js";
import { type DispatchQueue, defaultConnections, Exchange, type Host, joinBody } from "./host-transport.js";
import { LateSocket } from "./late-socket.js";
import { limitConnecting, nodeHttp, openEvent, openThrough, type Route, routeTo } from "./node-connection.js";
import { isClientObserved } from "./observed-client.js";
import { findProxy, type HttpProxy } from "./proxy.js";
import { defaultMaxBytes, type UndiciTransportOptions } from "./transport-options.js";

interface NodeHost extends Host {
  /** Closes idle connections now, and the others as soon as their responses have arrived. */
  retire(): void;
}

/**
 * Opens the connections to a host, for requests that Node's own HTTP client sends. This client starts fast: Node has loaded it already, and
 * its parser needs no compilation.
 */
export function openHost(origin: string, options: UndiciTransportOptions, queue: DispatchQueue): NodeHost {
  const proxy = findProxy(origin, options.proxy);
  const route = routeTo(origin, proxy);
  const { host, port, isSecure } = route;
  const http = nodeHttp(isSecure);
  const agent = createAgent(route, options);
  const settings = {
    agent,
    queue,
    maxBytes: options.maxResponseBytes ?? defaultMaxBytes,
    openEvent: openEvent(route),
    proxy,
    forwardTo: proxy !== undefined && !isSecure ? origin : "",
    // The function is looked up for each request, because a package that observes or mocks requests may replace it at any time.
    request: (call: RequestOptions) => http.request({ host, port, ...call }),
  };
  return {
    send: (path, message) => new NodeExchange(settings, path, message).run(),
    retire: () => agent.retire(),
    close: async () => agent.destroy(),
  };
}

interface NodeSettings {
  readonly agent: NodeAgent;
  readonly queue: DispatchQueue;
  readonly maxBytes: number;
  /** Event of a socket whose connection is established. */
  readonly openEvent: string;
  readonly proxy: HttpProxy | undefined;
  /** Origin that stands before each path if the proxy itself takes the requests and passes them on. Empty if it opens tunnels. */
  readonly forwardTo: string;
  request(options: RequestOptions): ClientRequest;
}

class NodeExchange extends Exchange {
  readonly #settings: NodeSettings;
  readonly #path: string;
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #call: ClientRequest | undefined;

  constructor(settings: NodeSettings, path: string, request: HttpRequest) {
    super(request, settings.queue, settings.proxy);
    this.#settings = settings;
    this.#path = path;
  }

  protected send(): void {
    // If the server has closed an idle connection, Node learns that in the next turn of the event loop. So the request waits for that turn.
    if (this.#settings.agent.hasIdle) nextTurn(() => this.#open());
    else this.#open();
  }

  protected cancel(): void {
    this.#call?.destroy();
  }

  #open(): void {
    if (this.isDone) return;
    const { method } = this.request;
    const body = toSend(this.request.body);
    const { agent, openEvent, proxy, forwardTo } = this.#settings;
    const headers = namedHeaders(this.request.headers);
    if (forwardTo !== "" && proxy?.authorization !== undefined) headers["proxy-authorization"] = proxy.authorization;
    if (body !== undefined) headers["content-length"] = String(Buffer.byteLength(body));
    else if (method !== "GET" && method !== "HEAD") headers["content-length"] = "0";
    try {
      const call = this.#settings.request({ agent, method, path: this.#path, headers });
      this.#call = call;
      call.on("socket", (socket: Socket) => {
        if (socket.connecting) socket.once(openEvent, () => this.#noteSent());
        else this.#noteSent();
        if (forwardTo === "") return;
        // A proxy takes the whole URL. The path is replaced last, because packages that observe the request expect a path.
        call.path = forwardTo + this.#path;
        call.end(body);
      });
      call.on("error", (error) => this.fail(plainError(error)));
      call.on("response", (response) => this.#receive(response));
      if (forwardTo === "") call.end(body);
    } catch (error) {
      this.fail(error);
    }
  }

  #noteSent(): void {
    this.wasSent = true;
  }

  #receive(response: IncomingMessage): void {
    const status = response.statusCode as number;
    const headers = response.rawHeaders.map((text, index) => (index % 2 === 0 ? text.toLowerCase() : text));
    const hint = headerValue(headers, "keep-alive");
    // The response of a mock may have no socket.
    if (hint !== undefined && response.socket !== null) this.#settings.agent.noteHint(response.socket, hint);
    this.showHead(status, headers);
    response.on("data", (chunk: Buffer) => {
      this.#length += chunk.length;
      if (this.#length > this.#settings.maxBytes) this.fail(tooLarge(this.#settings.maxBytes));
      else this.#chunks.push(chunk);
    });
    response.on("error", (error) => this.fail(plainError(error)));
    response.on("end", () => this.succeed({ status, headers, body: joinBody(this.#chunks) }));
  }
}

/**
 * Returns headers as an object, because other packages expect that: they copy, change and log it. If a name occurs twice, its value is an
 * array.
 */
function namedHeaders(list: readonly string[]): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (let at = 0; at + 1 < list.length; at += 2) {
    const name = list[at] as string;
    const value = list[at + 1] as string;
    headers[name] = Object.hasOwn(headers, name) ? [headers[name] as string, value].flat() : value;
  }
  return headers;
}

/** Length from which a text is encoded here. Node would encode it piece by piece, into buffers of three times the size. */
const longText = 16_384;

function toSend(body: string | Uint8Array | undefined): string | Uint8Array | undefined {
  return typeof body === "string" && body.length >= longText ? Buffer.from(body) : body;
}

/** If the server has closed the connection, converts Node's error to one with undici's code. Returns any other error as it is. */
function plainError(error: Error & { readonly code?: string }): Error {
  if (error.code !== "ECONNRESET" || !/^(socket hang up|aborted)$/.test(error.message)) return error;
  return Object.assign(new Error("The server closed the connection.", { cause: error }), { code: "UND_ERR_SOCKET" });
}

function tooLarge(maxBytes: number): Error {
  const problem = `The response has more than ${maxBytes} bytes.`;
  return Object.assign(new Error(problem), { code: "UND_ERR_RES_EXCEEDED_MAX_SIZE" });
}

/**
 * An idle connection is closed this much before the server's time limit, in milliseconds. The server begins to count when it sends a
 * response, and the client only when the response arrives. undici uses the same margin.
 */
const hintMarginMs = 2_000;

/** Pool of connections to one host, for Node's HTTP client. */
interface NodeAgent extends Agent {
  /** True if a connection is idle. */
  readonly hasIdle: boolean;
  /**
   * Records how long the server keeps an idle connection open.
   * @param hint the value of the header `Keep-Alive` of a response on this connection
   */
  noteHint(socket: Socket, hint: string): void;
  /** Closes idle connections now, and the others as soon as their responses have arrived. */
  retire(): void;
}

type Connected = (error: Error | null, socket: Socket) => void;

/**
 * Creates a pool that closes an idle connection before the server does, as undici's pool does. It overrides only methods that Node
 * documents, because other packages call and replace them.
 * @see https://nodejs.org/api/http.html#class-httpagent
 */
export function createAgent(route: Route, options: UndiciTransportOptions): NodeAgent {
  const { Agent: Base }: { Agent: typeof Agent } = nodeHttp(route.isSecure);
  const connectMs = options.connectTimeoutMs ?? 10_000;
  const idleMs = options.keepAliveTimeoutMs ?? 60_000;
  const tls = Object.fromEntries(Object.entries(options.tls ?? {}).filter(([, value]) => value !== undefined));
  const limitsOfServer = new WeakMap<Socket, number>();
  let isRetired = false;

  class HostAgent extends Base implements NodeAgent {
    get hasIdle(): boolean {
      return Object.keys(this.freeSockets).length > 0;
    }

    noteHint(socket: Socket, hint: string): void {
      const [, seconds] = /^timeout=(\d+)/.exec(hint) ?? [];
      if (seconds !== undefined) limitsOfServer.set(socket, Number(seconds) * 1000 - hintMarginMs);
    }

    retire(): void {
      isRetired = true;
      for (const socket of Object.values(this.freeSockets).flat()) socket?.destroy();
    }

    override keepSocketAlive(socket: Socket): boolean {
      const keptMs = Math.min(idleMs, limitsOfServer.get(socket) ?? idleMs);
      if (isRetired || keptMs <= 0) return false;
      socket.setKeepAlive(true);
      // Node's agent closes an idle connection when this timeout is over.
      socket.setTimeout(keptMs);
      socket.unref();
      return true;
    }

    override reuseSocket(socket: Socket, request: ClientRequest): void {
      super.reuseSocket(socket, request);
      socket.setTimeout(0);
    }

    /**
     * Returns the connection at once, because mocks of HTTP need that. Without mocks, a connection through a proxy is passed to the
     * callback later.
     */
    override createConnection(args: ClientRequestArgs, connected?: Connected): Duplex | undefined {
      const open = (tunnel?: Socket) =>
        super.createConnection({ ...args, ...tls, ...(tunnel && { socket: tunnel }) }) as Socket;
      if (route.proxy === undefined) return limitConnecting(open(), route, connectMs);
      const opening = openThrough(route.proxy, route, connectMs, open);
      if (isClientObserved(route.isSecure)) return new LateSocket(opening, openEvent(route));
      opening.then(
        (socket) => connected?.(null, socket),
        (error) => connected?.(error, undefined as never),
      );
      return undefined;
    }
  }
  const limit = options.connections ?? defaultConnections;
  return new HostAgent({ keepAlive: true, maxSockets: limit, maxFreeSockets: limit });
}
