import { getEventListeners } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { TableError } from "../errors/table-error.js";
import { buildPipeline, read, url, write } from "../test/account/build-pipeline.js";
import {
  countingCredential,
  errorResponse,
  hang,
  networkError,
  type StubResponse,
  stubResponse,
  stubTransport,
} from "../test/account/stub-transport.js";
import { type HttpRequest, type HttpResponse, headerValue } from "./http-message.js";
import { createPipeline, type PipelineOptions } from "./pipeline.js";

afterEach(() => {
  vi.useRealTimers();
});

describe("attempts", () => {
  it("send once what succeeds, and pass the answer on as it is", async () => {
    const ok = stubResponse(200, ["ETag", "x"], "{}");
    const { send, transport } = buildPipeline({}, ok);
    expect(await send(read)).toBe(ok);
    expect(transport.requests).toHaveLength(1);
  });

  it("are each signed anew, under one client request id", async () => {
    const { send, transport, credential } = buildPipeline({}, stubResponse(503), stubResponse(500), stubResponse(200));
    expect((await send(read)).attempts).toBe(3);
    expect(credential.signed).toHaveLength(3);
    const marks = transport.requests.map(({ headers }) => headerValue(headers, "authorization"));
    expect(marks).toEqual(["Mark 1", "Mark 2", "Mark 3"]);
    expect(
      transport.requests.every(({ headers }) => headers.filter((name) => name === "Authorization").length === 1),
    ).toBe(true);
    const ids = new Set(transport.requests.map(({ headers }) => headerValue(headers, "x-ms-client-request-id")));
    expect([...ids]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it("end after maxAttempts with the last answer", async () => {
    const { send, transport } = buildPipeline({ retry: { maxAttempts: 3, baseDelayMs: 0 } }, stubResponse(503));
    expect(await send(read)).toMatchObject({ status: 503, attempts: 3, ambiguousAttempts: undefined });
    expect(transport.requests).toHaveLength(3);
  });

  it("go on after maxAttempts where the operation is persistent, unless retries are off", async () => {
    const persistent = { ...read, persistent: true } as const;
    const responses = [...Array.from({ length: 7 }, () => stubResponse(503)), stubResponse(200)];
    const patient = buildPipeline({ retry: { maxAttempts: 2, baseDelayMs: 0 } }, ...responses);
    expect(await patient.send(persistent)).toMatchObject({ status: 200, attempts: 8 });
    const hasty = buildPipeline({ retry: false }, ...responses);
    expect((await hasty.send(persistent)).status).toBe(503);
    expect(hasty.transport.requests).toHaveLength(1);
  });

  it("are one where the operation is sent once, whatever its response", async () => {
    const { send, transport } = buildPipeline({}, stubResponse(503), stubResponse(200));
    expect((await send({ ...read, once: true })).status).toBe(503);
    expect(transport.requests).toHaveLength(1);
  });

  it("count the bytes of their body, as text or as bytes", async () => {
    const { send, pipeline } = buildPipeline({}, stubResponse(204));
    for (const body of [undefined, "é", new Uint8Array(5)]) await send(write, { body });
    expect(pipeline.metrics().requestBytes).toBe(7);
  });

  it("are one with retry: false", async () => {
    const { send, transport } = buildPipeline({ retry: false }, stubResponse(503));
    expect((await send(read)).status).toBe(503);
    expect(transport.requests).toHaveLength(1);
  });

  it("are repeated after 429 without a Retry-After, by back-off", async () => {
    const options = { retry: { baseDelayMs: 8, maxDelayMs: 100 }, random: () => 0.5 };
    const { send, retries } = buildPipeline(options, errorResponse(429), errorResponse(429), stubResponse(204));
    expect(await send(write)).toMatchObject({ status: 204, attempts: 3, ambiguousAttempts: undefined });
    expect(retries.map(({ delayMs }) => delayMs)).toEqual([4, 8]);
  });

  it("wait as long as the service asks, in seconds, milliseconds or until a date", async () => {
    const soon = new Date(Date.now() - 5000).toUTCString();
    const { send, retries } = buildPipeline(
      {},
      stubResponse(503, ["Retry-After", "0.02"]),
      stubResponse(429, ["x-ms-retry-after-ms", "15"]),
      stubResponse(503, ["Retry-After", soon]),
      stubResponse(200),
    );
    expect((await send(read)).status).toBe(200);
    expect(retries.map(({ delayMs }) => delayMs)).toEqual([20, 15, 0]);
  });

  it("are not repeated where the wait that is asked for is beyond the time limit", async () => {
    const { send, transport } = buildPipeline({ timeoutMs: 60_000 }, stubResponse(503, ["Retry-After", "61"]));
    expect((await send(read)).status).toBe(503);
    expect(transport.requests).toHaveLength(1);
  });
});

describe("a response", () => {
  it.each<[number, string | undefined]>([
    [400, "unusable-response"],
    [408, undefined],
    [409, "unusable-response"],
    [499, "unusable-response"],
    [500, undefined],
  ])("of status %d without a header of the service is reported as %s, and tried again", async (status, failure) => {
    const { send, retries } = buildPipeline({}, stubResponse(status), stubResponse(204));
    expect(await send(write)).toMatchObject({ status: 204, attempts: 2, ambiguousAttempts: [{}] });
    expect(retries).toMatchObject([{ status, failure }]);
  });

  it.each<[string, object]>([
    ["no status", { headers: [], body: new Uint8Array(0) }],
    ["headers that are no list", { status: 200, headers: {}, body: new Uint8Array(0) }],
    ["a body of text", { status: 200, headers: [], body: "{}" }],
  ])("with %s fails the call", async (_, response) => {
    const { send } = buildPipeline({ retry: false }, response as never);
    await expect(send(read)).rejects.toThrow("the transport returned no response with status, headers and body");
  });
});

describe("a write whose outcome is unknown", () => {
  it.each<[string, StubResponse]>([
    ["500", stubResponse(500)],
    ["503", stubResponse(503)],
    ["a 429 that the service did not send", stubResponse(429)],
    ["a lost connection", networkError("ECONNRESET")],
  ])("after %s is marked on the answer of the repetition", async (_, first) => {
    const { send } = buildPipeline({}, first, errorResponse(409));
    expect(await send(write)).toMatchObject({ status: 409, attempts: 2, ambiguousAttempts: [expect.anything()] });
    const reads = buildPipeline({}, first, errorResponse(404));
    expect(await reads.send(read)).toMatchObject({ status: 404, attempts: 2, ambiguousAttempts: undefined });
  });

  it.each<[string, StubResponse]>([
    ["429", errorResponse(429)],
    ["a refused connection", networkError("ECONNREFUSED")],
    ["an unknown name", networkError("ENOTFOUND")],
  ])("is none after %s", async (_, first) => {
    const { send } = buildPipeline({}, first, errorResponse(409));
    expect(await send(write)).toMatchObject({ status: 409, attempts: 2, ambiguousAttempts: undefined });
  });

  it("is told by the error when the next attempt could not be sent", async () => {
    const closed = new TableError("request.closed", "The client is closed.");
    const { send } = buildPipeline({}, networkError("ECONNRESET"), closed);
    const told = { code: "request.closed", outcome: "unknown", attempts: 2, cause: closed };
    await expect(send(write)).rejects.toMatchObject(told);
    const { send: sendOnce } = buildPipeline({}, networkError("ECONNREFUSED"), closed);
    await expect(sendOnce(write), "nothing was sent before").rejects.toBe(closed);
  });

  it("is told by the error when no answer came at all", async () => {
    const { send } = buildPipeline(
      { retry: { maxAttempts: 2, baseDelayMs: 0 } },
      networkError("ECONNRESET", "socket hang up"),
    );
    await expect(send(write)).rejects.toMatchObject({ code: "request.failed", attempts: 2, ambiguous: true });
    await expect(send(read)).rejects.toMatchObject({
      ambiguous: false,
      message: expect.stringContaining("socket hang up"),
    });
  });
});

describe("time limits", () => {
  it("end an attempt, and another follows", async () => {
    const { send, transport } = buildPipeline({ attemptTimeoutMs: 20 }, hang, stubResponse(204));
    expect(await send(write)).toMatchObject({ status: 204, attempts: 2, ambiguousAttempts: [expect.anything()] });
    expect(transport.requests[0]?.signal?.aborted).toBe(true);
  });

  it("end a call with all its attempts", async () => {
    const { send } = buildPipeline({ timeoutMs: 40, attemptTimeoutMs: 10_000 }, hang);
    await expect(send(write)).rejects.toMatchObject({ code: "request.timeout", attempts: 1, ambiguous: true });
    await expect(send({ ...read, timeoutMs: 15 })).rejects.toMatchObject({ code: "request.timeout", ambiguous: false });
  });

  it.each<[string, PipelineOptions, string]>([
    ["an attempt 35 seconds", {}, "the time limit of an attempt is 35000 ms."],
    ["a call 2 minutes", { attemptTimeoutMs: 600_000 }, "the time limit of the call is 120000 ms."],
  ])("give %s by default", async (_, options, message) => {
    vi.useFakeTimers();
    const { send } = buildPipeline({ retry: false, ...options }, hang);
    const failed = expect(send(read)).rejects.toThrow(message);
    await vi.runAllTimersAsync();
    await failed;
  });

  it("let a wait be longer than a timer can count", async () => {
    vi.useFakeTimers();
    const tooLong = stubResponse(503, ["Retry-After", "3000000"]);
    const { send, transport } = buildPipeline({ timeoutMs: 2 ** 33 }, tooLong, stubResponse(200));
    const call = send(read);
    await vi.advanceTimersByTimeAsync(2 ** 31 - 2);
    expect(transport.requests).toHaveLength(1);
    await vi.runAllTimersAsync();
    expect((await call).status).toBe(200);
  });

  it("hold while a credential waits for its token", async () => {
    const { transport } = buildPipeline({});
    const credential = { kind: "token" as const, authorize: () => new Promise<HttpRequest>(() => undefined) };
    const pipeline = createPipeline(transport, { credential, url, kind: "storage" }, { timeoutMs: 20 });
    const call = pipeline({ method: "GET", url, headers: [], context: read });
    await expect(call).rejects.toMatchObject({ code: "request.timeout" });
  });
});

describe("the caller's signal", () => {
  it("sends nothing when it is aborted already", async () => {
    const { send, transport } = buildPipeline({}, stubResponse(200));
    const reason = new Error("changed my mind");
    const call = send(read, { signal: AbortSignal.abort(reason) });
    await expect(call).rejects.toMatchObject({ code: "request.aborted", cause: reason, attempts: 0 });
    expect(transport.requests).toHaveLength(0);
  });

  it("ends an attempt", async () => {
    const { send, transport } = buildPipeline({}, hang);
    const controller = new AbortController();
    const call = send(write, { signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    await expect(call).rejects.toMatchObject({ code: "request.aborted", ambiguous: true });
    expect(transport.requests[0]?.signal?.aborted).toBe(true);
  });

  it("ends a wait between attempts", async () => {
    const controller = new AbortController();
    const options = { retry: { baseDelayMs: 60_000, maxDelayMs: 60_000 }, random: () => 0.9, timeoutMs: 600_000 };
    const { send, transport } = buildPipeline(options, stubResponse(503));
    const call = send(read, { signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    await expect(call).rejects.toMatchObject({ code: "request.aborted" });
    expect(transport.requests).toHaveLength(1);
  });

  it("ends a call where it is aborted between two attempts", async () => {
    const controller = new AbortController();
    const { send, transport } = buildPipeline({ events: { onRetry: () => controller.abort() } }, stubResponse(503));
    await expect(send(read, { signal: controller.signal })).rejects.toMatchObject({ code: "request.aborted" });
    expect(transport.requests).toHaveLength(1);
  });

  it("has one listener, whatever the number of calls", async () => {
    const { signal } = new AbortController();
    const { send } = buildPipeline({}, () => {
      expect(getEventListeners(signal, "abort")).toHaveLength(1);
      return stubResponse(200);
    });
    await Promise.all(Array.from({ length: 12 }, () => send(read, { signal })));
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("ends every call that it was given to", async () => {
    const { send } = buildPipeline({}, hang);
    const controller = new AbortController();
    const { signal } = controller;
    const calls = Promise.allSettled([send(read, { signal }), send(write, { signal })]);
    controller.abort();
    expect(await calls).toMatchObject(Array(2).fill({ reason: { code: "request.aborted" } }));
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("is left without a listener", async () => {
    const open = new Set<() => void>();
    const signal = {
      aborted: false,
      addEventListener: (_: "abort", listener: () => void) => open.add(listener),
      removeEventListener: (_: "abort", listener: () => void) => open.delete(listener),
    };
    const { send } = buildPipeline({}, stubResponse(503), stubResponse(200), networkError("E_ODD"));
    await send(read, { signal });
    await expect(send(read, { signal })).rejects.toMatchObject({ code: "request.failed" });
    expect(open.size).toBe(0);
  });
});

describe("a challenge", () => {
  it("is answered once", async () => {
    let challenges = 0;
    const request = { method: "GET", url, headers: [], context: read };
    const challenged = (response: HttpResponse, rejected: HttpRequest, startedAt: number) => {
      expect([response.status, rejected]).toEqual([401, request]);
      expect(startedAt).toBeLessThanOrEqual(performance.now());
      return ++challenges > 0;
    };
    const credential = { ...countingCredential(), challenged };
    const transport = stubTransport(errorResponse(401));
    const pipeline = createPipeline(transport, { credential, url, kind: "storage" });
    expect((await pipeline(request)).status).toBe(401);
    expect(transport.requests).toHaveLength(2);
    expect(challenges).toBe(1);
  });
});

describe("policies", () => {
  it("wrap every attempt, the first outermost, before it is signed", async () => {
    const seen: string[] = [];
    const policy =
      (name: string) => (next: (request: HttpRequest) => ReturnType<typeof hang>) => (request: HttpRequest) => {
        seen.push(`${name} ${String(headerValue(request.headers, "authorization"))}`);
        return next(request);
      };
    const { send } = buildPipeline(
      { policies: [policy("outer"), policy("inner")] },
      stubResponse(503),
      stubResponse(200),
    );
    await send(read);
    expect(seen).toEqual(["outer undefined", "inner undefined", "outer undefined", "inner undefined"]);
  });
});

describe("a policy that never ends", () => {
  const never = () => () => new Promise<never>(() => undefined);

  it("ends with the time limit", async () => {
    const { send } = buildPipeline({ policies: [never], timeoutMs: 5 }, stubResponse(200));
    await expect(send(read)).rejects.toMatchObject({ code: "request.timeout" });
  });

  it("ends with the caller's signal", async () => {
    const { send } = buildPipeline({ policies: [never] }, stubResponse(200));
    const call = send(read, { signal: AbortSignal.timeout(5) });
    await expect(call).rejects.toMatchObject({ code: "request.aborted" });
  });
});

describe("User-Agent", () => {
  it("names the application before the runtime", async () => {
    const { send, transport } = buildPipeline({ userAgent: "shop/1.0" }, stubResponse(200));
    await send(read);
    expect(headerValue(transport.requests[0]?.headers ?? [], "user-agent")).toMatch(/^shop\/1\.0 tablewright\//);
  });

  it.each(["~", "x".repeat(256)])("may be %.9s", async (userAgent) => {
    const { send, transport } = buildPipeline({ userAgent }, stubResponse(200));
    await send(read);
    expect(headerValue(transport.requests[0]?.headers ?? [], "user-agent")).toBe(
      `${userAgent} tablewright/${manifest.version} node/${process.versions.node}`,
    );
  });

  it.each(["", "a\r\nb", "\nb", "a\n", "é", "\x7f", "x".repeat(257)])("is refused as %j", (userAgent) => {
    expect(() => buildPipeline({ userAgent }, stubResponse(200))).toThrow(
      expect.objectContaining({ code: "config.invalid-option" }),
    );
  });
});
