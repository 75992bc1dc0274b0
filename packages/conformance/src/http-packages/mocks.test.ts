import { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { createTableService, serveTableService, type TableServer } from "@tablewright/testing";
import { tableServiceHandlers } from "@tablewright/testing/msw";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ObservedService, serveObserved } from "../compat/observed-service.js";

/* Mocks of HTTP in tests of an application, with the default transport: for another API than tables, and in place of the Table service. */

const account = "AccountName=myaccount;AccountKey=a2V5;TableEndpoint=http://myaccount.table.test";
const key = { partitionKey: "C1", rowKey: "1" };
let server: TableServer;
let observed: ObservedService;

beforeAll(async () => {
  server = await serveTableService({ tables: { Shop: [] } });
  observed = await serveObserved();
});

afterAll(async () => {
  await server.close();
  await observed[Symbol.asyncDispose]();
});

/** Reads and writes through a proxy, and returns whether all requests took that way. */
async function isProxied(): Promise<boolean> {
  observed.reset();
  await using service = TableServiceClient.fromConnectionString(observed.connectionString, {
    proxy: observed.proxyUrl,
  });
  await service.tables.createIfNotExists("Shop");
  await service.table("Shop").insertOrReplace({ ...key, properties: {} });
  expect(await service.table("Shop").get(key)).toBeDefined();
  return observed.proxied === 3 && observed.requests.length === 3;
}

/** Application that asks a price service, and stores the price. */
async function storePrice(rowKey: string): Promise<unknown> {
  await using service = TableServiceClient.fromConnectionString(server.connectionString);
  const { price } = (await (await fetch("http://prices.test/price")).json()) as { readonly price: number };
  const shop = service.table("Shop");
  await shop.insert({ partitionKey: "C1", rowKey, properties: { price: edm.double(price) } });
  return (await shop.getOrThrow({ partitionKey: "C1", rowKey })).properties["price"];
}

describe("msw", () => {
  const mocks = setupServer();

  afterEach(() => {
    mocks.close();
    mocks.resetHandlers();
  });

  it("answers for another API while the client talks to a service", async () => {
    mocks.listen({ onUnhandledRequest: "bypass" });
    mocks.use(http.get("http://prices.test/price", () => HttpResponse.json({ price: 5 })));
    expect(await storePrice("msw")).toEqual(edm.double(5));
  });

  it("answers for the Table service", async () => {
    mocks.listen({ onUnhandledRequest: "error" });
    const mocked = createTableService({ account: "myaccount", authenticate: false, tables: { Shop: [] } });
    mocks.use(...tableServiceHandlers(mocked, "http://myaccount.table.test"));
    await using service = TableServiceClient.fromConnectionString(account);
    await service.table("Shop").insert({ ...key, properties: { price: edm.double(5) } });
    expect((await service.table("Shop").getOrThrow(key)).properties).toEqual({ price: edm.double(5) });
  });

  it("leaves requests through a proxy alone", async () => {
    mocks.listen({ onUnhandledRequest: "bypass" });
    expect(await isProxied()).toBe(true);
  });

  it("is named by the error of a response that the service would not send", async () => {
    mocks.listen({ onUnhandledRequest: "error" });
    mocks.use(http.all("http://myaccount.table.test/*", () => HttpResponse.json({ price: 5 })));
    await using service = TableServiceClient.fromConnectionString(account, { retry: false });
    const shop = service.table("Shop");
    const write = { ...key, properties: {} };
    for (const call of [
      shop.get(key),
      shop.insert(write),
      shop.query("C1").toArray({ max: 1 }),
      shop.delete(key, { ifMatch: "*" }),
    ])
      await expect(call).rejects.toThrow(/Check the endpoint.*mocks of HTTP.*#a-proxy-or-a-mock-answers/);
  });
});

describe("nock", () => {
  let nock: typeof import("nock");

  beforeAll(async () => {
    // It replaces functions of Node when it is loaded.
    nock = (await import("nock")).default;
  });

  afterEach(() => nock.cleanAll());

  afterAll(() => {
    nock.enableNetConnect();
    nock.restore();
  });

  it("answers for another API while the client talks to a service", async () => {
    nock.enableNetConnect("127.0.0.1");
    nock("http://prices.test").get("/price").reply(200, { price: 6 });
    expect(await storePrice("nock")).toEqual(edm.double(6));
  });

  it("leaves requests through a proxy alone", async () => {
    nock.enableNetConnect("127.0.0.1");
    expect(await isProxied()).toBe(true);
  });

  it("answers for the Table service", async () => {
    nock.disableNetConnect();
    const headers = { "Content-Type": "application/json;odata=minimalmetadata", "x-ms-request-id": "1" };
    const row = { PartitionKey: "C1", RowKey: "1", "odata.etag": 'W/"1"', price: 5.5 };
    nock("http://myaccount.table.test")
      .get(/^\/Shop/)
      .reply(200, row, headers);
    await using service = TableServiceClient.fromConnectionString(account);
    expect((await service.table("Shop").getOrThrow(key)).properties).toEqual({ price: edm.double(5.5) });
    await expect(service.table("Shop").get(key)).rejects.toThrow(
      /No match.*A mock of HTTP.*#a-proxy-or-a-mock-answers/,
    );
  });
});
