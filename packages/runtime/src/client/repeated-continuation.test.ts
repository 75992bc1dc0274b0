import { expect, it } from "vitest";
import type { HttpRequest } from "../http/http-message.js";
import { readLines } from "../lines.js";
import { recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { Order } from "../test/shop/index.js";
import { TableServiceClient } from "./table-service-client.js";

/** Calls that start each loop over pages. */
const loops: Readonly<Record<string, (service: TableServiceClient) => Promise<unknown>>> = {
  toArray: (service) => orders(service).toArray(),
  count: (service) => orders(service).count(),
  exists: (service) => orders(service).exists(),
  first: (service) => orders(service).first(),
  page: (service) => orders(service).page({ size: 10 }),
  "for await": (service) => drain(orders(service)),
  "a scan in parallel": (service) => service.entities(Order).scan({ parallel: 2 }).toArray(),
  "a table's rows": (service) => service.table("Shop").scan().toArray(),
  readLines: (service) => readLines(service.table("Shop").scan()),
  "tables.list": (service) => drain(service.tables.list()),
  deletePartition: (service) => service.deletePartition(Order.partition({ customerId: "C1" })),
  deleteWhere: (service) => service.entities(Order).deleteWhere(orders(service), { max: 10 }),
};

/** Reads the pages one after the other. All of them are empty. */
async function drain(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const row of rows) expect.fail(`There is a row: ${JSON.stringify(row)}`);
}

const orders = (service: TableServiceClient) => service.entities(Order).query({ customerId: "C1" });

const continuation = (token: string): StubResponse => ({
  status: 200,
  headers: ["x-ms-continuation-NextPartitionKey", token, "x-ms-continuation-NextTableName", token],
  body: { value: [] },
});

function serviceOf(response: (request: HttpRequest) => StubResponse) {
  let requests = 0;
  const transport = recordingTransport((request) => {
    // Ends a loop that would otherwise run forever.
    if (++requests > 500) throw new Error("The loop does not end.");
    return response(request);
  });
  const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry: false });
  return { service, transport };
}

it.each(Object.entries(loops))("%s ends where a continuation leads back to itself", async (_, loop) => {
  const { service, transport } = serviceOf(() => continuation("again"));
  await expect(loop(service)).rejects.toMatchObject({
    code: "response.malformed",
    message: expect.stringContaining("repeats the continuation of its request"),
  });
  expect(transport.requests.length).toBeLessThan(10);
});

const circular = Object.entries(loops).flatMap(([name, loop]) =>
  [2, 3, 10].map((length) => [name, length, loop] as const),
);

it.each(circular)("%s ends where continuations lead in a circle of %i", async (_, length, loop) => {
  let page = 0;
  const { service, transport } = serviceOf(() => continuation(page < 5 ? `start ${page++}` : `${page++ % length}`));
  await expect(loop(service)).rejects.toMatchObject({
    code: "response.malformed",
    message: expect.stringContaining("repeats an earlier continuation"),
  });
  expect(transport.requests.length).toBeLessThan(100);
});

it.each(Object.entries(loops))("%s goes on over empty pages whose continuations differ", async (_, loop) => {
  const { service, transport } = serviceOf((request) => {
    const page = Number(/Next(?:PartitionKey|TableName)=(\d+)/.exec(request.url)?.[1] ?? 0);
    return page === 20 ? { status: 200, headers: [], body: { value: [] } } : continuation(String(page + 1));
  });
  await loop(service);
  expect(transport.requests.length).toBeGreaterThan(20);
});
