import {
  AzureNamedKeyCredential,
  AzureSASCredential,
  type Edm,
  generateAccountSas,
  generateTableSas,
  odata,
  RestError,
  TableClient,
  TableServiceClient,
  TableTransaction,
} from "@azure/data-tables";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { serveTableService, type TableServer } from "../server/serve-table-service.js";

const http = { allowInsecureConnection: true };
let server: TableServer;
let service: TableServiceClient;
let shop: TableClient;
beforeAll(async () => {
  server = await serveTableService();
  service = TableServiceClient.fromConnectionString(server.connectionString, http);
  shop = TableClient.fromConnectionString(server.connectionString, "Shop", http);
});
afterAll(() => server.close());
beforeEach(async () => {
  server.service.reset();
  await shop.createTable();
});

async function errorOf(promise: Promise<unknown>): Promise<{ status: number | undefined; code: string | undefined }> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RestError);
  const { statusCode, details } = error as RestError;
  const { odataError, code } = (details ?? {}) as { odataError?: { code?: string }; code?: string };
  return { status: statusCode, code: odataError?.code ?? code };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe("TableServiceClient of @azure/data-tables", () => {
  it("creates, lists and deletes tables", async () => {
    await service.createTable("Alpha");
    await service.createTable("Beta");
    expect((await all(service.listTables())).map((table) => table.name)).toEqual(["Alpha", "Beta", "Shop"]);
    const filtered = service.listTables({ queryOptions: { filter: odata`TableName eq ${"Beta"}` } });
    expect((await all(filtered)).map((table) => table.name)).toEqual(["Beta"]);
    const pages = await all(service.listTables().byPage({ maxPageSize: 2 }));
    expect(pages.map((page) => page.length)).toEqual([2, 1]);
    await service.deleteTable("Alpha");
    await service.deleteTable("Alpha");
    expect((await all(service.listTables())).map((table) => table.name)).toEqual(["Beta", "Shop"]);
  });

  it("creates a table that exists without an error", async () => {
    await service.createTable("Shop");
    expect((await all(service.listTables())).map((table) => table.name)).toEqual(["Shop"]);
  });

  it("gets and sets the service properties", async () => {
    await service.setProperties({
      logging: { version: "1.0", delete: true, read: true, write: true, retentionPolicy: { enabled: true, days: 7 } },
      hourMetrics: { version: "1.0", enabled: true, includeAPIs: false, retentionPolicy: { enabled: true, days: 3 } },
      minuteMetrics: { version: "1.0", enabled: false, retentionPolicy: { enabled: false } },
      cors: [
        {
          allowedOrigins: "https://a.example",
          allowedMethods: "GET,PUT",
          maxAgeInSeconds: 5,
          exposedHeaders: "x-ms-*",
          allowedHeaders: "*",
        },
      ],
    });
    const properties = await service.getProperties();
    expect(properties.logging).toMatchObject({ read: true, retentionPolicy: { enabled: true, days: 7 } });
    expect(properties.hourMetrics).toMatchObject({ enabled: true, includeAPIs: false });
    expect(properties.minuteMetrics).toMatchObject({ enabled: false });
    expect(properties.cors).toMatchObject([{ allowedOrigins: "https://a.example", maxAgeInSeconds: 5 }]);
  });

  it("gets the statistics from the secondary", async () => {
    const credential = new AzureNamedKeyCredential(server.service.account, server.service.key);
    const secondary = new TableServiceClient(`${server.endpoint}-secondary`, credential, http);
    const statistics = await secondary.getStatistics();
    expect(statistics.geoReplication?.status).toBe("live");
    expect(statistics.geoReplication?.lastSyncTime).toBeInstanceOf(Date);
  });
});

