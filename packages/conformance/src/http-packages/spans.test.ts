import { createRequire } from "node:module";
import { context, propagation, trace } from "@opentelemetry/api";
import { registerInstrumentations } from "@opentelemetry/instrumentation";
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import { UndiciInstrumentation } from "@opentelemetry/instrumentation-undici";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { fetchTransport, TableServiceClient, type Transport, undiciTransport } from "@tablewright/runtime";
import { serveTableService, type TableServer } from "@tablewright/testing";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

/* Spans of a client beside OpenTelemetry's instrumentations of HTTP and undici. */

const exporter = new InMemorySpanExporter();
const instrumentations = [new HttpInstrumentation(), new UndiciInstrumentation()];
let provider: NodeTracerProvider;
let server: TableServer;

beforeAll(async () => {
  provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  provider.register();
  registerInstrumentations({ tracerProvider: provider, instrumentations });
  // The instrumentation replaces the functions of this module when a program requires it.
  createRequire(import.meta.url)("node:http");
  server = await serveTableService({ tables: { Shop: [] } });
});

afterAll(async () => {
  await server.close();
  for (const instrumentation of instrumentations) instrumentation.disable();
  await provider.shutdown();
  for (const api of [trace, context, propagation]) api.disable();
});

beforeEach(() => exporter.reset());

it.each<[string, (() => Transport) | undefined]>([
  ["the default transport", undefined],
  ["undici", undiciTransport],
  ["fetch", fetchTransport],
])("the spans of requests are children of the spans of their calls: %s", async (_name, create) => {
  await using service = TableServiceClient.fromConnectionString(server.connectionString, {
    tracer: trace.getTracer("shop"),
    connections: 2,
    ...(create && { transport: create() }),
  });
  const shop = service.table("Shop");
  await trace.getTracer("app").startActiveSpan("root", async (root) => {
    // More calls at once than connections, so that some wait for those of others.
    await Promise.all(Array.from({ length: 10 }, (_, n) => shop.get({ partitionKey: "p", rowKey: `${n}` })));
    await shop.query("p").toArray({ max: 10 });
    root.end();
  });
  const spans = exporter.getFinishedSpans();
  const [root] = spans.filter(({ name }) => name === "root");
  const calls = spans.filter(({ name }) => /Shop$/.test(name));
  const requests = spans.filter(({ kind, name }) => kind === 2 && name === "GET");
  expect(calls).toHaveLength(11);
  expect(new Set(calls.map(({ parentSpanContext }) => parentSpanContext?.spanId))).toEqual(
    new Set([root?.spanContext().spanId]),
  );
  expect(requests.map(({ parentSpanContext }) => parentSpanContext?.spanId).sort()).toEqual(
    calls.map((call) => call.spanContext().spanId).sort(),
  );
  // The server continues the trace of the request that it received, which is possible with one traceparent only.
  const received = spans.filter(({ kind }) => kind === 1).map(({ parentSpanContext }) => parentSpanContext?.spanId);
  expect(received.sort()).toEqual(requests.map((request) => request.spanContext().spanId).sort());
});
