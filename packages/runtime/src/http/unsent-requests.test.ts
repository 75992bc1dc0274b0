import { describe, expect, it } from "vitest";
import { type LoopbackServer, until } from "../test/account/loopback.js";
import { closeAfterTest, serve } from "../test/account/serve.js";
import { countingCredential, hang, stubResponse, stubTransport } from "../test/account/stub-transport.js";
import type { Credential } from "./call-state.js";
import type { HttpRequest, Transport } from "./http-message.js";
import { createPipeline, type PipelineOptions } from "./pipeline.js";
import { undiciTransport } from "./transport/undici-transport.js";

const context = { operation: "insertEntity", table: "Shop", readOnly: false };
const url = "http://127.0.0.1:1";
function write(
  transport: Transport,
  at: string,
  options: PipelineOptions = {},
  credential: Credential = countingCredential(),
) {
  const pipeline = createPipeline(transport, { credential, url: at, kind: "storage" }, options);
  return (more: Partial<HttpRequest> = {}) =>
    pipeline({ method: "POST", url: `${at}/Shop`, headers: [], body: "{}", context, ...more });
}

/** Starts a server that never responds, and a transport with one connection to it. */
async function busy(): Promise<{ server: LoopbackServer; transport: Transport; asked: () => number }> {
  let requests = 0;
  const server = await serve(() => requests++);
  const transport = closeAfterTest(undiciTransport({ proxy: false, connections: 1 }));
  return { server, transport, asked: () => requests };
}

const certain = { outcome: undefined, ambiguous: false, message: expect.not.stringMatching("may have been applied") };

describe("a write that was never handed to a connection is not ambiguous", () => {
  it.each<[string, PipelineOptions, object]>([
    ["aborted", {}, { code: "request.aborted", message: expect.stringMatching(/before it was sent/) }],
    [
      "out of time",
      { timeoutMs: 60 },
      { code: "request.timeout", message: expect.stringMatching(/could not be sent/) },
    ],
    ["out of time for its attempt", { attemptTimeoutMs: 60, retry: false }, { code: "request.timeout" }],
  ])("%s while it waits for a connection, unlike one that was sent", async (_, options, expected) => {
    const { server, transport, asked } = await busy();
    const controller = new AbortController();
    const first = write(transport, server.url)({ signal: controller.signal }).catch((error: unknown) => error);
    await until(() => asked() === 1);
    const abort = new AbortController();
    const second = write(transport, server.url, options)({ signal: abort.signal });
    if (Object.keys(options).length === 0) setTimeout(() => abort.abort(), 5);
    await expect(second).rejects.toMatchObject({ ...certain, attempts: 0, ...expected });
    controller.abort();
    expect(await first).toMatchObject({ code: "request.aborted", attempts: 1, outcome: "unknown" });
    expect(asked()).toBe(1);
  });

  it("while its credential waits for a token, or has none", async () => {
    const transport = stubTransport(stubResponse(204));
    const waiting = { kind: "token" as const, authorize: () => new Promise<HttpRequest>(() => undefined) };
    await expect(write(transport, url, { timeoutMs: 20 }, waiting)()).rejects.toMatchObject(certain);
    const failing = { kind: "token" as const, authorize: () => Promise.reject(new Error("no token")) };
    await expect(write(transport, url, {}, failing)()).rejects.toMatchObject({ ...certain, code: "request.failed" });
    const throwing = { ...failing, authorize: () => JSON.parse("{") };
    await expect(write(transport, url, {}, throwing)()).rejects.toMatchObject({ ...certain, code: "request.failed" });
    expect(transport.requests).toHaveLength(0);
  });

  it("because its transport could not be opened", async () => {
    const ca = "-----BEGIN CERTIFICATE-----\nno certificate\n-----END CERTIFICATE-----";
    const options = { proxy: false, tls: { ca } } as const;
    await expect(write(undiciTransport(options), url.replace("http:", "https:"))()).rejects.toMatchObject({
      ...certain,
      code: "request.failed",
    });
  });

  it("because its header is invalid, or the client is closed", async () => {
    const transport = undiciTransport({ proxy: false });
    const send = write(transport, url, { retry: false });
    await expect(send({ headers: ["If-Match", "a\nb"] })).rejects.toMatchObject({ ...certain, code: "request.failed" });
    await transport.close?.();
    await expect(send()).rejects.toMatchObject({ code: "request.closed" });
    await expect(send()).rejects.not.toMatchObject({ outcome: "unknown" });
  });
});

it("a write in the hands of a transport that does not say whether it was sent is ambiguous", async () => {
  await expect(write(hang, url, { timeoutMs: 20 })()).rejects.toMatchObject({ outcome: "unknown", attempts: 1 });
});
