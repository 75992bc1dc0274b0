import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RawClient, type RawResponse } from "../test/raw-client.js";

let client: RawClient;
let endpoint: string;
beforeAll(async () => {
  client = await RawClient.start();
  ({ endpoint } = client.server);
});
afterAll(() => client.close());
beforeEach(() => {
  client.service.reset();
  client.service.seed({
    Shop: [
      {
        PartitionKey: "pk",
        RowKey: "r'k",
        S: "str",
        B: true,
        I: 42,
        D: 5,
        "D@odata.type": "Edm.Double",
        N: Number.NaN,
        L: 9_007_199_254_740_993n,
        T: "2021-01-02T03:04:05.1234567Z",
        "T@odata.type": "Edm.DateTime",
        G: "c9da6455-213d-42c9-9a79-3e9149a57833",
        "G@odata.type": "Edm.Guid",
        X: new Uint8Array([1, 2, 3, 4]),
      },
    ],
  });
});

const path = "/Shop(PartitionKey='pk',RowKey='r''k')";
const get = (to: string, headers: Record<string, string> = {}): Promise<RawResponse> =>
  client.send("GET", to, { headers });
const level = (name: string): Record<string, string> => ({ accept: `application/json;odata=${name}` });
const keys = { PartitionKey: "pk", RowKey: "r'k" };

describe("metadata", () => {
  const values = '"S":"str","B":true,"I":42,"D":5.0,';
  it("none", async () => {
    const { text, headers } = await get(path, level("nometadata"));
    const { Timestamp } = JSON.parse(text) as { Timestamp: string };
    expect(text).toBe(
      `{"PartitionKey":"pk","RowKey":"r'k","Timestamp":"${Timestamp}",${values}"N":"NaN","L":"9007199254740993","T":"2021-01-02T03:04:05.1234567Z","G":"c9da6455-213d-42c9-9a79-3e9149a57833","X":"AQIDBA=="}`,
    );
    expect(headers["content-type"]).toBe("application/json;odata=nometadata;streaming=true;charset=utf-8");
    expect(headers["etag"]).toBe(`W/"datetime'${encodeURIComponent(Timestamp)}'"`);
  });

  const annotated =
    '"N@odata.type":"Edm.Double","N":"NaN","L@odata.type":"Edm.Int64","L":"9007199254740993","T@odata.type":"Edm.DateTime","T":"2021-01-02T03:04:05.1234567Z","G@odata.type":"Edm.Guid","G":"c9da6455-213d-42c9-9a79-3e9149a57833","X@odata.type":"Edm.Binary","X":"AQIDBA=="}';
  it("minimal", async () => {
    const { text, headers } = await get(path, level("minimalmetadata"));
    const { Timestamp } = JSON.parse(text) as { Timestamp: string };
    const etag = JSON.stringify(headers["etag"]);
    expect(text).toBe(
      `{"odata.metadata":"${endpoint}/$metadata#Shop/@Element","odata.etag":${etag},"PartitionKey":"pk","RowKey":"r'k","Timestamp":"${Timestamp}",${values}${annotated}`,
    );
  });

  it("full", async () => {
    const { text, headers } = await get(path, level("fullmetadata"));
    const { Timestamp } = JSON.parse(text) as { Timestamp: string };
    const etag = JSON.stringify(headers["etag"]);
    const key = "Shop(PartitionKey='pk',RowKey='r''k')";
    expect(text).toBe(
      `{"odata.metadata":"${endpoint}/$metadata#Shop/@Element","odata.type":"devstoreaccount1.Shop","odata.id":"${endpoint}/${key}","odata.etag":${etag},"odata.editLink":"${key}","PartitionKey":"pk","RowKey":"r'k","Timestamp@odata.type":"Edm.DateTime","Timestamp":"${Timestamp}",${values}${annotated}`,
    );
  });

  it("of lists and tables", async () => {
    expect(JSON.parse((await get("/Shop()", level("nometadata"))).text)).not.toHaveProperty("odata.metadata");
    expect((await get("/Shop()")).text).toContain(
      `{"odata.metadata":"${endpoint}/$metadata#Shop","value":[{"odata.etag":`,
    );
    expect((await get("/Tables", level("nometadata"))).text).toBe('{"value":[{"TableName":"Shop"}]}');
    expect((await get("/Tables", level("fullmetadata"))).text).toBe(
      `{"odata.metadata":"${endpoint}/$metadata#Tables","value":[{"odata.type":"devstoreaccount1.Tables","odata.id":"${endpoint}/Tables('Shop')","odata.editLink":"Tables('Shop')","TableName":"Shop"}]}`,
    );
    expect((await get("/Tables('shop')")).text).toBe(
      `{"odata.metadata":"${endpoint}/$metadata#Tables/@Element","TableName":"Shop"}`,
    );
    expect(await get("/Tables('nope')")).toMatchObject({ status: 404, code: "ResourceNotFound" });
  });

  it.each([
    ["*/*", undefined],
    ["application/*", undefined],
    ["application/json", undefined],
    ["text/html, application/json;odata=nometadata", undefined],
    ["", "AtomFormatNotSupported"],
    ["application/atom+xml", "AtomFormatNotSupported"],
    ["application/json;odata=verbose", "JsonFormatNotSupported"],
  ])("asked for by Accept '%s' is refused with %s", async (accept, code) => {
    expect(await get(path, { accept })).toMatchObject({ status: code === undefined ? 200 : 415, code });
  });

  it("asked for by $format wins over Accept", async () => {
    const { headers } = await get(`${path}?$format=${encodeURIComponent("application/json;odata=nometadata")}`);
    expect(headers["content-type"]).toContain("odata=nometadata");
  });
});

