import { serveTableService, type TableServer } from "@tablewright/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectLegacy, type LegacyTables, legacy } from "./legacy-client.js";

const { TableQuery, TableBatch, TableUtilities } = legacy;
const edm = TableUtilities.entityGenerator;

let server: TableServer;
let tables: LegacyTables;
beforeAll(async () => {
  server = await serveTableService();
  tables = connectLegacy(server.endpoint, server.service);
});
afterAll(() => server.close());
beforeEach(async () => {
  server.service.reset();
  await tables("createTable", "Shop");
});

type Entity = Readonly<Record<string, { readonly _: unknown; readonly $?: string }>> & {
  readonly ".metadata": { readonly etag: string };
};

interface Page {
  readonly entries: readonly Entity[];
  readonly continuationToken: object | null;
}

const id = { PartitionKey: edm.String("o'brien"), RowKey: edm.String("50% & more") };
const guid = "c9da6455-213d-42c9-9a79-3e9149a57833";
const every = {
  s: edm.String("ü😀"),
  b: edm.Boolean(true),
  i: edm.Int32(42),
  l: edm.Int64("9007199254740993"),
  d: edm.Double(5),
  nan: edm.Double(Number.NaN),
  t: edm.DateTime(new Date("2021-01-02T03:04:05.678Z")),
  g: edm.Guid(guid),
  x: edm.Binary(Buffer.from([1, 2, 255])),
};
const get = (row = "50% & more", options = {}) => tables<Entity>("retrieveEntity", "Shop", "o'brien", row, options);
const query = (of: unknown, token: unknown = null) => tables<Page>("queryEntities", "Shop", of, token);
const rowsOf = (page: Page) => page.entries.map((entry) => entry["RowKey"]?._);

