import { fetchTransport, TableServiceClient } from "@tablewright/runtime";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { tableServiceHandlers } from "./msw.js";
import { createTableService } from "./service/create-table-service.js";

const service = createTableService({
  account: "myaccount",
  tables: { Shop: [{ PartitionKey: "p", RowKey: "r'1", n: 1 }] },
});
const server = setupServer(...tableServiceHandlers(service));
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => service.reset());
afterAll(() => server.close());

const headers = {
  accept: "application/json;odata=nometadata",
  "content-type": "application/json",
  "x-ms-version": "2020-12-06",
  authorization: "Bearer token",
};
const send = (method: string, path: string, body?: object, more: Record<string, string> = {}): Promise<Response> =>
  fetch(`https://myaccount.table.core.windows.net${path}`, {
    method,
    headers: { ...headers, ...more },
    ...(body && { body: JSON.stringify(body) }),
  });

describe("msw handlers", () => {
  it("answer fetch: insert, get, query, merge, delete", async () => {
    const inserted = await send("POST", "/Shop", { PartitionKey: "p", RowKey: "2", s: "ü" });
    expect(inserted.status).toBe(201);
    expect(inserted.headers.get("location")).toBe(
      "https://myaccount.table.core.windows.net/Shop(PartitionKey='p',RowKey='2')",
    );
    const got = await send("GET", "/Shop(PartitionKey='p',RowKey='r''1')");
    expect(await got.json()).toMatchObject({ RowKey: "r'1", n: 1 });
    const queried = await send("GET", `/Shop()?$filter=${encodeURIComponent("s eq 'ü'")}`);
    expect(((await queried.json()) as { value: object[] }).value).toMatchObject([{ RowKey: "2" }]);
    const merged = await send(
      "MERGE",
      "/Shop(PartitionKey='p',RowKey='2')",
      { PartitionKey: "p", RowKey: "2", m: 1 },
      { "if-match": "*" },
    );
    expect(merged.status).toBe(204);
    expect(merged.headers.get("etag")).toMatch(/^W\//);
    const deleted = await send("DELETE", "/Shop(PartitionKey='p',RowKey='2')", undefined, { "if-match": "*" });
    expect(deleted.status).toBe(204);
    expect(service.requests.map((request) => request.operation)).toEqual(["insert", "get", "query", "merge", "delete"]);
  });

  it("answer a client over fetchTransport", async () => {
    const client = TableServiceClient.fromConnectionString(service.connectionString, { transport: fetchTransport() });
    await client.tables.create("Other");
    const rows = client.table("Other");
    await rows.insert({ partitionKey: "p", rowKey: "1", properties: {} });
    await expect(rows.insert({ partitionKey: "p", rowKey: "1", properties: {} })).rejects.toMatchObject({
      code: "entity.already-exists",
    });
    expect(service.requests.map((request) => request.operation)).toEqual(["createTable", "insert", "insert"]);
    await client.close();
  });

  it("answer the secondary", async () => {
    const url = "https://myaccount-secondary.table.core.windows.net/?restype=service&comp=stats";
    const response = await fetch(url, { headers: { ...headers, accept: "application/xml" } });
    expect(await response.text()).toContain("<Status>live</Status>");
  });

  it("carry errors and faults", async () => {
    const missing = await send("GET", "/Missing()");
    expect(missing.status).toBe(404);
    service.faults.add({ fault: { kind: "reset" }, times: 1 });
    await expect(send("GET", "/Shop()")).rejects.toThrow(TypeError);
    service.faults.add({ fault: { kind: "truncate" }, times: 1 });
    await expect(send("GET", "/Shop()").then((cut) => cut.text())).rejects.toThrow();
    service.faults.add({ fault: { kind: "hang" } });
    const signal = AbortSignal.timeout(20);
    await expect(fetch("https://myaccount.table.core.windows.net/Tables", { headers, signal })).rejects.toThrow();
  });

  it("leave other hosts alone", async () => {
    const complaint = vi.spyOn(console, "error").mockReturnValue();
    await expect(fetch("https://other.table.core.windows.net/Tables", { headers })).rejects.toThrow();
    expect(service.requests).toEqual([]);
    expect(complaint).toHaveBeenCalledOnce();
    complaint.mockRestore();
  });

  it("answer an endpoint of the caller's choice", async () => {
    const path = createTableService({ tables: { Shop: [] }, authenticate: false });
    server.use(...tableServiceHandlers(path, "http://localhost:9/devstoreaccount1/"));
    const response = await fetch("http://localhost:9/devstoreaccount1/Tables", { headers });
    expect(await response.json()).toMatchObject({ value: [{ TableName: "Shop" }] });
    expect((await fetch("http://localhost:9/devstoreaccount1-secondary/Tables", { headers })).status).toBe(200);
    server.resetHandlers();
  });
});
