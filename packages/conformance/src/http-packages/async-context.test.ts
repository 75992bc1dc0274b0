import { AsyncLocalStorage } from "node:async_hooks";
import { fetchTransport, type Policy, TableServiceClient, undiciTransport } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { serveTableService } from "@tablewright/testing";
import { expect, it, onTestFinished } from "vitest";

it.each([
  ["Node's HTTP client", () => undefined],
  ["undici", () => undiciTransport()],
  ["fetch", () => fetchTransport()],
])("hooks and policies run in the context of their caller, among many calls at a time: %s", async (_, transport) => {
  const server = await serveTableService();
  const caller = new AsyncLocalStorage<string>();
  const callers = new Map<string, string | undefined>();
  const seen = new Map<string, number>();
  const wrong: string[] = [];
  const note = (hook: string, id: string) => {
    if (!callers.has(id)) callers.set(id, caller.getStore());
    if (caller.getStore() !== callers.get(id)) wrong.push(`${hook} of ${callers.get(id)} in ${caller.getStore()}`);
    seen.set(hook, (seen.get(hook) ?? 0) + 1);
  };
  const policy: Policy = (next) => async (request) => {
    const id = request.headers[request.headers.indexOf("x-ms-client-request-id") + 1] ?? "";
    note("before", id);
    const response = await next(request);
    note("after", id);
    return response;
  };
  const service = TableServiceClient.fromConnectionString(server.connectionString, {
    connections: 4,
    retry: { baseDelayMs: 1, maxAttempts: 8 },
    policies: [policy],
    events: {
      onRequest: ({ clientRequestId }) => note("onRequest", clientRequestId),
      onResponse: ({ clientRequestId }) => note("onResponse", clientRequestId),
      onRetry: ({ clientRequestId }) => note("onRetry", clientRequestId),
    },
    transport: transport(),
  });
  onTestFinished(async () => {
    await service.close();
    await server.close();
  });
  await service.tables.createIfNotExists("Things");
  server.service.faults.add({ fault: { kind: "pageSize", size: 2 } });
  server.service.faults.add({ fault: { kind: "throttle" }, operation: "get", probability: 0.2, seed: 3 });
  const table = service.table("Things");
  const names = Array.from({ length: 40 }, (_name, index) => `caller ${index}`);
  const work = async (rowKey: string) => {
    await table.insertOrReplace({ partitionKey: "p", rowKey, properties: { n: edm.int32(1) } });
    await table.get({ partitionKey: "p", rowKey });
    await table.query("p").take(5).toArray();
    await table.bulk([{ insertOrReplace: { partitionKey: "q", rowKey, properties: {} } }]);
    return caller.getStore();
  };
  expect(await Promise.all(names.map((name) => caller.run(name, work, name)))).toEqual(names);
  expect(wrong).toEqual([]);
  expect(new Set(callers.values())).toEqual(new Set([undefined, ...names]));
  for (const hook of ["before", "after", "onRequest", "onResponse", "onRetry"])
    expect(seen.get(hook)).toBeGreaterThan(0);
});