describe("TableClient of @azure/data-tables", () => {
  it("round-trips every Edm type", async () => {
    const guid: Edm<"Guid"> = { type: "Guid", value: "c9da6455-213d-42c9-9a79-3e9149a57833" };
    await shop.createEntity({
      partitionKey: "o'brien",
      rowKey: "50% & more",
      s: "ü😀",
      b: true,
      i: 42,
      d: 5.5,
      l: 9_007_199_254_740_993n,
      t: new Date("2021-01-02T03:04:05.678Z"),
      g: guid,
      x: new Uint8Array([1, 2, 255]),
    });
    const stored = await shop.getEntity<Record<string, unknown>>("o'brien", "50% & more");
    expect(stored).toMatchObject({ s: "ü😀", b: true, i: 42, d: 5.5, l: 9_007_199_254_740_993n });
    expect(stored["t"]).toEqual(new Date("2021-01-02T03:04:05.678Z"));
    expect(stored["g"]).toMatchObject(guid);
    expect([...(stored["x"] as Uint8Array)]).toEqual([1, 2, 255]);
    expect(stored.etag).toMatch(/^W\/"datetime'/);
  });

  it("updates, upserts and deletes", async () => {
    const entity = { partitionKey: "p", rowKey: "r" };
    await shop.createEntity({ ...entity, a: 1, b: 1 });
    await shop.updateEntity({ ...entity, a: 2 }, "Merge");
    expect(await shop.getEntity("p", "r")).toMatchObject({ a: 2, b: 1 });
    const { etag } = await shop.updateEntity({ ...entity, a: 3 }, "Replace");
    expect(await shop.getEntity("p", "r")).not.toHaveProperty("b");
    await shop.upsertEntity({ ...entity, c: 1 }, "Merge");
    expect(await shop.getEntity("p", "r")).toMatchObject({ a: 3, c: 1 });
    await shop.upsertEntity({ ...entity, rowKey: "new" }, "Replace");
    expect(await errorOf(shop.updateEntity(entity, "Replace", { etag: etag ?? "" }))).toMatchObject({ status: 412 });
    expect(await errorOf(shop.deleteEntity("p", "r", { etag: etag ?? "" }))).toMatchObject({ status: 412 });
    await shop.deleteEntity("p", "r");
    expect(await errorOf(shop.getEntity("p", "r"))).toEqual({ status: 404, code: "ResourceNotFound" });
    expect(await errorOf(shop.createEntity({ ...entity, rowKey: "new" }))).toEqual({
      status: 409,
      code: "EntityAlreadyExists",
    });
  });

  it("lists by filter, selection and page", async () => {
    for (let at = 0; at < 25; at += 1)
      await shop.createEntity({ partitionKey: "p", rowKey: String(at).padStart(2, "0"), n: at, even: at % 2 === 0 });
    const filter = odata`n ge ${10} and even eq ${true}`;
    const rows = await all(shop.listEntities<{ n: number }>({ queryOptions: { filter, select: ["n"] } }));
    expect(rows.map((row) => row.n)).toEqual([10, 12, 14, 16, 18, 20, 22, 24]);
    expect(rows[0]).not.toHaveProperty("even");
    const pages = await all(shop.listEntities().byPage({ maxPageSize: 10 }));
    expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
    const first = await shop.listEntities().byPage({ maxPageSize: 10 }).next();
    const continuationToken = (first.value as { continuationToken?: string }).continuationToken ?? "";
    const rest = await all(shop.listEntities().byPage({ maxPageSize: 10, continuationToken }));
    expect(rest.map((page) => page.length)).toEqual([10, 5]);
  });

  it("submits transactions", async () => {
    const transaction = new TableTransaction();
    transaction.createEntity({ partitionKey: "p", rowKey: "a", n: 1 });
    transaction.upsertEntity({ partitionKey: "p", rowKey: "b", n: 1 }, "Merge");
    const response = await shop.submitTransaction(transaction.actions);
    expect(response.status).toBe(202);
    expect(response.getResponseForEntity("a")?.status).toBe(204);
    const failing = shop.submitTransaction([
      ["update", { partitionKey: "p", rowKey: "a", n: 2 }, "Replace"],
      ["create", { partitionKey: "p", rowKey: "b" }],
    ]);
    expect(await errorOf(failing)).toMatchObject({ status: 409 });
    expect(await shop.getEntity("p", "a")).toMatchObject({ n: 1 });
    await shop.submitTransaction([["delete", { partitionKey: "p", rowKey: "a" }]]);
    expect(await errorOf(shop.getEntity("p", "a"))).toMatchObject({ status: 404 });
  });

  it("gets and sets access policies", async () => {
    expect([...(await shop.getAccessPolicy())]).toEqual([]);
    const accessPolicy = {
      start: new Date("2020-01-01T00:00:00Z"),
      expiry: new Date("2099-01-01T00:00:00Z"),
      permission: "raud",
    };
    await shop.setAccessPolicy([{ id: "policy&1", accessPolicy }, { id: "bare" }]);
    expect([...(await shop.getAccessPolicy())]).toMatchObject([{ id: "policy&1", accessPolicy }, { id: "bare" }]);
  });

  it("creates and deletes its table", async () => {
    await shop.deleteTable();
    expect(await errorOf(shop.createEntity({ partitionKey: "p", rowKey: "r" }))).toEqual({
      status: 404,
      code: "TableNotFound",
    });
    await shop.createTable();
    await shop.createEntity({ partitionKey: "p", rowKey: "r" });
  });
});

describe("signatures of @azure/data-tables", () => {
  const credential = (): AzureNamedKeyCredential =>
    new AzureNamedKeyCredential(server.service.account, server.service.key);
  const expiresOn = new Date(Date.now() + 3_600_000);
  const withSas = (sas: string): TableClient =>
    new TableClient(server.endpoint, "Shop", new AzureSASCredential(sas), http);

  it("of an account admit to what they name", async () => {
    const sas = generateAccountSas(credential(), { expiresOn, permissions: { add: true, query: true } });
    await withSas(sas).createEntity({ partitionKey: "p", rowKey: "r" });
    expect(await all(withSas(sas).listEntities())).toHaveLength(1);
    expect(await errorOf(withSas(sas).deleteEntity("p", "r"))).toMatchObject({
      status: 403,
      code: "AuthorizationPermissionMismatch",
    });
  });

  it("of a table admit to its rows within their range, transactions included", async () => {
    const sas = generateTableSas("Shop", credential(), {
      expiresOn,
      permissions: { query: true, add: true },
      startPartitionKey: "b",
      endPartitionKey: "d",
    });
    await withSas(sas).createEntity({ partitionKey: "b", rowKey: "r" });
    await withSas(sas).submitTransaction([["create", { partitionKey: "c", rowKey: "r" }]]);
    expect(await errorOf(withSas(sas).createEntity({ partitionKey: "e", rowKey: "r" }))).toMatchObject({
      status: 403,
      code: "AuthorizationFailure",
    });
    expect(await errorOf(withSas(sas).deleteEntity("b", "r"))).toMatchObject({
      status: 403,
      code: "AuthorizationPermissionMismatch",
    });
    expect(await all(withSas(sas).listEntities())).toHaveLength(2);
  });

  it("with a wrong key are refused", async () => {
    const wrong = new AzureNamedKeyCredential(server.service.account, Buffer.alloc(64).toString("base64"));
    const client = new TableClient(server.endpoint, "Shop", wrong, http);
    expect(await errorOf(client.createEntity({ partitionKey: "p", rowKey: "r" }))).toMatchObject({
      status: 403,
      code: "AuthenticationFailed",
    });
  });
});
