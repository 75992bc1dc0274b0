import { channel } from "node:diagnostics_channel";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { listen, until } from "../../test/account/loopback.js";
import { closeAfterTest, get, serve, stopAfterTest } from "../../test/account/serve.js";
import type { Transport } from "../http-message.js";
import { openHost } from "./default-host.js";
import { hostTransport } from "./host-transport.js";
import { nodeHttp } from "./node-connection.js";
import type { UndiciTransportOptions } from "./transport-options.js";

/** Creates the default transport, which changes to undici after a few requests. */
function connect(enough: { requests: number; bytes: number }, options: UndiciTransportOptions = {}): Transport {
  return closeAfterTest(
    hostTransport<UndiciTransportOptions>({ proxy: false, ...options }, async () => ({
      openHost: (origin, given, queue) => openHost(origin, given, queue, enough),
    })),
  );
}

/** Responds with the name of the HTTP client that sent the request. Only undici writes the names of its own headers in lower case. */
function nameClient(request: IncomingMessage, response: ServerResponse): void {
  response.end(request.rawHeaders.includes("connection") ? "undici" : "node");
}

async function clientOf(transport: Transport, url: string): Promise<string> {
  return Buffer.from((await transport(get(url))).body).toString();
}

/** Sends requests until undici sends one. */
async function untilUndici(transport: Transport, url: string): Promise<void> {
  while ((await clientOf(transport, url)) !== "undici") await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Sends requests for a while, and returns the names of the clients that sent them. */
async function clientsOf(transport: Transport, url: string): Promise<string[]> {
  const names = new Set<string>();
  for (let count = 0; count < 30; count++) {
    names.add(await clientOf(transport, url));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return [...names];
}

/** Replaces the function by which Node's client sends requests, until the test ends. Returns the paths that it receives. */
function wrapRequest(): string[] {
  const http = nodeHttp(false);
  const own = http.request;
  const paths: string[] = [];
  http.request = ((options: { readonly path: string }) => {
    paths.push(options.path);
    return own(options);
  }) as typeof own;
  onTestFinished(() => {
    http.request = own;
  });
  return paths;
}

describe("the change to undici", () => {
  it("ends no request in flight, and keeps to the limit on connections", async () => {
    const waiting: (() => void)[] = [];
    const server = await serve((_, response) => void waiting.push(() => response.end("x")));
    const transport = connect({ requests: 6, bytes: 1_000 }, { connections: 4 });
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
    ["after enough requests", { requests: 2, bytes: 1_000 }, true],
    ["after enough bytes", { requests: 1_000, bytes: 5 }, true],
    ["not before", { requests: 3, bytes: 1_000 }, false],
  ])("closes the connection of Node's client: %s", async (_when, enough, isMoved) => {
    const server = await serve((_, response) => response.end("x"));
    const transport = connect(enough);
    let used: Socket | undefined;
    for (let request = 1; request <= 3; request++) {
      await transport({ ...get(`${server.url}/`), method: "POST", body: "ab" });
      used ??= [...server.sockets][0];
    }
    if (isMoved) await until(() => used?.destroyed === true);
    expect(used?.destroyed).toBe(isMoved);
  });

  it("sends nothing of its own", async () => {
    const urls: (string | undefined)[] = [];
    const server = await serve((request, response) => {
      urls.push(request.url);
      nameClient(request, response);
    });
    const transport = connect({ requests: 0, bytes: 0 });
    await untilUndici(transport, `${server.url}/own`);
    expect(new Set(urls)).toEqual(new Set(["/own"]));
  });

  it("is given up for good if undici cannot connect, while Node's client has a connection", async () => {
    const server = createServer({ keepAliveTimeout: 60_000 }, nameClient);
    const { url } = stopAfterTest(await listen(server, "http"));
    const transport = connect({ requests: 1, bytes: 1_000 });
    expect(await clientOf(transport, url)).toBe("node");
    // A server that stops listening closes its idle connections. Without this method it keeps them.
    server.closeIdleConnections = () => undefined;
    server.close();
    expect(await clientsOf(transport, url)).toEqual(["node"]);
    await new Promise<void>((resolve) => server.listen(Number(new URL(url).port), "127.0.0.1", resolve));
    expect(await clientsOf(transport, url)).toEqual(["node"]);
  });

  it("waits while another package replaces the function that sends requests", async () => {
    const server = await serve(nameClient);
    const transport = connect({ requests: 0, bytes: 0 });
    const paths = wrapRequest();
    expect(await clientsOf(transport, `${server.url}/`)).toEqual(["node"]);
    expect(paths).toHaveLength(30);
  });

  it("is undone for good once another package replaces it later", async () => {
    const server = await serve(nameClient);
    const transport = connect({ requests: 0, bytes: 0 });
    await untilUndici(transport, `${server.url}/`);
    const paths = wrapRequest();
    expect(await clientsOf(transport, `${server.url}/`)).toEqual(["node"]);
    expect(paths).toHaveLength(30);
  });

  it.each(["created", "start", "error"])("is undone for good once a package observes the channel %s", async (event) => {
    const server = await serve(nameClient);
    const transport = connect({ requests: 0, bytes: 0 });
    await untilUndici(transport, `${server.url}/`);
    const observed = channel(`http.client.request.${event}`);
    const observe = (): void => undefined;
    observed.subscribe(observe);
    onTestFinished(() => void observed.unsubscribe(observe));
    expect(await clientsOf(transport, `${server.url}/`)).toEqual(["node"]);
    observed.unsubscribe(observe);
    expect(await clientsOf(transport, `${server.url}/`)).toEqual(["node"]);
  });

  it("closes both clients with the transport", async () => {
    const server = await serve(nameClient);
    const transport = connect({ requests: 0, bytes: 0 });
    await untilUndici(transport, `${server.url}/`);
    await transport.close?.();
    await until(() => server.sockets.size === 0);
    const sockets: readonly Socket[] = [...server.sockets];
    expect(sockets).toEqual([]);
  });
});
