import { afterEach, describe, expect, it, vi } from "vitest";
import { setAccessPolicies, setServiceProperties } from "../admin.js";
import { errorResponse, recordingTransport, type StubResponse } from "../test/recording-transport.js";
import { Order } from "../test/shop/index.js";
import { TableServiceClient } from "./table-service-client.js";

function serviceOver(...responses: StubResponse[]) {
  const transport = recordingTransport((_request, index) => responses[index] ?? {});
  const retry = { maxAttempts: 2, baseDelayMs: 0 };
  return {
    transport,
    service: TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport, retry }),
  };
}

afterEach(() => {
  vi.useRealTimers();
});

const exists = errorResponse(409, "TableAlreadyExists");
const beingDeleted = errorResponse(409, "TableBeingDeleted");

describe("create", () => {
  it("tells a table that exists and one that is being deleted", async () => {
    await expect(serviceOver(exists).service.tables.create("Shop")).rejects.toMatchObject({
      code: "table.already-exists",
    });
    await expect(serviceOver(beingDeleted).service.tables.create("Shop")).rejects.toMatchObject({
      code: "table.being-deleted",
    });
  });

  it("waits for the deletion as long as it is told", async () => {
    const { transport, service } = serviceOver(beingDeleted, beingDeleted, {});
    await service.tables.create("Shop", { waitForDeletionMs: 60_000 });
    expect(transport.requests).toHaveLength(3);
    await expect(
      serviceOver(beingDeleted, beingDeleted).service.tables.create("Shop", { waitForDeletionMs: 100 }),
    ).rejects.toMatchObject({ code: "table.being-deleted" });
  });

  it("waits a second at first, twice as long each time, and 20 seconds at most, by full jitter", async () => {
    vi.useFakeTimers();
    const sentAt: number[] = [];
    const transport = recordingTransport(() => {
      sentAt.push(performance.now());
      return sentAt.length < 9 ? beingDeleted : {};
    });
    const options = { transport, random: () => 0.5 };
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", options);
    const creating = service.tables.create("Shop", { waitForDeletionMs: 300_000 });
    await vi.runAllTimersAsync();
    await creating;
    const waits = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]);
  });

  it.each([
    [undefined, 1],
    [499, 1],
    [500, 2],
    [1499, 2],
    [1500, 3],
  ])("of a name that stays taken, told to wait %s ms, sends %d requests", async (waitForDeletionMs, count) => {
    vi.useFakeTimers();
    const transport = recordingTransport(() => beingDeleted);
    const options = { transport, random: () => 0.5 };
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", options);
    const failed = expect(service.tables.create("Shop", { waitForDeletionMs })).rejects.toMatchObject({
      code: "table.being-deleted",
    });
    await vi.runAllTimersAsync();
    await failed;
    expect(transport.requests).toHaveLength(count);
  });

  it.each([
    ["ends", 0.75, 26],
    ["would end half a millisecond after", 0.750025, 25],
  ])("waits 5 minutes where the table may exist: the last wait %s then", async (_, last, count) => {
    vi.useFakeTimers();
    const transport = recordingTransport(() => beingDeleted);
    // Random factors of the 25 delays: the first five are 0 s long, the next 19 are 15 of at most 20 s. The last delay decides the test.
    const randoms = [0, 0, 0, 0, 0, ...Array(19).fill(0.75), last];
    const options = { transport, random: () => randoms.shift() ?? 0.75 };
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", options);
    const failed = expect(service.tables.createIfNotExists("Shop")).rejects.toMatchObject({
      code: "table.being-deleted",
    });
    await vi.runAllTimersAsync();
    await failed;
    expect(transport.requests).toHaveLength(count);
  });

  it("ends its wait with the caller's signal", async () => {
    const { transport, service } = serviceOver(beingDeleted);
    const controller = new AbortController();
    const creating = service.tables.create("Shop", { waitForDeletionMs: 60_000, signal: controller.signal });
    setImmediate(() => controller.abort());
    await expect(creating).rejects.toMatchObject({ code: "request.aborted" });
    expect(transport.requests).toHaveLength(1);
  });

  it("that finds its own table after an attempt without an answer has succeeded", async () => {
    const { service } = serviceOver(errorResponse(500, "OperationTimedOut"), exists);
    expect(await service.tables.create("Shop")).toBeUndefined();
  });

  it("and delete are no lock: after a lost attempt, two clients may both be told that they did it", async () => {
    const lost = errorResponse(500, "OperationTimedOut");
    const create = (...responses: StubResponse[]) => serviceOver(...responses).service.tables.createIfNotExists("Shop");
    const remove = (...responses: StubResponse[]) => serviceOver(...responses).service.tables.delete("Shop");
    expect([await create({}), await create(lost, exists)]).toEqual([true, true]);
    expect([await remove({}), await remove(lost, errorResponse(404, "ResourceNotFound"))]).toEqual([true, true]);
  });

  it("that may have made the table before it was deleted has succeeded where the table is there again", async () => {
    const { service, transport } = serviceOver(errorResponse(500, "OperationTimedOut"), beingDeleted, exists);
    expect(await service.tables.createIfNotExists("Shop")).toBe(true);
    expect(transport.requests).toHaveLength(3);
  });

  it("and delete are sent again where an answer cannot be used, and never fail for certain by one", async () => {
    const page: StubResponse = { status: 200, headers: ["Content-Type", "text/html"], body: "<html>Sign in</html>" };
    const missing = errorResponse(404, "ResourceNotFound");
    for (const last of [{}, exists])
      expect(await serviceOver(page, last).service.tables.create("Shop")).toBeUndefined();
    for (const last of [{}, missing]) expect(await serviceOver(page, last).service.tables.delete("Shop")).toBe(true);
    const told = { code: "response.malformed", outcome: "unknown" };
    await expect(serviceOver(page, page).service.tables.create("Shop")).rejects.toMatchObject(told);
    await expect(serviceOver(page, page).service.tables.delete("Shop")).rejects.toMatchObject(told);
    await expect(setAccessPolicies(serviceOver(page, page).service, "Shop", [])).rejects.toMatchObject(told);
    await expect(setServiceProperties(serviceOver(page, page).service, { cors: [] })).rejects.toMatchObject(told);
    await expect(setAccessPolicies(serviceOver(page, {}).service, "Shop", [])).resolves.toBeUndefined();
  });

  it.each([
    ["tables", "table.reserved-name"],
    ["$MetricsCapacity", "table.reserved-name"],
    ["a-b", "table.invalid-name"],
    ["ab", "table.invalid-name"],
  ])("refuses the name %s before sending", async (name, code) => {
    const { transport, service } = serviceOver();
    await expect(service.tables.create(name)).rejects.toMatchObject({ code });
    expect(transport.requests).toHaveLength(0);
  });
});

