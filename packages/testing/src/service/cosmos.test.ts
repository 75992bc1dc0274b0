import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RawClient } from "../test/raw-client.js";

let client: RawClient;
beforeAll(async () => {
  client = await RawClient.start({ kind: "cosmos", tables: { Shop: [{ PartitionKey: "p", RowKey: "r", n: 1 }] } });
});
afterAll(() => client.close());

const path = "/Shop(PartitionKey='p',RowKey='r')";
const keys = { PartitionKey: "p", RowKey: "r" };

describe("a service of the kind cosmos", () => {
  it("tells table names apart by case", async () => {
    expect((await client.send("GET", "/Shop()")).status).toBe(200);
    expect(await client.send("GET", "/shop()")).toMatchObject({ status: 404, code: "ResourceNotFound" });
    expect((await client.send("POST", "/Tables", { body: { TableName: "shop-2_ü" } })).status).toBe(201);
  });

  it("encodes a table name outside ASCII in the URLs of its responses", async () => {
    const created = await client.send("POST", "/Tables", { body: { TableName: "表" } });
    expect(created.status).toBe(201);
    expect(created.headers["location"]).toBe(`${client.server.endpoint}/Tables('%E8%A1%A8')`);
    const inserted = await client.insert("%E8%A1%A8", keys);
    expect(inserted.headers["location"]).toBe(`${client.server.endpoint}/%E8%A1%A8(PartitionKey='p',RowKey='r')`);
    expect((await client.send("GET", "/%E8%A1%A8()")).status).toBe(200);
  });

  it.each(["PartitionKey", "RowKey"])("refuses an empty %s", async (name) => {
    const response = await client.insert("Shop", { ...keys, [name]: "" });
    expect(response).toMatchObject({ status: 400, code: "PropertiesNeedValue" });
  });

  it("takes a row key of 255 bytes and refuses one more", async () => {
    expect((await client.insert("Shop", { ...keys, RowKey: `x${"é".repeat(127)}` })).status).toBe(201);
    expect((await client.insert("Shop", { ...keys, RowKey: "é".repeat(128) })).status).toBe(400);
  });

  it.each(["id", "rid", "etag", "ResourceId"])("refuses a property %s", async (name) => {
    expect((await client.insert("Shop", { ...keys, RowKey: name, [name]: 1 })).status).toBe(400);
  });

  it("stores more properties and larger values than Storage does", async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${at}`, at]));
    const response = await client.insert("Shop", { ...keys, RowKey: "many", ...many, s: "x".repeat(40_000) });
    expect(response.status).toBe(201);
  });

  it("has no PATCH, but MERGE and its tunnel", async () => {
    expect(await client.send("PATCH", path, { body: keys })).toMatchObject({ status: 400, code: "InvalidInput" });
    expect((await client.send("MERGE", path, { body: { ...keys, m: 1 } })).status).toBe(204);
    const tunnelled = { body: { ...keys, m: 2 }, headers: { "x-http-method": "MERGE" } };
    expect((await client.send("POST", path, tunnelled)).status).toBe(204);
  });

  it.each(["/Shop?comp=acl", "/?restype=service&comp=properties"])("does not offer %s", async (to) => {
    expect((await client.send("GET", to, { headers: { accept: "application/xml" } })).status).toBe(501);
  });

  it("takes a $top of more than 1,000", async () => {
    expect((await client.send("GET", "/Shop()?$top=2000")).status).toBe(200);
  });

  it("writes times with seven digits and errors in its own way", async () => {
    const date = { "t@odata.type": "Edm.DateTime", t: "2021-01-01T00:00:00Z" };
    const { text, headers } = await client.insert("Shop", { ...keys, RowKey: "date", ...date });
    expect(JSON.parse(text)).toMatchObject({ t: "2021-01-01T00:00:00.0000000Z" });
    expect(headers["content-type"]).toBe("application/json;odata=minimalmetadata");
    const missing = await client.send("GET", "/Shop(PartitionKey='p',RowKey='gone')");
    expect(missing.text).toMatch(
      /"lang":"en-us","value":"The specified resource does not exist\.\\nRequestID:[^"]*\\n"/,
    );
  });

  it("numbers the parts of a transaction's answer", async () => {
    const operation = (rowKey: string): string =>
      `--c\r\nContent-Type: application/http\r\n\r\nPOST ${client.server.endpoint}/Shop HTTP/1.1\r\nContent-Type: application/json\r\nPrefer: return-no-content\r\n\r\n${JSON.stringify({ ...keys, RowKey: rowKey })}\r\n`;
    const body = `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n${operation("1")}${operation("2")}--c--\r\n--b--\r\n`;
    const headers = { "content-type": "multipart/mixed; boundary=b" };
    const { text } = await client.send("POST", "/$batch", { headers, body });
    expect(text.match(/^Content-ID: \d+/gm)).toEqual(["Content-ID: 1", "Content-ID: 2"]);
    expect(text).toContain(
      "Content-Type: application/http\nContent-Transfer-Encoding: binary\n\nHTTP/1.1 204 No Content\r\n",
    );
  });
});
