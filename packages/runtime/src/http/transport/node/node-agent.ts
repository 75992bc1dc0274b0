import type { Agent, ClientRequest, ClientRequestArgs, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { defaultConnections } from "../host-transport.js";
import type { UndiciTransportOptions } from "../transport-options.js";
import { nodeHttp, openConnection, type Route } from "./node-connection.js";

/**
 * An idle connection is closed this long before the server's time limit, in milliseconds. The server begins to count when it sends a
 * response, the client only when the response arrives. undici uses the same margin.
 */
const hintMarginMs = 2_000;

/** Pool of connections to one host, for Node's HTTP client. */
export interface NodeAgent extends Agent {
  /** True if a connection is idle. */
  readonly hasIdle: boolean;
  /** Records how long the server keeps an idle connection open, by the header `Keep-Alive` of a response on it. */
  noteHint(response: IncomingMessage): void;
  /** Closes idle connections now, and the others as soon as their responses have arrived. */
  retire(): void;
}

type Connected = (error: Error | null, socket: Socket) => void;

/**
 * Creates a pool that works as undici's does: a request gets a connection once TCP and TLS are established, and an idle connection is
 * closed before the server closes it.
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

    noteHint({ headers, socket }: IncomingMessage): void {
      const [, seconds] = /^timeout=(\d+)/.exec(String(headers["keep-alive"])) ?? [];
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

    override createConnection(args: ClientRequestArgs, connected?: Connected): undefined {
      const open = (through?: Socket) =>
        super.createConnection({ ...args, ...tls, ...(through && { socket: through }) });
      openConnection(route, connectMs, open as () => Socket).then(
        (socket) => connected?.(null, socket),
        (error) => connected?.(error, undefined as never),
      );
    }
  }
  const limit = options.connections ?? defaultConnections;
  return new HostAgent({ keepAlive: true, maxSockets: limit, maxFreeSockets: limit });
}
