import type { Socket } from "node:net";
import { Timer } from "../../../platform/time.js";
import type { HttpProxy } from "../proxy.js";
import { connectProxy, openTunnel } from "../proxy-tunnel.js";

/** Host to connect to, and the proxy on the way. */
export interface Route {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  readonly proxy: HttpProxy | undefined;
}

/**
 * Opens a connection to a host, TCP and TLS, directly or through a proxy: to the proxy itself for an http endpoint, through a tunnel for an
 * https endpoint. Resolves when it is established.
 * @param limitMs time limit for the connection to the proxy, and again for TLS within its tunnel, in milliseconds; 0 for none
 * @param open starts to open a connection; with a proxy, it receives the tunnel to use
 */
export async function openConnection(
  route: Route,
  limitMs: number,
  open: (through?: Socket) => Socket,
): Promise<Socket> {
  const { proxy, host, port, isSecure } = route;
  if (proxy === undefined) return whenOpen(open(), route, limitMs);
  if (!isSecure) return connectProxy(proxy, limitMs);
  const target = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  return whenOpen(open(await openTunnel(proxy, target, limitMs)), route, limitMs);
}

function whenOpen(socket: Socket, { host, isSecure }: Route, limitMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = limitMs > 0 ? new Timer(() => socket.destroy(tooLate(host, limitMs)), limitMs) : undefined;
    const failed = (error: Error): void => {
      timer?.stop();
      reject(error);
    };
    socket.once("error", failed);
    socket.once(isSecure ? "secureConnect" : "connect", () => {
      timer?.stop();
      socket.off("error", failed);
      resolve(socket);
    });
  });
}

/**
 * Returns Node's module for HTTP or HTTPS. An `import` of `node:http` or `node:https` would call the getters of all their exports, and
 * those load Node's own `fetch` since Node 22: 60 to 75 ms of CPU time and 13 MB.
 */
export function nodeHttp(isSecure: boolean): typeof import("node:http") | typeof import("node:https") {
  return process.getBuiltinModule(isSecure ? "node:https" : "node:http");
}

/** Creates the error of a connection that was not open in time, with the code that undici uses for it. */
function tooLate(host: string, limitMs: number): Error {
  const problem = `No connection to ${host} within ${limitMs} ms.`;
  return Object.assign(new Error(problem), { code: "UND_ERR_CONNECT_TIMEOUT" });
}
