import type { Socket } from "node:net";
import { Timer } from "../../platform/time.js";
import type { HttpProxy } from "./proxy.js";
import { connectProxy, openTunnel } from "./proxy-tunnel.js";

/** Host to connect to, and the proxy on the way. */
export interface Route {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  readonly proxy: HttpProxy | undefined;
}

/**
 * Opens a connection to a host through a proxy. For an http endpoint, it connects to the proxy itself; for an https endpoint, it opens a
 * tunnel. Resolves when TCP and TLS are established.
 * @param limitMs time limit for the connection to the proxy, and again for TLS within its tunnel, in milliseconds; 0 for none
 * @param open starts to open a connection through the tunnel
 */
export async function openThrough(
  proxy: HttpProxy,
  route: Route,
  limitMs: number,
  open: (tunnel: Socket) => Socket,
): Promise<Socket> {
  const { host, port, isSecure } = route;
  if (!isSecure) return connectProxy(proxy, limitMs);
  const target = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  return whenOpen(open(await openTunnel(proxy, target, limitMs)), route, limitMs);
}

function whenOpen(socket: Socket, route: Route, limitMs: number): Promise<Socket> {
  limitConnecting(socket, route, limitMs);
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once(openEvent(route), () => {
      socket.off("error", reject);
      resolve(socket);
    });
  });
}

/** Destroys a connection if TCP and TLS are not established within a time limit in milliseconds; 0 for none. Returns the connection. */
export function limitConnecting(socket: Socket, route: Route, limitMs: number): Socket {
  if (limitMs === 0) return socket;
  const timer = new Timer(() => socket.destroy(tooLate(route.host, limitMs)), limitMs);
  const stop = (): void => timer.stop();
  return socket.once(openEvent(route), stop).once("close", stop);
}

/** Returns the event of a socket whose connection is established. */
export function openEvent({ isSecure }: Route): "secureConnect" | "connect" {
  return isSecure ? "secureConnect" : "connect";
}

type Http = typeof import("node:http") | typeof import("node:https");

const modules = new Map<boolean, Http>();

/**
 * Returns Node's module for HTTP or HTTPS. The first call loads it by `require`, because tracers change the module when a program requires
 * it. An `import` would call the getters of all its exports. Since Node 22 those load Node's own `fetch`: 60 to 75 ms of CPU time and 13
 * MB.
 */
export function nodeHttp(isSecure: boolean): Http {
  const loaded = modules.get(isSecure);
  if (loaded !== undefined) return loaded;
  const { createRequire } = process.getBuiltinModule("node:module");
  // Any path will do here, because Node's own modules do not depend on it.
  const http: Http = createRequire(process.execPath)(isSecure ? "node:https" : "node:http");
  modules.set(isSecure, http);
  return http;
}

/** Creates the error of a connection that was not open in time, with the code that undici uses for it. */
function tooLate(host: string, limitMs: number): Error {
  const problem = `No connection to ${host} within ${limitMs} ms.`;
  return Object.assign(new Error(problem), { code: "UND_ERR_CONNECT_TIMEOUT" });
}