describe("createTables", () => {
  it("creates each table once, and takes one that exists", async () => {
    const { transport, service } = serviceOver(exists);
    await service.createTables([Order, Order]);
    expect(transport.requests.map(({ body }) => body)).toEqual(['{"TableName":"Shop"}']);
  });

  it("creates 8 tables at once, those of indexes too", async () => {
    let underWay = 0;
    let most = 0;
    const transport = recordingTransport(async () => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      return {};
    });
    const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", { transport });
    const owner = (n: number) => ({
      $schema: {
        table: `Shop${n}`,
        indexes: [{ entry: { table: `ByName${n}` } }, { entry: { table: `Shop${n}` } }],
        hooks: {},
      },
    });
    await service.createTables([1, 2, 3, 4, 5, 6].map(owner));
    const names = transport.requests.map(({ body }) => JSON.parse(String(body)).TableName);
    expect(names).toEqual([1, 2, 3, 4, 5, 6].flatMap((n) => [`Shop${n}`, `ByName${n}`]));
    expect(most).toBe(8);
  });
});

describe("list", () => {
  it("follows continuations, also of empty pages", async () => {
    const next = (name: string) => ["x-ms-continuation-NextTableName", name];
    const page = (names: string[], headers: string[] = []): StubResponse => ({
      status: 200,
      headers,
      body: { value: names.map((TableName) => ({ TableName })) },
    });
    const { transport, service } = serviceOver(page(["A1a"], next("t1")), page([], next("t2")), page(["B2b"]));
    const names: string[] = [];
    for await (const name of service.tables.list({ prefix: "o'" })) names.push(name);
    expect(names).toEqual(["A1a", "B2b"]);
    expect(transport.requests.map(({ url }) => url.slice(url.indexOf("?")))).toEqual([
      "?$filter=TableName%20ge%20'o'''%20and%20TableName%20lt%20'o('",
      "?$filter=TableName%20ge%20'o'''%20and%20TableName%20lt%20'o('&NextTableName=t1",
      "?$filter=TableName%20ge%20'o'''%20and%20TableName%20lt%20'o('&NextTableName=t2",
    ]);
  });
});

