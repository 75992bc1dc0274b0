import { createServer as createTcpServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type LoopbackServer, listen, startServer, until } from "../../test/account/loopback.js";
import { nodeTransports } from "../../test/account/node-transports.js";
import type { HttpRequest } from "../http-message.js";
import { failureKind } from "../retry-table.js";
import { openHost } from "./default-host.js";
import { hostTransport } from "./host-transport.js";
import type { UndiciTransportOptions } from "./transport-options.js";

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function get(url: string): HttpRequest {
  return { method: "GET", url, headers: [] };
}

/** Starts a server that responds to each request with this text. */
async function serveText(text: string, after?: (socket: Socket) => void): Promise<LoopbackServer> {
  const server = createTcpServer((socket) => {
    socket.on("data", () => {
      socket.write(text);
      after?.(socket);
    });
  });
  const started = await listen(server, "http");
  cleanups.push(() => started.stop());
  return started;
}

describe.each(nodeTransports)("the HTTP client: %s", (_name, create) => {
  function connect(options: Parameters<typeof create>[0] = {}) {
    const transport = create({ proxy: false, ...options });
    cleanups.push(async () => transport.close?.());
    return transport;
  }

  async function countConnections(keepAlive: string, options = {}, pauseMs = 0): Promise<number> {
    const seen = new Set<Socket>();
    const text = `HTTP/1.1 200 OK\r\nKeep-Alive: ${keepAlive}\r\nContent-Length: 1\r\n\r\nx`;
    const server = await serveText(text, (socket) => seen.add(socket));
    const transport = connect(options);
    for (let request = 0; request < 12; request++) {
      await transport(get(`${server.url}/`));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return seen.size;
  }

  it("keeps a connection for less time than the server does", async () => {
    expect(await countConnections("timeout=60")).toBeLessThanOrEqual(3);
    expect(await countConnections("timeout=2")).toBe(12);
  });

  it("closes a connection that is idle for keepAliveTimeoutMs", async () => {
    const server = await serveText("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx");
    const transport = connect({ keepAliveTimeoutMs: 20 });
    await transport(get(`${server.url}/`));
    await until(() => server.sockets.size === 0);
    expect((await transport(get(`${server.url}/`))).status).toBe(200);
  });

  it("loses no request to a server that closes each connection after its response", async () => {
    const server = await serveText("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", (socket) => socket.end());
    const transport = connect();
    const statuses: number[] = [];
    for (let request = 0; request < 100; request++) {
      statuses.push((await transport(get(`${server.url}/`))).status);
      await new Promise((resolve) => setTimeout(resolve, request % 3));
    }
    expect(statuses).toEqual(Array.from({ length: 100 }, () => 200));
  });

  it.each<[failure: string, text: string, code: string | undefined]>([
    ["closes the connection", "", "UND_ERR_SOCKET"],
    ["closes it within the head", "HTTP/1.1 200 OK\r\nContent-", "UND_ERR_SOCKET"],
    ["closes it within the body", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nx", "UND_ERR_SOCKET"],
    ["sends no HTTP", "busy\r\n\r\n", undefined],
  ])("reports a server that %s with undici's code", async (_failure, text, code) => {
    const server = await serveText(text, (socket) => socket.end());
    const error = await connect()(get(`${server.url}/`)).catch((thrown: unknown) => thrown);
    const given = (error as { readonly code?: string }).code;
    expect([failureKind(error), code && given]).toEqual(["connection-lost", code]);
  });

  it("reports a server that does not finish TLS in time as not connected", async () => {
    const server = await serveText("");
    const error = await connect({ connectTimeoutMs: 30 })(get(server.url.replace("http:", "https:"))).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: "UND_ERR_CONNECT_TIMEOUT" });
  });

  it("reports a proxy that refuses the tunnel as not connected", async () => {
    const proxy = await serveText("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
    const error = await connect({ proxy: proxy.url })(get("http://127.0.0.1:1/")).catch((thrown: unknown) => thrown);
    expect([failureKind(error), (error as Error).message.includes("407")]).toEqual(["not-connected", true]);
  });
});

describe("the move to undici", () => {
  it("ends no request in flight, and keeps to the limit on connections", async () => {
    const waiting: (() => void)[] = [];
    const server = await startServer((_, response) => void waiting.push(() => response.end("x")));
    cleanups.push(() => server.stop());
    const transport = hostTransport<UndiciTransportOptions>({ proxy: false, connections: 4 }, async () => ({
      openHost: (origin, options, queue) => openHost(origin, options, queue, { requests: 6, bytes: 1_000 }),
    }));
    cleanups.push(async () => transport.close?.());
    const calls = Array.from({ length: 20 }, () => transport(get(`${server.url}/`)));
    let inFlight = 0;
    for (let answered = 0; answered < 20; answered++) {
      await until(() => waiting.length > 0);
      inFlight = Math.max(inFlight, waiting.length);
      waiting.shift()?.();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const more = Array.from({ length: 8 }, () => transport(get(`${server.url}/`)));
    for (let answered = 0; answered < 8; answered++) {
      await until(() => waiting.length > 0);
      inFlight = Math.max(inFlight, waiting.length);
      waiting.shift()?.();
    }
    await Promise.all(more);
    expect(inFlight).toBe(4);
  });

  it.each([
    ["after enough requests", { requests: 2, bytes: 1_000 }, [false, false, true]],
    ["after enough bytes", { requests: 1_000, bytes: 5 }, [false, false, true]],
    ["not before", { requests: 3, bytes: 1_000 }, [false, false, false]],
  ])("happens %s", async (_when, enough, moved) => {
    const server = await startServer((_, response) => response.end("x"));
    cleanups.push(() => server.stop());
    const transport = hostTransport<UndiciTransportOptions>({ proxy: false }, async () => ({
      openHost: (origin, options, queue) => openHost(origin, options, queue, enough),
    }));
    cleanups.push(async () => transport.close?.());
    const sockets: (Socket | undefined)[] = [];
    for (const isMoved of moved) {
      await transport({ ...get(`${server.url}/`), method: "POST", body: "ab" });
      const [used] = server.sockets;
      if (isMoved) await until(() => used?.destroyed === true);
      sockets.push(used);
    }
    expect(sockets.map((socket) => socket?.destroyed)).toEqual(moved.map((_, at) => moved.slice(at).includes(true)));
  });
});
