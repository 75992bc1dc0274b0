import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from "node:net";

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

/** Starts a proxy that tunnels to any loopback port. */
export async function startProxy(): Promise<LoopbackProxy> {
  const asked: string[] = [];
  const server = createTcpServer((socket) => {
    socket.once("data", (data) => {
      const line = data.toString().split("\r\n")[0] ?? "";
      asked.push(line);
      const upstream = connect(Number(/:(\d+) HTTP/.exec(line)?.[1]), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        upstream.pipe(socket).pipe(upstream);
      });
      upstream.on("error", () => socket.destroy());
    });
  });
  return { ...(await listen(server, "http")), asked };
}

/** Resolves when `condition` holds. Checks it every millisecond. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}