describe("$select", () => {
  it("gives those, null for what is absent, and the ETag", async () => {
    const { text } = await get(`${path}?$select=S,nope,RowKey`);
    expect(JSON.parse(text)).toMatchObject({
      "odata.metadata": `${endpoint}/$metadata#Shop/@Element&$select=S,nope,RowKey`,
      RowKey: "r'k",
      S: "str",
      nope: null,
    });
    expect(Object.keys(JSON.parse(text))).toEqual(["odata.metadata", "odata.etag", "RowKey", "S", "nope"]);
  });
  it("of a list says so in the metadata", async () => {
    const { text } = await get("/Shop()?$select=I,%20D");
    expect(text).toMatch(/\$metadata#Shop&\$select=I,%20D","value":\[\{"odata\.etag":"[^}]*","I":42,"D":5\.0\}\]\}$/);
  });
});

describe("writes", () => {
  it("an insert answers 201 with the entity, its place and its ETag", async () => {
    const { status, headers, text } = await client.insert("Shop", { PartitionKey: "a@b", RowKey: 'q"', n: 1 });
    expect({ status, location: headers["location"] }).toEqual({
      status: 201,
      location: `${endpoint}/Shop(PartitionKey='a%40b',RowKey='q%22')`,
    });
    expect(headers).not.toHaveProperty("preference-applied");
    expect(JSON.parse(text)["odata.etag"]).toBe(headers["etag"]);
  });
  it("with Prefer: return-no-content answers 204 and says so", async () => {
    const send = { headers: { prefer: "return-no-content" }, body: { PartitionKey: "p", RowKey: "n" } };
    const { status, headers, text } = await client.send("POST", "/Shop", send);
    expect({ status, text, applied: headers["preference-applied"] }).toEqual({
      status: 204,
      text: "",
      applied: "return-no-content",
    });
    expect(headers["dataserviceid"]).toBe(headers["location"]);
    expect((await client.send("POST", "/Shop", send)).headers["preference-applied"]).toBe("return-no-content");
    expect(
      (await client.send("POST", "/Tables", { headers: { prefer: "return-no-content" }, body: { TableName: "New" } }))
        .status,
    ).toBe(204);
  });
  it.each([
    ["PUT", {}],
    ["MERGE", {}],
    ["PATCH", {}],
  ])("%s without If-Match inserts", async (method) => {
    const send = { body: { PartitionKey: "p", RowKey: "n", v: 1 } };
    const { status, headers } = await client.send(method, "/Shop(PartitionKey='p',RowKey='n')", send);
    expect(status).toBe(204);
    expect((await get("/Shop(PartitionKey='p',RowKey='n')")).headers["etag"]).toBe(headers["etag"]);
  });
  it("replacing drops what is not sent, merging keeps it", async () => {
    await client.send("MERGE", path, { body: { ...keys, M: 1 }, headers: { "if-match": "*" } });
    expect(JSON.parse((await get(path)).text)).toMatchObject({ S: "str", M: 1 });
    await client.send("PUT", path, { body: { ...keys, P: 1 }, headers: { "if-match": "*" } });
    expect(Object.keys(JSON.parse((await get(path, level("nometadata"))).text))).toEqual([
      "PartitionKey",
      "RowKey",
      "Timestamp",
      "P",
    ]);
  });
  it("POST tunnels MERGE", async () => {
    const send = { headers: { "x-http-method": "MERGE" }, body: { ...keys, M: 1 } };
    expect((await client.send("POST", path, send)).status).toBe(204);
    expect(await client.send("PUT", path, send)).toMatchObject({ status: 400, code: "XMethodNotUsingPost" });
  });
  it.each(["PUT", "MERGE", "DELETE"])("%s with another ETag is refused", async (method) => {
    const headers = { "if-match": `W/"datetime'2012-06-15T22%3A51%3A44.9662825Z'"` };
    const send = method === "DELETE" ? { headers } : { headers, body: keys };
    expect(await client.send(method, path, send)).toMatchObject({ status: 412, code: "UpdateConditionNotSatisfied" });
    const missing = "/Shop(PartitionKey='pk',RowKey='gone')";
    const other = method === "DELETE" ? { headers: { "if-match": "*" } } : { headers: { "if-match": "*" }, body: keys };
    expect(await client.send(method, missing, other)).toMatchObject({ status: 404, code: "ResourceNotFound" });
  });
  it.each(["PUT", "MERGE", "DELETE"])("%s with its ETag is done", async (method) => {
    const etag = String((await get(path)).headers["etag"]);
    const send = { headers: { "if-match": etag }, ...(method === "DELETE" ? {} : { body: keys }) };
    expect((await client.send(method, path, send)).status).toBe(204);
  });
  it.each(['"strong"', "bogus", ""])("refuses the ETag %s", async (etag) => {
    const response = await client.send("DELETE", path, { headers: { "if-match": etag } });
    expect(response.status).toBe(400);
  });
  it("refuses If-None-Match and a DELETE without If-Match", async () => {
    const none = await client.send("PUT", path, { headers: { "if-none-match": "*" }, body: keys });
    expect(none).toMatchObject({ status: 400, code: "InvalidInput" });
    expect((await client.send("DELETE", path)).status).toBe(400);
  });
  it.each(["", "{", "[]", '{"PartitionKey":"p"', "null", '{"a":}', '{"a":1}x'])("refuses the body %s", async (body) => {
    expect((await client.send("POST", "/Shop", { body, headers: { "content-type": "application/json" } })).status).toBe(
      400,
    );
  });
  it.each([
    ["", "MediaTypeNotSupported"],
    ["text/plain", "MediaTypeNotSupported"],
    ["application/atom+xml", "AtomFormatNotSupported"],
  ])("refuses the Content-Type '%s'", async (type, code) => {
    const headers = { "content-type": type };
    const row = { body: JSON.stringify({ PartitionKey: "p", RowKey: "n" }), headers };
    expect(await client.send("POST", "/Shop", row)).toMatchObject({ status: 415, code });
    const table = { body: JSON.stringify({ TableName: "New" }), headers };
    expect(await client.send("POST", "/Tables", table)).toMatchObject({ status: 415, code });
  });
  it.each(["TRACE", "get", "toString"])("refuses the method %s", async (method) => {
    const headers = ["accept", "application/json", "x-ms-version", "2019-02-02", "authorization", "Bearer token"];
    const answered = await client.service({ method, url: `${client.service.endpoint}${path}`, headers });
    expect(answered.status).toBe(405);
  });
  it.each<[string, object, string]>([
    ["/Shop", { PartitionKey: "p", RowKey: "n" }, "/Shop(PartitionKey='p',RowKey='n')"],
    ["/Tables", { TableName: "New" }, "/Tables('New')"],
  ])("writes nothing to %s where the answer would have to be Atom", async (to, body, written) => {
    const headers = { accept: "application/atom+xml" };
    expect(await client.send("POST", to, { body, headers })).toMatchObject({ code: "AtomFormatNotSupported" });
    expect((await client.send("GET", written)).status).toBe(404);
    const withoutBody = { ...headers, prefer: "return-no-content" };
    expect((await client.send("POST", to, { body, headers: withoutBody })).status).toBe(204);
    expect((await client.send("GET", written)).status).toBe(200);
  });
});

describe("pages", () => {
  beforeEach(() => {
    const rows = Array.from({ length: 2400 }, (_, at) => ({
      PartitionKey: `p${at % 3}`,
      RowKey: String(at).padStart(5, "0"),
    }));
    client.service.seed({ Many: rows });
  });
  const pages = async (query: string): Promise<number[]> => {
    const sizes: number[] = [];
    const seen = new Set<string>();
    let next = "";
    for (;;) {
      const { text, headers } = await get(`/Many()?${query}${next}`, level("nometadata"));
      const rows = (JSON.parse(text) as { value: { RowKey: string }[] }).value;
      for (const row of rows) seen.add(row.RowKey);
      sizes.push(rows.length);
      const partition = headers["x-ms-continuation-nextpartitionkey"];
      if (partition === undefined) {
        expect(seen.size).toBe(sizes.reduce((sum, size) => sum + size));
        return sizes;
      }
      next = `&NextPartitionKey=${encodeURIComponent(String(partition))}&NextRowKey=${encodeURIComponent(String(headers["x-ms-continuation-nextrowkey"]))}`;
    }
  };
  it("hold 1,000 rows at most", async () => expect(await pages("")).toEqual([1000, 1000, 400]));
  it("hold $top rows, without a last empty one", async () => expect(await pages("$top=800")).toEqual([800, 800, 800]));
  it("go on without a NextRowKey", async () => {
    const { headers } = await get("/Many()?$top=800");
    const partition = encodeURIComponent(String(headers["x-ms-continuation-nextpartitionkey"]));
    const { text } = await get(`/Many()?NextPartitionKey=${partition}&$top=1`);
    expect(JSON.parse(text).value).toMatchObject([{ PartitionKey: "p1", RowKey: "00001" }]);
  });
  it("refuse a token that is none", async () => {
    expect(await get("/Many()?NextPartitionKey=garbage")).toMatchObject({ status: 400, code: "InvalidInput" });
  });
  it("of tables hold $top names", async () => {
    const { text, headers } = await get("/Tables?$top=1");
    expect(JSON.parse(text).value).toEqual([{ TableName: "Many" }]);
    const token = encodeURIComponent(String(headers["x-ms-continuation-nexttablename"]));
    const second = await get(`/Tables?NextTableName=${token}`);
    expect(JSON.parse(second.text).value).toEqual([{ TableName: "Shop" }]);
  });
});

describe("what the service lacks", () => {
  it.each(["$orderby=S", "$skip=1", "$count=true", "$expand=S"])("%s is not implemented", async (option) => {
    expect((await get(`/Shop()?${option}`)).status).toBe(501);
  });
  it.each([
    ["GET", "/", 400],
    ["DELETE", "/Shop()", 405],
    ["POST", path, 405],
    ["GET", "/$batch", 405],
    ["GET", "/Shop(RowKey='x')", 400],
    ["GET", "/a/b", 400],
    ["GET", "/Shop()?%zz", 400],
  ])("%s %s is answered %d", async (method, to, status) => {
    expect((await client.send(method, to, method === "POST" ? { body: {} } : {})).status).toBe(status);
  });
  it("takes the keys of a path in either order", async () => {
    expect((await get("/Shop(RowKey='r''k',PartitionKey='pk')")).status).toBe(200);
  });
  it("filters tables by their name alone", async () => {
    expect(
      (await get(`/Tables?$filter=${encodeURIComponent("TableName ge 'S' and TableName lt 'T'")}`)).text,
    ).toContain("Shop");
    expect(await get(`/Tables?$filter=${encodeURIComponent("Other eq 'x'")}`)).toMatchObject({
      status: 400,
      code: "InvalidInput",
    });
  });
});

describe("every answer", () => {
  it("has the header fields of the service", async () => {
    const { headers } = await get(path, { "x-ms-client-request-id": "mine" });
    expect(headers).toMatchObject({
      "cache-control": "no-cache",
      server: "Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0",
      "x-ms-version": "2019-02-02",
      "x-ms-client-request-id": "mine",
      "x-content-type-options": "nosniff",
    });
    expect(headers).not.toHaveProperty("vary");
    expect(headers["x-ms-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });
  it("that is an error tells request and time, without x-ms-error-code in the table provider", async () => {
    const { text, headers } = await get("/Missing()");
    expect(JSON.parse(text)["odata.error"]).toEqual({
      code: "TableNotFound",
      message: {
        lang: "en-US",
        value: expect.stringMatching(
          /^The table specified does not exist\.\nRequestId:[0-9a-f-]{36}\nTime:\d{4}-\d\d-\d\dT[\d:]{8}\.\d{7}Z$/,
        ),
      },
    });
    expect(headers).not.toHaveProperty("x-ms-error-code");
  });
  it("to an XML operation is XML, errors too", async () => {
    const { text, headers } = await get("/Missing?comp=acl", { accept: "application/xml" });
    expect(headers).toMatchObject({ "content-type": "application/xml", "x-ms-error-code": "TableNotFound" });
    expect(text).toContain("<m:code>TableNotFound</m:code>");
  });
});
