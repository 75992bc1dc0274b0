import { type AddressInfo, createServer } from "node:net";
import * as undici from "undici";
import { Pool } from "undici";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LoopbackServer, startServer } from "../../test/account/loopback.js";
import { loadPool, poolOptions, tlsOptions } from "./undici-host.js";
import { undiciTransport } from "./undici-transport.js";

let server: LoopbackServer;
let dispatcher: Pool;

beforeAll(async () => {
  server = await startServer((_, response) => {
    response.sendDate = false;
    response.writeHead(201, ["ETag", 'W/"é"', "X-Part", "a", "X-Part", "b"]);
    response.end("x");
  });
  dispatcher = new Pool(server.url);
});

afterAll(async () => {
  await dispatcher.close();
  await server.stop();
});

it.each(["its own pool", "a dispatcher"])("passes on status, headers and body from %s", async (source) => {
  const transport = undiciTransport({ proxy: false, ...(source === "a dispatcher" && { dispatcher }) });
  const { status, headers, body } = await transport({ method: "GET", url: `${server.url}/`, headers: [] });
  const own = headers.filter((_, index) => /^(etag|x-part)$/i.test(headers[index - (index % 2)] as string));
  expect([status, own, Buffer.from(body).toString()]).toEqual([
    201,
    ["etag", 'W/"é"', "x-part", "a", "x-part", "b"],
    "x",
  ]);
  await transport.close?.();
});

it("leaves a dispatcher that was given to its owner", async () => {
  const transport = undiciTransport({ dispatcher });
  expect((await transport({ method: "GET", url: `${server.url}/`, headers: [] })).status).toBe(201);
  await transport.close?.();
  expect(dispatcher.closed).toBe(false);
});

it("closes at once although a handshake that a request gave up still hangs", async () => {
  const silent = createServer((socket) => socket.on("error", () => undefined));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const transport = undiciTransport({ proxy: false });
  const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  await expect(transport({ method: "GET", url, headers: [], signal: AbortSignal.timeout(50) })).rejects.toThrow();
  const startedAt = performance.now();
  await transport.close?.();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  silent.close();
}, 20_000);

const whole = () => Promise.resolve(undici);

it("loads the pool without the rest of undici", async () => {
  const alone = () => import("#undici-pool");
  const neverWhole = () => Promise.reject(new Error("All of undici was loaded."));
  expect(await loadPool(alone, neverWhole)).toBe(undici.Pool);
});

it.each([
  ["is missing", () => Promise.reject(new Error("ERR_MODULE_NOT_FOUND"))],
  ["is no class", () => Promise.resolve({ default: { dispatch: true } })],
  ["is a class that dispatches nothing", () => Promise.resolve({ default: class {} })],
  ["has no default export", () => Promise.resolve({})],
])("takes the pool from the whole where its own file %s", async (_, alone) => {
  expect(await loadPool(alone, whole)).toBe(undici.Pool);
});

it("has the defaults that its options name", () => {
  expect(poolOptions({})).toEqual({
    connections: 64,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 60_000,
    maxResponseSize: 67_108_864,
  });
  expect(tlsOptions({})).toEqual({ timeout: 10_000 });
});

it("takes the options that are set, zero among them", () => {
  const options = { connections: 1, keepAliveTimeoutMs: 0, maxResponseBytes: 0, connectTimeoutMs: 0 };
  expect(poolOptions(options)).toMatchObject({ connections: 1, keepAliveTimeout: 0, maxResponseSize: 0 });
  const tls = { ca: "pem", servername: undefined };
  expect(tlsOptions({ ...options, tls })).toEqual({ timeout: 0, ca: "pem" });
});
