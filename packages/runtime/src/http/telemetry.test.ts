import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it, vi } from "vitest";
import {
  countingCredential,
  errorResponse,
  networkError,
  type StubResponse,
  stubResponse,
  stubTransport,
} from "../test/account/stub-transport.js";
import { type SpanLike, type SpanOptionsLike, withSpan } from "./call-span.js";
import type { ClientEvents, LogEntry, RequestEvent, ResponseEvent, RetryEvent } from "./client-events.js";
import { headerValue, type Policy, type RequestContext } from "./http-message.js";
import { createPipeline, type PipelineOptions } from "./pipeline.js";
import { channelNames } from "./telemetry.js";

const url = "https://a.table.core.windows.net:8443";
const context: RequestContext = { operation: "insertEntity", table: "Shop", readOnly: false };

function build(options: PipelineOptions, ...responses: readonly StubResponse[]) {
  const target = { credential: countingCredential(), url, accountName: "a", kind: "storage" };
  const transport = stubTransport(...responses);
  const pipeline = createPipeline(transport, target, {
    retry: { baseDelayMs: 0, maxAttempts: 2 },
    ...options,
  });
  const send = (about = context) =>
    pipeline({
      method: "POST",
      url: `${url}/Shop(PartitionKey='secret-row')`,
      headers: [],
      body: "{é}",
      context: about,
    });
  return { pipeline, send, transport };
}

describe("events", () => {
  it("tell each attempt, its end and what follows", async () => {
    const seen: [string, RequestEvent | ResponseEvent | RetryEvent][] = [];
    const events: ClientEvents = {
      onRequest: (event) => seen.push(["request", event]),
      onResponse: (event) => seen.push(["response", event]),
      onRetry: (event) => seen.push(["retry", event]),
    };
    const { send } = build({ events }, stubResponse(503, ["x-ms-request-id", "r1"], "busy"), stubResponse(204));
    await send();
    expect(seen.map(([name]) => name)).toEqual(["request", "response", "retry", "request", "response"]);
    const common = { operation: "insertEntity", table: "Shop", method: "POST", host: "a.table.core.windows.net:8443" };
    expect(seen[0]?.[1]).toMatchObject({ ...common, attempt: 1, requestBytes: 4 });
    expect(seen[2]?.[1]).toMatchObject({
      status: 503,
      requestId: "r1",
      responseBytes: 4,
      delayMs: 0,
      failure: undefined,
    });
    expect(seen[4]?.[1]).toMatchObject({ attempt: 2, status: 204, responseBytes: 0 });
    expect(new Set(seen.map(([, event]) => event.clientRequestId)).size).toBe(1);
    expect(JSON.stringify(seen), "nothing of the row").not.toContain("secret-row");
  });

  it("reach diagnostics_channel without any option", async () => {
    const seen: unknown[] = [];
    const listen = (event: unknown): void => {
      seen.push(event);
    };
    const names = Object.values(channelNames);
    for (const name of names) subscribe(name, listen);
    await build({}, networkError("ECONNRESET"), stubResponse(204)).send();
    for (const name of names) unsubscribe(name, listen);
    expect(seen).toHaveLength(4);
    expect(seen[1]).toMatchObject({ failure: "connection-lost", status: undefined, delayMs: 0 });
  });

  it.each([
    ["tablewright:request", 2],
    ["tablewright:response", 1],
    ["tablewright:retry", 1],
  ])("reach a listener of %s alone, %i of them", async (name, count) => {
    const listen = vi.fn();
    subscribe(name, listen);
    await build({}, stubResponse(503), stubResponse(204)).send();
    unsubscribe(name, listen);
    await build({}, stubResponse(204)).send();
    expect(listen).toHaveBeenCalledTimes(count);
  });

  it.each([
    ["another attempt could follow", 2],
    ["it was the last attempt", 1],
  ])("announce no retry of a write that reads show to be applied, where %s", async (_, maxAttempts) => {
    const seen: string[] = [];
    const lines: LogEntry[] = [];
    const events: ClientEvents = {
      onResponse: ({ failure }) => seen.push(`response ${failure}`),
      onRetry: () => seen.push("retry"),
    };
    const retry = { baseDelayMs: 0, maxAttempts };
    const { send } = build({ events, retry, logger: (entry) => lines.push(entry) }, networkError("ECONNRESET"));
    await send({ ...context, recover: async () => "applied" });
    expect(seen).toEqual(["response connection-lost"]);
    expect(lines).toMatchObject([{ level: "warning", message: expect.stringMatching(/; the write was applied$/) }]);
  });

  it("announce no retry where reads show that another attempt is pointless", async () => {
    const seen: string[] = [];
    const events: ClientEvents = { onResponse: () => seen.push("response"), onRetry: () => seen.push("retry") };
    const recover = () => Promise.reject(new Error("taken"));
    await expect(
      build({ events }, networkError("ECONNRESET")).send({ ...context, recover } as RequestContext),
    ).rejects.toThrow("taken");
    expect(seen).toEqual(["response"]);
  });

  it("that throw change nothing, and are warned of", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const events = {
      onRequest: () => {
        throw new Error("my hook broke");
      },
    };
    expect((await build({ events }, stubResponse(204)).send()).status).toBe(204);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining("my hook broke"));
    warn.mockRestore();
  });

  it.each<[string, unknown, string]>([
    ["an error", new Error("full"), "full"],
    ["an error with a long message", new Error("x".repeat(1001)), `${"x".repeat(1000)}…`],
    ["something else", "full", "not an Error"],
  ])("that throw %s are warned of on one line", async (_, thrown, reason) => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const onRequest = () => {
      throw thrown;
    };
    await build({ events: { onRequest } }, stubResponse(204)).send();
    expect(warn.mock.calls).toEqual([[`A hook of a Tablewright client threw: ${reason}`]]);
    warn.mockRestore();
  });

  it("that are asynchronous and fail change nothing either", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const onResponse = async () => {
      throw new Error("my log is full");
    };
    expect((await build({ events: { onResponse }, logger: onResponse }, stubResponse(204)).send()).status).toBe(204);
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(2), 600_000);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining("my log is full"));
    warn.mockRestore();
  });
});

