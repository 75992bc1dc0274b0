import { createServer as createTcpServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { type LoopbackServer, listen, startProxy, until } from "../../test/account/loopback.js";
import { nodeTransports } from "../../test/account/node-transports.js";
import { closeAfterTest, get, serve, stopAfterTest } from "../../test/account/serve.js";
import { failureKind } from "../retry-table.js";
import type { UndiciTransportOptions } from "./transport-options.js";

async function startTcp(listener: (socket: Socket) => void): Promise<LoopbackServer> {
  return stopAfterTest(await listen(createTcpServer(listener), "http"));
}

/** Starts a server that responds to each request with this text. */
async function serveText(text: string, after?: (socket: Socket) => void): Promise<LoopbackServer> {
  return startTcp((socket) => {
    socket.on("data", () => {
      socket.write(text);
      after?.(socket);
    });
  });
}

describe.each(nodeTransports)("the HTTP client: %s", (name, create) => {
  function connect(options: Parameters<typeof create>[0] = {}) {
    return closeAfterTest(create({ proxy: false, ...options }));
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

  it.each(["directly", "through a proxy"])(
    "keeps a connection open beyond the time limit for opening it, %s",
    async (way) => {
      // The default transport replaces its first connection by one of undici.
      if (name === "both") return;
      const server = await serveText("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx");
      const through = way === "directly" ? undefined : stopAfterTest(await startProxy());
      const transport = connect({ proxy: through?.url ?? false, connectTimeoutMs: 1500 });
      await transport(get(`${server.url}/`));
      const before = [...server.sockets];
      await new Promise((resolve) => setTimeout(resolve, 1600));
      expect((await transport(get(`${server.url}/`))).status).toBe(200);
      expect(before.some((socket) => server.sockets.has(socket))).toBe(true);
    },
  );
});

describe("Node's client", () => {
  const create = nodeTransports.find(([name]) => name === "Node's client")?.[1] as (typeof nodeTransports)[number][1];

  function connect(options: UndiciTransportOptions) {
    return closeAfterTest(create({ proxy: false, ...options }));
  }

  it.each([
    ["GET", undefined, []],
    ["HEAD", undefined, []],
    ["POST", undefined, ["content-length", "0"]],
    ["DELETE", undefined, ["content-length", "0"]],
    ["PUT", "é", ["content-length", "2"]],
    ["POST", "é".repeat(16_384), ["content-length", "32768"]],
  ])("adds to %s the length of the body, the host and nothing else: %#", async (method, body, length) => {
    let seen: readonly string[] = [];
    const server = await serve((request, response) => {
      seen = request.rawHeaders;
      request.resume().on("end", () => response.end());
    });
    await connect({})({ method, url: server.url, headers: ["Accept", "x"], body });
    const host = new URL(server.url).host;
    expect(seen).toEqual(["Accept", "x", ...length, "Host", host, "Connection", "keep-alive"]);
  });

  it("says how long it waited for a server", async () => {
    const silent = await startTcp(() => undefined);
    const port = new URL(silent.url).port;
    const late = (host: string) => ({
      code: "UND_ERR_CONNECT_TIMEOUT",
      message: `No connection to ${host} within 30 ms.`,
    });
    const direct = connect({ connectTimeoutMs: 30 })(get(`https://127.0.0.1:${port}/`));
    await expect(direct).rejects.toMatchObject(late("127.0.0.1"));
  });

  it("says how large a response may be", async () => {
    const server = await serveText("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcde");
    const call = connect({ maxResponseBytes: 4 })(get(`${server.url}/`));
    await expect(call).rejects.toThrow("The response has more than 4 bytes.");
  });

  it("says that the server closed the connection, with Node's error as the cause", async () => {
    const server = await startTcp((socket) => socket.once("data", () => socket.end()));
    await expect(connect({})(get(`${server.url}/`))).rejects.toMatchObject({
      message: "The server closed the connection.",
      cause: { code: "ECONNRESET" },
    });
  });
});
