import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { Timer } from "../../platform/time.js";
import { brokenTunnel, type HttpProxy, ProxyError, rejectingProxy, silentProxy, unreachableProxy } from "./proxy.js";

/** Host to connect to, and the proxy on the way. */
export interface Route {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  readonly proxy: HttpProxy | undefined;
}

export function routeTo(origin: string, proxy: HttpProxy | undefined): Route {
  const { protocol, hostname, port } = new URL(origin);
  const isSecure = protocol === "https:";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (isSecure ? 443 : 80) : Number(port),
    isSecure,
    proxy,
  };
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
  if (!isSecure) return withinLimit(proxy, limitMs, "accept a connection", (socket) => whenOpen(socket, proxy));
  const target = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  return whenOpen(limitConnecting(open(await openTunnel(proxy, target, limitMs)), route, limitMs), route);
}

function whenOpen(socket: Socket, route: Pick<Route, "isSecure">): Promise<Socket> {
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
export function openEvent({ isSecure }: Pick<Route, "isSecure">): "secureConnect" | "connect" {
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

/** Maximum size of the head of a proxy's response to CONNECT, in bytes. */
const maxHeadBytes = 16_384;

/**
 * Opens a tunnel to a host through a proxy, by the HTTP method CONNECT.
 * @param target the host and port, e.g. `a.example:443`
 * @param limitMs the time limit in milliseconds; 0 for none
 * @throws ProxyError
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-9.3.6
 */
async function openTunnel(proxy: HttpProxy, target: string, limitMs: number): Promise<Socket> {
  return withinLimit(proxy, limitMs, `open a tunnel to ${target}`, async (socket) => {
    await whenOpen(socket, proxy);
    const login = proxy.authorization === undefined ? "" : `Proxy-Authorization: ${proxy.authorization}\r\n`;
    socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${login}\r\n`);
    const head = await readHead(socket, proxy, target);
    const [, status] = /^HTTP\/1\.\d (\d{3})/.exec(head) ?? [];
    if (status === undefined) throw brokenTunnel(proxy, target, "sent something else than HTTP");
    if (/^2/.test(status)) return;
    const headers = [...head.matchAll(/^([^\s:]+):(.*)$/gm)].flatMap(([, name = "", value = ""]) => [
      name.toLowerCase(),
      value,
    ]);
    throw rejectingProxy(proxy, Number(status), headers, target);
  });
}

/** Connects to a proxy, and resolves with the socket once `ready` has. If that fails or takes too long, destroys the socket. */
async function withinLimit(
  proxy: HttpProxy,
  limitMs: number,
  todo: string,
  ready: (socket: Socket) => Promise<unknown>,
): Promise<Socket> {
  const socket = startConnection(proxy);
  const late = (): void => void socket.destroy(silentProxy(proxy, todo, limitMs));
  const timer = limitMs > 0 ? new Timer(late, limitMs) : undefined;
  try {
    await ready(socket);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error instanceof ProxyError ? error : unreachableProxy(proxy, error as Error);
  } finally {
    timer?.stop();
  }
}

/** Starts to connect to a proxy. `node:tls` takes milliseconds to load, so it is loaded only if the proxy uses it. */
function startConnection({ isSecure, host, port }: HttpProxy): Socket {
  const { connect, isIP } = process.getBuiltinModule("node:net");
  if (!isSecure) return connect({ host, port, noDelay: true });
  const tls = process.getBuiltinModule("node:tls");
  const name = isIP(host) === 0 ? { servername: host } : {};
  return tls.connect({ host, port, ALPNProtocols: ["http/1.1"], ...name }).setNoDelay(true) as TLSSocket;
}

/**
 * Reads the head of a response to CONNECT. The length of its body is ignored, as RFC 9110 requires for a success; Node's parser would
 * reject contradictory lengths. Bytes after the head are the first of the tunnel.
 */
function readHead(socket: Socket, proxy: HttpProxy, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const end = (finish: () => void): void => {
      socket.off("data", onData).off("end", onEnd).off("error", onError).pause();
      finish();
    };
    const onError = (error: Error): void => end(() => reject(error));
    const onEnd = (): void => onError(brokenTunnel(proxy, target, "closed the connection"));
    const onData = (chunk: Buffer): void => {
      // Latin-1 has one character for each byte.
      received += chunk.toString("latin1");
      const length = received.indexOf("\r\n\r\n");
      if (length < 0) {
        if (received.length > maxHeadBytes) onError(brokenTunnel(proxy, target, "sent something else than HTTP"));
        return;
      }
      end(() => resolve(received.slice(0, length)));
      if (received.length > length + 4) socket.unshift(Buffer.from(received.slice(length + 4), "latin1"));
    };
    socket.on("data", onData).on("end", onEnd).on("error", onError);
  });
}
