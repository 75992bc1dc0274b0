import type { Agent, ClientRequest, ClientRequestArgs } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { defaultConnections } from "./host-transport.js";
import { LateSocket } from "./late-socket.js";
import { limitConnecting, nodeHttp, openEvent, openThrough, type Route } from "./node-connection.js";
import { isClientObserved } from "./observed-client.js";
import type { UndiciTransportOptions } from "./transport-options.js";

/**
 * An idle connection is closed this much before the server's time limit, in milliseconds. The server begins to count when it sends a
 * response, and the client only when the response arrives. undici uses the same margin.
 */
const hintMarginMs = 2_000;

/** Pool of connections to one host, for Node's HTTP client. */
export interface NodeAgent extends Agent {
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
