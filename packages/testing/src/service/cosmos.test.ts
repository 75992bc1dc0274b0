import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RawClient, type RawResponse } from "../test/raw-client.js";

let client: RawClient;
beforeAll(async () => {
  client = await RawClient.start({ kind: "cosmos", tables: { Shop: [{ PartitionKey: "p", RowKey: "r", n: 1 }] } });
});
afterAll(() => client.close());

const path = "/Shop(PartitionKey='p',RowKey='r')";
const keys = { PartitionKey: "p", RowKey: "r" };

/** Inserts all entities, or none. */
function transaction(...entities: readonly object[]): Promise<RawResponse> {
  const operations = entities.map(
    (entity) =>
      `--c\r\nContent-Type: application/http\r\n\r\nPOST ${client.server.endpoint}/Shop HTTP/1.1\r\nContent-Type: application/json\r\nPrefer: return-no-content\r\n\r\n${JSON.stringify(entity)}\r\n`,
  );
  const body = `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n${operations.join("")}--c--\r\n--b--\r\n`;
  return client.send("POST", "/$batch", { headers: { "content-type": "multipart/mixed; boundary=b" }, body });
}

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

  it("stores a property with a name of more than 255 characters", async () => {
    const response = await client.insert("Shop", { ...keys, RowKey: "long", ["n".repeat(256)]: 1 });
    expect(response.status).toBe(201);
  });

  it("has no PATCH, but MERGE and its tunnel", async () => {
    expect(await client.send("PATCH", path, { body: keys })).toMatchObject({ status: 400, code: "InvalidInput" });
    expect((await client.send("MERGE", path, { body: { ...keys, m: 1 } })).status).toBe(204);
    const tunnelled = { body: { ...keys, m: 2 }, headers: { "x-http-method": "MERGE" } };
    expect((await client.send("POST", path, tunnelled)).status).toBe(204);
  });

  it.each([
    ["GET", "/Shop?comp=acl"],
    ["GET", "/?restype=service&comp=properties"],
    ["PUT", "/?restype=service&comp=properties"],
    ["GET", "/?restype=service&comp=stats"],
  ])("does not offer %s %s, and says so in JSON", async (method, to) => {
    const response = await client.send(method, to, { headers: { accept: "application/xml" } });
    expect(response).toMatchObject({ status: 501, code: "NotImplemented" });
    expect(response.headers["content-type"]).toBe("application/json;odata=fullmetadata");
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

  it("names a request that it refuses by the client's ID, as an activity too if it is invalid", async () => {
    const headers = { "x-ms-client-request-id": "11769a0b-f906-11ea-ab19-58961df361d1" };
    const gone = await client.send("GET", "/Shop(PartitionKey='p',RowKey='gone')", { headers });
    const id = headers["x-ms-client-request-id"];
    expect(gone.text).toContain(`"The specified resource does not exist.\\nRequestID:${id}\\n"`);
    const invalid = await client.send("GET", "/Shop()?$filter=aaa%20bbb%20ccc", { headers });
    expect(invalid.text).toContain(`"Request url is invalid.\\r\\nActivityId: ${id}, documentdb-dotnet-sdk/`);
    expect(invalid.text).toContain(`\\nRequestID:${id}\\n"`);
  });

  it("refuses an invalid transaction as a whole, and one that fails with the part of the error", async () => {
    const invalid = await transaction({ ...keys, RowKey: "1" }, { PartitionKey: "other", RowKey: "1" });
    expect(invalid).toMatchObject({ status: 400, code: "CommandsInBatchActOnDifferentPartitions" });
    const failed = await transaction({ ...keys, RowKey: "1" }, keys);
    expect(failed).toMatchObject({ status: 202, code: "EntityAlreadyExists" });
    expect(failed.text).toContain(
      "HTTP/1.1 409 Conflict\r\nContent-Type: application/json;odata=minimalmetadata\r\n\r\n{",
    );
    expect((await client.send("GET", "/Shop(PartitionKey='p',RowKey='1')")).status).toBe(404);
  });

  it("lists entities in the order of their creation, page by page", async () => {
    client.service.seed({ Order: [] });
    const insert = (rowKey: string) => client.insert("Order", { PartitionKey: "p", RowKey: rowKey });
    for (const rowKey of ["b", "c", "a", "d"]) await insert(rowKey);
    await client.send("PUT", "/Order(PartitionKey='p',RowKey='b')", { body: { PartitionKey: "p", RowKey: "b", n: 1 } });
    const deletion = { headers: { "if-match": "*" } };
    await client.send("DELETE", "/Order(PartitionKey='p',RowKey='c')", deletion);
    await insert("c");
    const first = await client.send("GET", "/Order()?$top=2");
    const [token = "", rowToken] = ["partition", "row"].map(
      (part) => first.headers[`x-ms-continuation-next${part}key`] as string,
    );
    expect(rowToken).toBe("NA");
    // The next page begins at the entity's position, even if the entity is missing.
    await client.send("DELETE", "/Order(PartitionKey='p',RowKey='d')", deletion);
    const second = await client.send(
      "GET",
      `/Order()?$top=2&NextPartitionKey=${encodeURIComponent(token)}&NextRowKey=NA`,
    );
    const rowKeys = [first, second].map(({ text }) => [...text.matchAll(/"RowKey":"(.)"/g)].map((match) => match[1]));
    expect(rowKeys).toEqual([["b", "a"], ["c"]]);
    const invalid = await client.send("GET", "/Order()?NextPartitionKey=1!4!YQ--&NextRowKey=NA");
    expect(invalid).toMatchObject({ status: 400, code: "InvalidInput" });
  });

  it("numbers the parts of a transaction's answer", async () => {
    const { text } = await transaction({ ...keys, RowKey: "1" }, { ...keys, RowKey: "2" });
    expect(text.match(/^Content-ID: \d+/gm)).toEqual(["Content-ID: 1", "Content-ID: 2"]);
    expect(text).toContain(
      "Content-Type: application/http\nContent-Transfer-Encoding: binary\n\nHTTP/1.1 204 No Content\r\n",
    );
  });
});