describe("rows without a definition", () => {
  it("check table name, keys, property names and values", async () => {
    const { transport, service } = serviceOver();
    expect(() => service.table("a-b")).toThrow(expect.objectContaining({ code: "table.invalid-name" }));
    const rows = service.table("Shop");
    const id = { partitionKey: "p", rowKey: "r" };
    const text = { type: "Edm.String", value: "x" } as const;
    await expect(rows.insert({ ...id, rowKey: "a/b", properties: {} })).rejects.toMatchObject({
      code: "key.forbidden-character",
    });
    await expect(rows.get({ ...id, partitionKey: "x".repeat(1025) })).rejects.toMatchObject({ code: "key.too-long" });
    await expect(rows.insert({ ...id, properties: { "a-b": text } })).rejects.toMatchObject({
      code: "property.invalid-name",
    });
    await expect(rows.insert({ ...id, properties: { Timestamp: text } })).rejects.toMatchObject({
      code: "property.reserved-name",
    });
    await expect(rows.insert({ ...id, properties: { a: 5 as never } })).rejects.toMatchObject({
      code: "value.wrong-type",
      property: "a",
    });
    expect(transport.requests).toHaveLength(0);
  });

  const id = { partitionKey: "p", rowKey: "r" };
  const empty: StubResponse = { status: 200, body: { value: [] } };
  const missing = errorResponse(404, "ResourceNotFound");

  it("report whether a deleted row existed", async () => {
    const deleteRow = (response: StubResponse) =>
      serviceOver(response).service.table("Shop").delete(id, { ifMatch: "*" });
    expect([await deleteRow({}), await deleteRow(missing)]).toEqual([true, false]);
  });

  it("are undefined where they are missing, or an error that names them", async () => {
    expect(await serviceOver(missing).service.table("Shop").get(id)).toBeUndefined();
    await expect(serviceOver(missing).service.table("Shop").getOrThrow(id)).rejects.toMatchObject({
      code: "entity.not-found",
      message: expect.stringContaining('with PartitionKey "p"'),
    });
    const row = { PartitionKey: "p", RowKey: "r", Timestamp: "2026-01-01T00:00:00Z", "odata.etag": 'W/"x"' };
    const found = { status: 200, body: row };
    expect(await serviceOver(found).service.table("Shop").getOrThrow(id)).toMatchObject(id);
  });

  it.each([0, 65, 1.5])("are not split into %d ranges", async (ranges) => {
    await expect(serviceOver(empty).service.table("Shop").splitKeys(ranges)).rejects.toMatchObject({
      code: "query.invalid-option",
      message: `ranges is ${ranges}; it must be a whole number from 1 to 64.`,
    });
  });

  it.each([1, 64])("may be split into %d ranges", async (ranges) => {
    expect(await serviceOver(empty).service.table("Shop").splitKeys(ranges)).toEqual([]);
  });
});
