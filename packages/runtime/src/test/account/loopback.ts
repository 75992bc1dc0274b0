import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { AddressInfo, Server, Socket } from "node:net";

export interface LoopbackServer {
  /** e.g. `http://127.0.0.1:41234` */
  readonly url: string;
  /** Sockets that are open now. */
  readonly sockets: ReadonlySet<Socket>;
  stop(): Promise<void>;
}

/** Starts an HTTP server on loopback, on a free port; with `tls` it speaks HTTPS. */
export async function startServer(listener: RequestListener, tls?: ServerOptions): Promise<LoopbackServer> {
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  return listen(server, tls === undefined ? "http" : "https");
}

export async function listen(server: Server, protocol: string): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${protocol}://127.0.0.1:${port}`,
    sockets,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Resolves when `condition` holds; looks every millisecond. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}