describe("entities through azure-storage", () => {
  it("keep every Edm type", async () => {
    await tables("insertEntity", "Shop", { ...id, ...every });
    const read = await get();
    expect(read).toMatchObject({
      s: { _: "ü😀" },
      b: { _: true },
      i: { _: 42 },
      l: { _: "9007199254740993", $: "Edm.Int64" },
      d: { _: 5 },
      t: { _: new Date("2021-01-02T03:04:05.678Z"), $: "Edm.DateTime" },
      g: { _: guid, $: "Edm.Guid" },
      x: { _: Buffer.from([1, 2, 255]), $: "Edm.Binary" },
    });
    expect(read["nan"]).toEqual({ _: Number.NaN, $: "Edm.Double" });
    expect(read[".metadata"].etag).toMatch(/^W\/"datetime'/);
  });

  it("are read at every level of metadata", async () => {
    await tables("insertEntity", "Shop", { ...id, l: edm.Int64("5") });
    const level = (name: string) => get(undefined, { payloadFormat: `application/json;odata=${name}` });
    expect((await level("nometadata"))["l"]).toEqual({ _: "5" });
    expect((await level("minimalmetadata"))["l"]).toEqual({ _: "5", $: "Edm.Int64" });
    const full = await level("fullmetadata");
    expect(full["l"]).toEqual({ _: "5", $: "Edm.Int64" });
    expect(full["Timestamp"]?.$).toBe("Edm.DateTime");
    expect(full[".metadata"]).toMatchObject({
      type: "devstoreaccount1.Shop",
      id: expect.stringContaining("/Shop(PartitionKey="),
      editLink: expect.stringMatching(/^Shop\(/),
    });
  });

  it("are echoed by an insert that asks for it, and else have an ETag alone", async () => {
    const plain = await tables<Entity>("insertEntity", "Shop", { ...id, n: 1 });
    expect(plain).toEqual({ ".metadata": { etag: expect.stringMatching(/^W\//) } });
    const other = { ...id, RowKey: edm.String("echo"), n: 1 };
    const echo = await tables<Entity>("insertEntity", "Shop", other, { echoContent: true });
    expect(echo).toMatchObject({ n: { _: 1 }, RowKey: { _: "echo" } });
    await expect(tables("insertEntity", "Shop", other)).rejects.toMatchObject({
      statusCode: 409,
      code: "EntityAlreadyExists",
    });
  });

  it("are merged, replaced and deleted, with and without a condition", async () => {
    await tables("insertEntity", "Shop", { ...id, a: 1, b: 1 });
    const first = await get();
    await tables("mergeEntity", "Shop", { ...id, a: 2 });
    expect(await get()).toMatchObject({ a: { _: 2 }, b: { _: 1 } });
    const stale = { ...id, ".metadata": { etag: first[".metadata"].etag } };
    for (const operation of ["mergeEntity", "replaceEntity", "deleteEntity"]) {
      await expect(tables(operation, "Shop", stale)).rejects.toMatchObject({
        statusCode: 412,
        code: "UpdateConditionNotSatisfied",
      });
    }
    const { ".metadata": metadata } = await get();
    await tables("replaceEntity", "Shop", { ...id, ".metadata": metadata, a: 3 });
    expect(await get()).not.toHaveProperty("b");
    await tables("deleteEntity", "Shop", id);
    for (const operation of ["mergeEntity", "replaceEntity", "deleteEntity"]) {
      await expect(tables(operation, "Shop", id)).rejects.toMatchObject({ statusCode: 404, code: "ResourceNotFound" });
    }
    await expect(get()).rejects.toMatchObject({ statusCode: 404, code: "ResourceNotFound" });
  });

  it("are inserted or merged, and inserted or replaced", async () => {
    await tables("insertOrMergeEntity", "Shop", { ...id, a: 1 });
    await tables("insertOrMergeEntity", "Shop", { ...id, b: 1 });
    expect(await get()).toMatchObject({ a: { _: 1 }, b: { _: 1 } });
    await tables("insertOrReplaceEntity", "Shop", { ...id, c: 1 });
    expect(await get()).not.toHaveProperty("a");
    await tables("insertOrReplaceEntity", "Shop", { ...id, RowKey: edm.String("") });
    expect(await get("")).toMatchObject({ RowKey: { _: "" } });
  });
});

describe("options of azure-storage", () => {
  it("are taken: a time limit, a request id, the metadata of an echo, resolved types", async () => {
    const options = { timeoutIntervalInMs: 30_000, clientRequestId: "mine" };
    const payloadFormat = "application/json;odata=nometadata";
    const entity = { ...id, n: 1, d: edm.Double(1.5), flag: true, at: new Date("2024-01-01T00:00:00Z") };
    const echo = await tables<Entity>("insertEntity", "Shop", entity, { ...options, echoContent: true, payloadFormat });
    expect(echo["at"]).toEqual({ _: "2024-01-01T00:00:00Z" });
    const { url, headers } = server.service.requests.at(-1) ?? { url: "", headers: [] };
    expect(url).toMatch(/\?timeout=30$/);
    expect(headers).toContain("mine");
    const resolved = await get(undefined, { payloadFormat, autoResolveProperties: true });
    expect(resolved).toMatchObject({ n: { _: 1 }, d: { _: 1.5 }, flag: { _: true } });
    const resolver = (_partition: string, _row: string, name: string) => (name === "at" ? "Edm.DateTime" : undefined);
    const at = await get(undefined, { payloadFormat, propertyResolver: resolver });
    expect(at["at"]?._).toEqual(new Date("2024-01-01T00:00:00Z"));
  });

  it("reach the secondary with a query", async () => {
    await tables("insertEntity", "Shop", { ...id, n: 1 });
    const page = await tables<Page>("queryEntities", "Shop", null, null, { locationMode: 2 });
    expect(page.entries).toMatchObject([{ n: { _: 1 } }]);
    expect(server.service.requests.at(-1)?.url).toContain("-secondary/");
  });
});

describe("queries through azure-storage", () => {
  beforeEach(async () => {
    await tables("insertEntity", "Shop", { ...id, ...every });
    for (let n = 0; n < 12; n += 1) {
      const RowKey = edm.String(String(n).padStart(2, "0"));
      await tables("insertEntity", "Shop", { PartitionKey: edm.String("q"), RowKey, n, even: n % 2 === 0 });
    }
  });

  it.each([
    ["string", "s", "ü😀"],
    ["string", "PartitionKey", "o'brien"],
    ["boolean", "b", true],
    ["int32", "i", 42],
    ["int64", "l", "9007199254740993"],
    ["double", "d", 5],
    ["date", "t", new Date("2021-01-02T03:04:05.678Z")],
    ["guid", "g", guid],
    ["binary", "x", Buffer.from([1, 2, 255])],
  ])("filter by %s (%s)", async (type, name, value) => {
    const filter = TableQuery[`${type}Filter`]?.(name, "eq", value) ?? "";
    expect(rowsOf(await query(new TableQuery().where(filter)))).toEqual(["50% & more"]);
  });

  it("combine conditions, in the client's own syntax too", async () => {
    const conditions = new TableQuery().where("PartitionKey eq ?", "q").and("n >= ?int32? && even == ?bool?", 4, true);
    expect(rowsOf(await query(conditions.or("l eq ?int64?", "9007199254740993")))).toEqual([
      "50% & more",
      "04",
      "06",
      "08",
      "10",
    ]);
    expect(rowsOf(await query(new TableQuery().where("PartitionKey == ? && !(n < ?)", "q", 11)))).toEqual(["11"]);
  });

  it("select, and read page after page by the continuation", async () => {
    const of = new TableQuery().where("PartitionKey eq ?", "q").select("RowKey", "n").top(5);
    const pages: Page[] = [];
    let token: object | null = null;
    do {
      const page: Page = await query(of, token);
      pages.push(page);
      token = page.continuationToken;
    } while (token !== null);
    expect(pages.map(({ entries }) => entries.length)).toEqual([5, 5, 2]);
    const { ".metadata": _, ...first } = pages[0]?.entries[0] ?? {};
    expect(first).toEqual({ RowKey: { _: "00", $: "Edm.String" }, n: { _: 0 } });
  });

  it("read everything without a query, and nothing from a missing table", async () => {
    expect((await query(null)).entries).toHaveLength(13);
    const missing = tables("queryEntities", "Missing", null, null);
    await expect(missing).rejects.toMatchObject({ statusCode: 404, code: "TableNotFound" });
  });
});

describe("batches through azure-storage", () => {
  const row = (key: string, more = {}) => ({ PartitionKey: edm.String("p"), RowKey: edm.String(key), ...more });

  it("write with every operation", async () => {
    for (const key of ["merged", "replaced", "deleted"]) await tables("insertEntity", "Shop", row(key, { a: 1 }));
    const batch = new TableBatch();
    batch.insertEntity(row("inserted", { s: edm.String("ü\r\n--x") }), { echoContent: true });
    batch.insertEntity(row("quiet"));
    batch.mergeEntity(row("merged", { b: 2 }));
    batch.replaceEntity(row("replaced", { b: 2 }));
    batch.insertOrMergeEntity(row("merged or inserted", { b: 2 }));
    batch.insertOrReplaceEntity(row("replaced or inserted", { b: 2 }));
    batch.deleteEntity(row("deleted"));
    const results = await tables<{ entity?: Entity; response: { statusCode: number } }[]>(
      "executeBatch",
      "Shop",
      batch,
    );
    expect(results.map(({ response }) => response.statusCode)).toEqual([201, 204, 204, 204, 204, 204, 204]);
    expect(results[0]?.entity).toMatchObject({ s: { _: "ü\r\n--x" } });
    expect(results[2]?.entity?.[".metadata"].etag).toMatch(/^W\//);
    const { entries } = await query(null);
    expect(entries.map((entry) => [entry["RowKey"]?._, entry["a"]?._, entry["b"]?._])).toEqual([
      ["inserted", undefined, undefined],
      ["merged", 1, 2],
      ["merged or inserted", undefined, 2],
      ["quiet", undefined, undefined],
      ["replaced", undefined, 2],
      ["replaced or inserted", undefined, 2],
    ]);
  });

  it("retrieve one entity", async () => {
    await tables("insertEntity", "Shop", row("r", { n: 1 }));
    const batch = new TableBatch();
    batch.retrieveEntity("p", "r");
    const [found] = await tables<{ entity: Entity }[]>("executeBatch", "Shop", batch);
    expect(found?.entity).toMatchObject({ n: { _: 1 } });
    const missing = new TableBatch();
    missing.retrieveEntity("p", "none");
    await expect(tables("executeBatch", "Shop", missing)).rejects.toMatchObject({ code: "ResourceNotFound" });
  });

  it("hold a hundred operations", async () => {
    const batch = new TableBatch();
    for (let n = 0; n < 100; n += 1) batch.insertOrReplaceEntity(row(String(n), { text: "ü".repeat(1_000) }));
    expect(await tables("executeBatch", "Shop", batch)).toHaveLength(100);
    expect((await query(null)).entries).toHaveLength(100);
  });

  it("are refused with an entity twice, or with a value that is too large", async () => {
    const twice = new TableBatch();
    twice.mergeEntity(row("r"));
    twice.insertEntity(row("r"));
    await expect(tables("executeBatch", "Shop", twice)).rejects.toMatchObject({ code: "InvalidDuplicateRow" });
    const large = new TableBatch();
    large.insertEntity(row("r", { s: "x".repeat(32_769) }));
    await expect(tables("executeBatch", "Shop", large)).rejects.toMatchObject({ code: "PropertyValueTooLarge" });
  });

  it("write nothing when one operation fails, and name it", async () => {
    await tables("insertEntity", "Shop", row("taken"));
    const batch = new TableBatch();
    batch.insertEntity(row("new"));
    batch.insertEntity(row("taken"));
    await expect(tables("executeBatch", "Shop", batch)).rejects.toMatchObject({
      code: "EntityAlreadyExists",
      statusCode: 409,
      message: expect.stringMatching(/^1:/),
    });
    expect(rowsOf(await query(null))).toEqual(["taken"]);
  });

  it("are refused with a stale ETag", async () => {
    await tables("insertEntity", "Shop", row("r"));
    const { ".metadata": metadata } = await tables<Entity>("retrieveEntity", "Shop", "p", "r");
    await tables("replaceEntity", "Shop", row("r", { n: 1 }));
    const batch = new TableBatch();
    batch.mergeEntity({ ...row("r"), ".metadata": metadata });
    await expect(tables("executeBatch", "Shop", batch)).rejects.toMatchObject({ code: "UpdateConditionNotSatisfied" });
  });
});