describe("the logger", () => {
  it("gets a line per attempt with a level", async () => {
    const lines: LogEntry[] = [];
    const { send } = build(
      { logger: (entry) => lines.push(entry) },
      stubResponse(500, ["x-ms-request-id", "r7"]),
      errorResponse(409),
      networkError("ECONNREFUSED"),
    );
    await send();
    await expect(send()).rejects.toMatchObject({ code: "request.failed" });
    expect(lines.map(({ level }) => level)).toEqual(["warning", "debug", "warning", "error"]);
    expect(lines[0]?.message).toMatch(
      /^insertEntity Shop a\.table\.core\.windows\.net:8443 attempt 1: 500 in .* request r7; retrying in 0 ms$/,
    );
    expect(lines[3]?.message).toContain("not-connected");
  });

  it.each([
    [200, "debug"],
    [499, "debug"],
    [500, "error"],
    [503, "error"],
  ])("gets the last answer %i with the level %s", async (status, level) => {
    const lines: LogEntry[] = [];
    const { send } = build({ logger: (entry) => lines.push(entry), retry: false }, errorResponse(status));
    await send({ ...context, readOnly: true });
    expect(lines).toMatchObject([{ level, event: { status, attempt: 1 } }]);
  });
});

describe("metrics", () => {
  it("count calls, attempts, failures, throttles, bytes and times", async () => {
    const { pipeline, send } = build(
      {},
      stubResponse(429, [], "wait"),
      stubResponse(204),
      errorResponse(404),
      networkError("ECONNREFUSED"),
    );
    await send();
    await send();
    await expect(send()).rejects.toMatchObject({ code: "request.failed" });
    const metrics = pipeline.metrics();
    expect(metrics).toMatchObject({
      requests: 3,
      attempts: 5,
      failures: 2,
      throttles: 1,
      requestBytes: 20,
      responseBytes: 4,
    });
    expect(metrics.latency.reduce((sum, count) => sum + count, 0)).toBe(3);
  });
});

