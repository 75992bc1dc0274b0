import { describe, expect, it } from "vitest";
import { buildPipeline, read, secondaryUrl, url, write } from "../test/account/build-pipeline.js";
import {
  countingCredential,
  errorResponse,
  networkError,
  stubResponse,
  stubTransport,
} from "../test/account/stub-transport.js";
import { RequestIds } from "./call-state.js";
import type { RequestEvent, ResponseEvent, RetryEvent } from "./client-events.js";
import type { HttpRequest } from "./http-message.js";
import { createPipeline } from "./pipeline.js";

it("gives ids that are alike in form and in nothing else, within a client and between clients", () => {
  const [one, other] = [new RequestIds(), new RequestIds()];
  const ids = [one, other].flatMap((client) => Array.from({ length: 300 }, () => client.next()));
  expect(new Set(ids).size).toBe(600);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

describe("reads", () => {
  const hosts = (requests: readonly HttpRequest[]) =>
    requests.map((request) => new URL(request.url).hostname.split(".")[0]);

  it("stay on the primary by default", async () => {
    const { send, transport } = buildPipeline({}, stubResponse(503), stubResponse(503), stubResponse(200));
    await send(read);
    expect(hosts(transport.requests)).toEqual(["a", "a", "a"]);
  });

  it("go to the secondary where it is asked for; writes never do", async () => {
    const { send, transport } = buildPipeline({ readFrom: "secondary" }, stubResponse(200));
    await send(read);
    await send(write);
    expect(hosts(transport.requests)).toEqual(["a-secondary", "a"]);
    expect(transport.requests[0]?.url).toBe(`${secondaryUrl}/Shop`);
  });

  it("that a write goes by stay on the primary", async () => {
    const context = { ...read, primaryOnly: true } as const;
    for (const readFrom of ["secondary", "primary-then-secondary"] as const) {
      const { send, transport } = buildPipeline({ readFrom }, stubResponse(503), stubResponse(200));
      expect(await send(context)).toMatchObject({ status: 200, ambiguousAttempts: undefined });
      expect(hosts(transport.requests)).toEqual(["a", "a"]);
    }
  });

  it("alternate with primary-then-secondary, the first change without a wait", async () => {
    const options = { readFrom: "primary-then-secondary" as const, retry: { baseDelayMs: 1 }, random: () => 0.5 };
    const { send, transport, retries } = buildPipeline(
      options,
      stubResponse(503),
      stubResponse(503),
      stubResponse(503),
      stubResponse(200),
    );
    expect((await send(read)).attempts).toBe(4);
    expect(hosts(transport.requests)).toEqual(["a", "a-secondary", "a", "a-secondary"]);
    expect(retries[0]?.delayMs).toBe(0);
    await send(write);
    expect(hosts(transport.requests).at(-1)).toBe("a");
  });

  it("name in each event the host that was asked", async () => {
    const seen: string[] = [];
    const events = {
      onRequest: ({ host }: RequestEvent) => seen.push(`request ${host}`),
      onResponse: ({ host, status }: ResponseEvent) => seen.push(`${status} of ${host}`),
      onRetry: ({ host }: RetryEvent) => seen.push(`retry after ${host}`),
    };
    const primary = new URL(url).host;
    const secondary = new URL(secondaryUrl).host;
    await buildPipeline(
      { readFrom: "primary-then-secondary", events },
      stubResponse(503),
      errorResponse(404),
      stubResponse(200),
    ).send(read);
    expect(seen).toEqual([
      `request ${primary}`,
      `503 of ${primary}`,
      `retry after ${primary}`,
      `request ${secondary}`,
      `404 of ${secondary}`,
      `retry after ${secondary}`,
      `request ${primary}`,
      `200 of ${primary}`,
    ]);
    const failing = buildPipeline(
      { readFrom: "primary-then-secondary", retry: { maxAttempts: 1 } },
      networkError("ECONNRESET"),
    );
    await expect(failing.send(read)).rejects.toThrow(`from ${primary} after 1 attempt`);
  });

  it("do not take a lagging secondary's 404 for an answer", async () => {
    const options = { readFrom: "primary-then-secondary" as const };
    const { send, transport, retries } = buildPipeline(
      options,
      stubResponse(503),
      stubResponse(404),
      stubResponse(200),
    );
    expect((await send(read)).status).toBe(200);
    expect(hosts(transport.requests)).toEqual(["a", "a-secondary", "a"]);
    expect(retries.map(({ delayMs }) => delayMs)).toEqual([0, 0]);
    const genuine = buildPipeline(options, stubResponse(503), stubResponse(404), stubResponse(404));
    expect((await genuine.send(read)).status).toBe(404);
    const short = buildPipeline(
      { ...options, retry: { maxAttempts: 2, baseDelayMs: 0 } },
      stubResponse(503),
      stubResponse(404),
    );
    expect((await short.send(read)).status).toBe(503);
    const lost = buildPipeline(
      { ...options, retry: { maxAttempts: 2, baseDelayMs: 0 } },
      networkError("ECONNRESET"),
      stubResponse(404),
    );
    await expect(lost.send(read)).rejects.toMatchObject({ code: "request.failed" });
  });

  it("stay on the primary once the secondary has shown that it lags", async () => {
    const { send, transport } = buildPipeline(
      { readFrom: "primary-then-secondary" },
      stubResponse(503),
      stubResponse(404),
      stubResponse(503),
      stubResponse(200),
    );
    expect(await send(read)).toMatchObject({ status: 200, attempts: 4 });
    expect(hosts(transport.requests)).toEqual(["a", "a-secondary", "a", "a"]);
  });

  it("that exist on the secondary alone are repeated there", async () => {
    const options = { readFrom: "primary-then-secondary" } as const;
    const { send, transport } = buildPipeline(options, stubResponse(503), stubResponse(404), stubResponse(200));
    await send({ operation: "getServiceStats", readOnly: true, secondaryOnly: true });
    expect(new Set(hosts(transport.requests))).toEqual(new Set(["a-secondary"]));
  });

  it("that exist on the secondary alone go there, whatever readFrom says", async () => {
    const { send, transport } = buildPipeline({}, stubResponse(200));
    await send({ operation: "getServiceStats", readOnly: true, secondaryOnly: true });
    expect(hosts(transport.requests)).toEqual(["a-secondary"]);
    const credential = countingCredential();
    const none = createPipeline(transport, { credential, url, kind: "storage" });
    const context = { operation: "getServiceStats", readOnly: true, secondaryOnly: true } as const;
    const call = none({ method: "GET", url, headers: [], context });
    await expect(call).rejects.toMatchObject({ code: "config.invalid-option" });
  });

  it("cannot go to a secondary that is not known", () => {
    const target = { credential: countingCredential(), url, kind: "storage" };
    expect(() => createPipeline(stubTransport(), target, { readFrom: "secondary" })).toThrow(
      expect.objectContaining({ code: "config.invalid-option" }),
    );
  });
});
