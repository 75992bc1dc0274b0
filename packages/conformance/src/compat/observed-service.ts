import { createServer as createHttpServer, request } from "node:http";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { serveTableService } from "@tablewright/testing";

/** Strict service that records the head of each request, with a proxy through which clients can reach it. */
export interface ObservedService extends AsyncDisposable {
  readonly connectionString: string;
  readonly proxyUrl: string;
  /** Heads of the requests since the last reset. */
  readonly requests: readonly string[];
  /** Number of requests and tunnels through the proxy since the last reset. */
  readonly proxied: number;
  reset(): void;
}

export async function serveObserved(): Promise<ObservedService> {
  const service = await serveTableService();
  const port = Number(new URL(/TableEndpoint=([^;]+)/.exec(service.connectionString)?.[1] ?? "").port);
  let requests: string[] = [];
  let proxied = 0;
  const relay = createServer((socket) => {
    const upstream = connect(port, "127.0.0.1");
    socket.on("data", (chunk) =>
      requests.push(...(chunk.toString("latin1").match(/^[A-Z]+ \S+ HTTP\/1\.1\r\n(?:.+\r\n)+/gm) ?? [])),
    );
    socket.pipe(upstream).pipe(socket);
    socket.on("error", () => upstream.destroy());
    upstream.on("error", () => socket.destroy());
  });
  const proxy = createHttpServer((incoming, response) => {
    proxied++;
    if (!incoming.url?.startsWith("http://")) {
      response.writeHead(502).end();
      return;
    }
    const { hostname, port: to, pathname, search } = new URL(incoming.url);
    const { method, headers } = incoming;
    incoming.pipe(
      request({ host: hostname, port: to, method, path: pathname + search, headers }, (answer) => {
        response.writeHead(answer.statusCode as number, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  proxy.on("connect", ({ url }, socket) => {
    proxied++;
    const [host = "", to] = String(url).split(":");
    const upstream = connect(Number(to), host, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    socket.on("error", () => upstream.destroy());
    upstream.on("error", () => socket.destroy());
  });
  const [relayPort, proxyPort] = [await listen(relay), await listen(proxy)];
  return {
    async [Symbol.asyncDispose]() {
      for (const server of [relay, proxy]) server.close();
      await service.close();
    },
    connectionString: service.connectionString.replace(`:${port}`, `:${relayPort}`),
    proxyUrl: `http://127.0.0.1:${proxyPort}`,
    get requests() {
      return requests;
    },
    get proxied() {
      return proxied;
    },
    reset() {
      requests = [];
      proxied = 0;
    },
  };
}

function listen(server: Server): Promise<number> {
  server.unref();
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)));
}
