import type { Socket } from "node:net";

/** Host to connect to, and the proxy on the way. */
export interface Route {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  /** URL of the proxy; undefined for none. */
  readonly proxy: string | undefined;
}

/**
 * Opens a connection to a host, TCP and TLS, directly or through a proxy. Resolves when it is established.
 * @param limitMs time limit for the tunnel through the proxy, and again for the connection itself, in milliseconds; 0 for none
 * @param open starts to open a connection; with a proxy, it receives the tunnel to use
 */
export async function openConnection(
  route: Route,
  limitMs: number,
  open: (through?: Socket) => Socket,
): Promise<Socket> {
  if (route.proxy === undefined) return whenOpen(open(), route, limitMs);
  const tunnel = await openTunnel(route.proxy, route, limitMs);
  return route.isSecure ? whenOpen(open(tunnel), route, limitMs) : tunnel;
}

function whenOpen(socket: Socket, { host, isSecure }: Route, limitMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = limitMs > 0 ? setTimeout(() => socket.destroy(tooLate(host, limitMs)), limitMs) : undefined;
    const failed = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    socket.once("error", failed);
    socket.once(isSecure ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
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

/** Opens a tunnel to a host through a proxy, by the HTTP method CONNECT. */
async function openTunnel(proxy: string, { host, port }: Route, limitMs: number): Promise<Socket> {
  const { protocol, hostname, port: proxyPort, username, password } = new URL(proxy);
  const isSecure = protocol === "https:";
  const { request } = nodeHttp(isSecure);
  const target = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const user = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  return new Promise((resolve, reject) => {
    const call = request({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: proxyPort === "" ? (isSecure ? 443 : 80) : Number(proxyPort),
      method: "CONNECT",
      path: target,
      headers: { host: target, ...(username !== "" && { "proxy-authorization": `Basic ${user}` }) },
      agent: false,
    });
    const timer = limitMs > 0 ? setTimeout(() => call.destroy(tooLate(target, limitMs)), limitMs) : undefined;
    const fail = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    call.once("error", fail);
    // Node emits "connect" for every response to CONNECT, also for an error.
    call.once("connect", ({ statusCode }, socket) => {
      if (statusCode === 200) {
        clearTimeout(timer);
        resolve(socket as Socket);
        return;
      }
      socket.destroy();
      fail(refused(statusCode));
    });
    call.end();
  });
}

/** Creates the error of a proxy that opens no tunnel, with the code that undici uses for it. */
function refused(status: number | undefined): Error {
  const problem = `The proxy rejected CONNECT with status ${status}.`;
  return Object.assign(new Error(problem), { code: "UND_ERR_ABORTED" });
}

/** Creates the error of a connection that was not open in time, with the code that undici uses for it. */
function tooLate(host: string, limitMs: number): Error {
  const problem = `No connection to ${host} within ${limitMs} ms.`;
  return Object.assign(new Error(problem), { code: "UND_ERR_CONNECT_TIMEOUT" });
}
