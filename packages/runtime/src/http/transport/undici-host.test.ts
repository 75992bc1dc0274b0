import { type AddressInfo, createServer } from "node:net";
import { Pool } from "undici";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LoopbackServer, startServer } from "../../test/account/loopback.js";
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
