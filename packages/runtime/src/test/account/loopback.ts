import { createServer, type IncomingMessage, type RequestListener, request } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";

export interface LoopbackServer {
  /** Address, e.g. `http://127.0.0.1:41234`. */
  readonly url: string;
  /** Sockets that are open now. */
  readonly sockets: ReadonlySet<Socket>;
  stop(): Promise<void>;
}

/** Starts an HTTP server on loopback, on a free port. With `tls` it serves HTTPS. */
export async function startServer(listener: RequestListener, tls?: ServerOptions): Promise<LoopbackServer> {
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  return listen(server, tls === undefined ? "http" : "https");
}

export async function listen(server: Server, protocol: string, host = "127.0.0.1"): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${protocol}://${host.includes(":") ? `[${host}]` : host}:${port}`,
    sockets,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

export interface LoopbackProxy extends LoopbackServer {
  /** First lines of the requests that it received, e.g. `CONNECT a:443 HTTP/1.1`. */
  readonly asked: readonly string[];
}

export interface ProxyOptions {
  /** User and password that requests must have, e.g. `user:password`. Default: none. */
  readonly login?: string;
  /** Certificate of the proxy, for TLS to the proxy itself. Default: none. */
  readonly tls?: ServerOptions;
}

/** Starts a proxy that passes requests on to a loopback port, whatever host they name: with their whole URL, or through a tunnel. */
export async function startProxy({ login, tls }: ProxyOptions = {}): Promise<LoopbackProxy> {
  const asked: string[] = [];
  const wanted = login === undefined ? undefined : `Basic ${Buffer.from(login).toString("base64")}`;
  const isAllowed = ({ method, url, headers }: IncomingMessage): boolean => {
    asked.push(`${method} ${url} HTTP/1.1`);
    return headers["proxy-authorization"] === wanted;
  };
  const forward: RequestListener = (message, response) => {
    if (!isAllowed(message)) return void response.writeHead(407, { "Proxy-Authenticate": "Basic realm=x" }).end();
    const { port, pathname, search } = new URL(message.url ?? "");
    const { "proxy-authorization": _, ...headers } = message.headers;
    const passed = request({ host: "127.0.0.1", port, method: message.method, path: pathname + search, headers });
    passed.on("error", () => response.destroy());
    passed.on("response", (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.rawHeaders)));
    message.pipe(passed);
  };
  const server = tls === undefined ? createServer(forward) : createTlsServer(tls, forward);
  server.on("connect", (message: IncomingMessage, socket: Socket) => {
    if (!isAllowed(message)) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=x\r\n\r\n");
      return;
    }
    const upstream = connect(Number(/\d+$/.exec(message.url ?? "")), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  return { ...(await listen(server, tls === undefined ? "http" : "https")), asked };
}

/** Resolves when `condition` holds. Checks it every millisecond. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}