describe("spans", () => {
  class Span {
    readonly name: string;
    readonly options: SpanOptionsLike | undefined;
    readonly attributes: Record<string, string | number> = {};
    status: { code: number; message?: string } | undefined;
    ended = false;

    constructor(name: string, options: SpanOptionsLike | undefined) {
      this.name = name;
      this.options = options;
    }

    setAttribute(name: string, value: string | number): void {
      this.attributes[name] = value;
    }

    setStatus(status: { code: number; message?: string }): void {
      this.status = status;
    }

    end(): void {
      this.ended = true;
    }
  }

  function traced(...responses: readonly StubResponse[]) {
    const spans: Span[] = [];
    const tracer = {
      startSpan(name: string, options?: SpanOptionsLike) {
        const span = new Span(name, options);
        spans.push(span);
        return span;
      },
    };
    return { tracer, spans, ...build({ tracer }, ...responses) };
  }

  it("name operation, table, account and server by the database conventions", async () => {
    const { spans, send } = traced(stubResponse(503), stubResponse(204));
    await send();
    expect(spans).toHaveLength(1);
    expect(spans[0]).toMatchObject({
      name: "insertEntity Shop",
      ended: true,
      status: undefined,
      options: {
        kind: 2,
        attributes: {
          "db.system.name": "azure.table",
          "db.operation.name": "insertEntity",
          "db.collection.name": "Shop",
          "db.namespace": "a",
          "server.address": "a.table.core.windows.net",
          "server.port": 8443,
        },
      },
      attributes: { "http.request.resend_count": 1, "db.response.status_code": "204" },
    });
  });

  it.each([
    ["https://a.table.core.windows.net", "storage", "azure.table", 443],
    ["http://localhost", "storage", "azure.table", 80],
    ["https://a.table.cosmos.azure.com:8902", "cosmos", "azure.cosmosdb", 8902],
  ])("of %s, which is %s, are of the system %s and the port %i", (url, kind, system, port) => {
    const { tracer, spans } = traced();
    const event = { operation: "queryTables", table: undefined, method: "GET", host: "", clientRequestId: "" };
    withSpan(tracer, { ...event, attempt: 1, requestBytes: 0 }, { url, kind }, () => undefined);
    expect(spans[0]?.name).toBe("queryTables");
    expect(spans[0]?.options?.attributes).toEqual({
      "db.system.name": system,
      "db.operation.name": "queryTables",
      "server.address": new URL(url).hostname,
      "server.port": port,
    });
  });

  it.each([
    ["getEntity", 404, false],
    ["deleteEntity", 404, false],
    ["mergeEntity", 404, true],
    ["insertEntity", 409, true],
    ["getEntity", 403, true],
    ["getEntity", 200, false],
  ])("of %s with %s are errors: %s", async (operation, status, failed) => {
    const { spans, send } = traced(errorResponse(status));
    await send({ operation, table: "Shop", readOnly: true });
    expect(spans[0]?.status?.code).toBe(failed ? 2 : undefined);
    expect(spans[0]?.attributes["error.type"]).toBe(failed ? String(status) : undefined);
  });

  const ids = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", traceFlags: 0 };

  it.each([
    [{ ...ids, traceFlags: 1 }, "01"],
    [{ ...ids, traceFlags: 0x1a0 }, "a0"],
  ])("are named in traceparent by every attempt: %j", async (context, flags) => {
    const span = { setAttribute: vi.fn(), setStatus: vi.fn(), end: vi.fn(), spanContext: () => context };
    const { send, transport } = build({ tracer: { startSpan: () => span } }, stubResponse(503), stubResponse(204));
    await send();
    expect(transport.requests.map(({ headers }) => headerValue(headers, "traceparent"))).toEqual(
      Array(2).fill(`00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flags}`),
    );
  });

  it.each<[object | undefined]>([
    [undefined],
    [{ ...ids, traceId: "0".repeat(32) }],
    [{ ...ids, spanId: "0".repeat(16) }],
    [{ ...ids, traceId: "x\r\nAuthorization: no" }],
    [{ ...ids, traceId: `x${ids.traceId}` }],
    [{ ...ids, traceId: `${ids.traceId}x` }],
    [{ ...ids, spanId: `x${ids.spanId}` }],
    [{ ...ids, spanId: `${ids.spanId}x` }],
    [{}],
  ])("without valid ids send no traceparent: %j", async (context) => {
    const span = {
      setAttribute: vi.fn(),
      setStatus: vi.fn(),
      end: vi.fn(),
      ...(context && { spanContext: () => context }),
    };
    const { send, transport } = build({ tracer: { startSpan: () => span as never } }, stubResponse(204));
    await send();
    expect(headerValue(transport.requests[0]?.headers ?? [], "traceparent")).toBeUndefined();
  });

  it("are current while the attempts of their call are sent, if the tracer can do that", async () => {
    const current = new AsyncLocalStorage<string>();
    const span = { setAttribute: vi.fn(), setStatus: vi.fn(), end: vi.fn() };
    const startActiveSpan = (name: string, _options: SpanOptionsLike, call: (started: SpanLike) => unknown) =>
      current.run(name, () => call(span));
    const seen: (string | undefined)[] = [];
    const note: Policy = (next) => (request) => {
      seen.push(current.getStore());
      return next(request);
    };
    const tracer = { startSpan: () => expect.unreachable(), startActiveSpan };
    const { send } = build({ tracer, policies: [note] }, stubResponse(503), stubResponse(204));
    await send();
    expect(seen).toEqual(["insertEntity Shop", "insertEntity Shop"]);
    expect([current.getStore(), span.end.mock.calls.length]).toEqual([undefined, 1]);
  });

  it("of a tracer that throws change nothing", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const broken = () => {
      throw new Error("no exporter");
    };
    const span = { setAttribute: broken, setStatus: broken, end: broken, spanContext: broken };
    const active = (_name: string, _options: object, call: (started: SpanLike) => unknown) => call(span);
    const tracers = [{ startSpan: broken }, { startSpan: () => span }];
    for (const tracer of [
      ...tracers,
      ...[broken, active].map((startActiveSpan) => ({ startSpan: broken, startActiveSpan })),
    ]) {
      expect((await build({ tracer }, stubResponse(204)).send()).status).toBe(204);
    }
    expect(warn).toHaveBeenCalledTimes(6);
    warn.mockRestore();
  });

  it("end with the kind of failure where no answer came", async () => {
    const { spans, send } = traced(networkError("ENOTFOUND"));
    await expect(send()).rejects.toMatchObject({ code: "request.failed" });
    expect(spans[0]).toMatchObject({ ended: true, status: { code: 2, message: "not-connected" } });
  });
});
