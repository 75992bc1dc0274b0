import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { expectRefusal } from "../test/expect-refusal.js";
import { RawClient, type RawResponse } from "../test/raw-client.js";
import type { TableServiceOptions } from "./service-options.js";

let client: RawClient | undefined;
afterEach(() => client?.close());

async function start(options: TableServiceOptions = {}): Promise<RawClient> {
  client = await RawClient.start({ tables: { Shop: [{ PartitionKey: "p", RowKey: "r", paid: true }] }, ...options });
  return client;
}

const path = "/Shop(PartitionKey='p',RowKey='r')";
const messageOf = ({ text }: RawResponse): string =>
  (/"value":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text).split(/\\[rn]/)[0] ?? "";

function batch(changes: readonly string[]): { headers: Record<string, string>; body: string } {
  const parts = changes.map((change) => `--c\r\nContent-Type: application/http\r\n\r\n${change}\r\n`).join("");
  const body = `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n${parts}--c--\r\n--b--\r\n`;
  return { headers: { "content-type": "multipart/mixed; boundary=b" }, body };
}
const insertion = (row: object): string =>
  `POST /devstoreaccount1/Shop HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(row)}`;

describe("Cosmos DB as of 2022", () => {
  it("names neither its server nor the version, and gives every 204 a content type", async () => {
    const { headers } = await (await start({ kind: "cosmos" })).send("DELETE", path, { headers: { "if-match": "*" } });
    expect(headers).toMatchObject({ "content-type": "application/json" });
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(["server"]));
    expect(headers["x-ms-version"]).toBeUndefined();
  });

  it("differed in 2020, on request", async () => {
    const cosmos = await start({ kind: "cosmos", cosmosAsOf: 2020 });
    const { headers } = await cosmos.send("DELETE", path, { headers: { "if-match": "*" } });
    expect(headers["content-type"]).toBeUndefined();
    expect(headers["x-ms-version"]).toBe("2019-02-02");
  });

  it("numbers the operation that fails, also where it is alone, and where it refuses the whole batch", async () => {
    const cosmos = await start({ kind: "cosmos" });
    const row = (RowKey: string) => insertion({ PartitionKey: "p", RowKey });
    expect(messageOf(await cosmos.send("POST", "/$batch", batch([row("r")])))).toBe(
      "0:The specified entity already exists.",
    );
    const twice = await cosmos.send("POST", "/$batch", batch([row("1"), row("2"), row("1")]));
    expect({ status: twice.status, message: messageOf(twice) }).toEqual({
      status: 400,
      message:
        "2:The batch request contains multiple changes with same row key. An entity can appear only once in a batch request.",
    });
  });

  it("has its own texts for missing keys and for statistics", async () => {
    const cosmos = await start({ kind: "cosmos" });
    const noKeys = await cosmos.send("POST", "/Shop", { body: { a: 1 }, headers: { prefer: "return-no-content" } });
    expect(messageOf(noKeys)).toBe("PartitionKey/RowKey cannot be empty");
    expect(noKeys.headers["preference-applied"]).toBeUndefined();
    const statistics = await cosmos.send("GET", "/?restype=service&comp=stats");
    expect({ status: statistics.status, message: messageOf(statistics) }).toEqual({
      status: 501,
      message: "The requested operation is not supported.",
    });
  });

  it("continues behind a page of tables that is full, though none follows", async () => {
    const cosmos = await start({ kind: "cosmos", tables: { a: [], b: [] } });
    const { headers } = await cosmos.send("GET", "/Tables?$top=2");
    const token = headers["x-ms-continuation-nexttablename"] as string;
    const { text } = await cosmos.send("GET", `/Tables?$top=2&NextTableName=${encodeURIComponent(token)}`);
    expect(JSON.parse(text)).toMatchObject({ value: [] });
  });
});

describe("Storage", () => {
  it.each([
    ["POST", "/Shop/Tables", { TableName: "Shop" }, 400, "PropertiesNeedValue"],
    ["DELETE", "/Shop/Tables('Shop')", undefined, 400, "InvalidInput"],
    ["GET", "/Shop/Tables", undefined, 501, "NotImplemented"],
  ] as const)("answers %s %s, of an endpoint with a table's name", async (method, url, body, status, code) => {
    await expectRefusal((await start()).send(method, url, { ...(body && { body }) }), status, code);
  });

  it.each(['W/"wrong"', 'w/"wrong"', "w/\"datetime'2015-01-01T23%3A14%3A33.4980000Z'\""])(
    "takes %s for an ETag that does not match",
    async (etag) => {
      const response = (await start()).send("PUT", path, { body: {}, headers: { "if-match": etag } });
      await expectRefusal(response, 412, "UpdateConditionNotSatisfied");
    },
  );

  it.each(['"wrong"', "wrong", 'W/"a", W/"b"'])("takes %s for no ETag", async (etag) => {
    const response = (await start()).send("PUT", path, { body: {}, headers: { "if-match": etag } });
    await expectRefusal(response, 400, "InvalidInput");
  });

  it.each(["\r\n", "\n"])("performs an empty change set with lines that end in %j", async (newline) => {
    const { headers, body } = batch([]);
    const sent = { headers, body: body.replaceAll("\r\n", newline) };
    const { status, text } = await (await start()).send("POST", "/$batch", sent);
    expect(status).toBe(202);
    expect(text).toMatch(
      /^--(batchresponse_\S+)\r\nContent-Type: multipart\/mixed; boundary=(changesetresponse_\S+)\r\n\r\n--\2--\r\n--\1--\r\n$/,
    );
  });

  it("shows an empty $select in the metadata, and selects all", async () => {
    const { text } = await (await start()).send("GET", "/Shop()?$select=");
    expect(JSON.parse(text)).toMatchObject({
      "odata.metadata": expect.stringMatching(/\$metadata#Shop&\$select=$/),
      value: [{ PartitionKey: "p", paid: true }],
    });
  });

  it.each(["True", "TRUE", "true"])("compares with %s", async (word) => {
    const { text } = await (await start()).send("GET", `/Shop()?$filter=paid%20eq%20${word}`);
    expect(JSON.parse(text)).toMatchObject({ value: [{ RowKey: "r" }] });
  });

  it.each([
    [
      { PartitionKey: "t".repeat(2048), RowKey: "r" },
      /^The property value exceeds the maximum allowed size \(64KB\). If/,
    ],
    [{ PartitionKey: "p", RowKey: "s", s: "t".repeat(65536) }, /^The property value exceeds .* 32K or less\.$/],
    [
      { PartitionKey: "p", RowKey: "d", d: "1600-12-31T23:59:59.999Z", "d@odata.type": "Edm.DateTime" },
      /^The 'd' parameter of value '12\/31\/1600 23:59:59' is out of range\.$/,
    ],
    [
      { PartitionKey: "p", RowKey: "x", v: "", "v@odata.type": "Edm.DateTime" },
      /^An error occurred while processing this request\.$/,
    ],
  ])("has the recorded text for a row it refuses: %#", async (row, text) => {
    expect(messageOf(await (await start()).insert("Shop", row))).toMatch(text);
  });

  it("has the recorded text for a transaction of two partitions", async () => {
    const changes = ["p", "q"].map((PartitionKey) => insertion({ PartitionKey, RowKey: "1" }));
    expect(messageOf(await (await start()).send("POST", "/$batch", batch(changes)))).toBe(
      "1:All commands in a batch must operate on same entity group.",
    );
  });

  it.each([{ origin: "http://a" }, { "access-control-request-method": "GET" }])(
    "refuses a preflight request with only %j",
    async (headers) => {
      await expectRefusal(
        (await start()).send("OPTIONS", "/Shop", { headers, anonymous: true }),
        400,
        "InvalidHeaderValue",
      );
    },
  );

  it("performs pipelined requests in their order", async () => {
    const { server } = await start({ authenticate: false });
    const request = (method: string, url: string, body = "", headers = "") =>
      `${method} /devstoreaccount1${url} HTTP/1.1\r\nHost: x\r\nx-ms-version: 2019-02-02\r\nAccept: application/json\r\n` +
      `Content-Type: application/json\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
    const entity = "/Shop(PartitionKey='p',RowKey='new')";
    const sent = [
      request("POST", "/Shop", '{"PartitionKey":"p","RowKey":"new"}', "Prefer: return-no-content\r\n"),
      request("GET", entity),
      request("DELETE", entity, "", "If-Match: *\r\n"),
      request("GET", entity),
    ];
    const statuses = await new Promise((resolve) => {
      let received = "";
      const socket = connect(server.port, "127.0.0.1", () => socket.write(sent.join("")));
      socket.on("data", (chunk) => {
        received += chunk.toString();
        const found = received.match(/HTTP\/1\.1 \d+/g)?.map((line) => Number(line.slice(9))) ?? [];
        if (found.length < sent.length) return;
        socket.destroy();
        resolve(found);
      });
    });
    expect(statuses).toEqual([204, 200, 204, 404]);
  });
});

describe("a bearer token", () => {
  const seconds = Math.floor(Date.now() / 1000);
  const claims = { aud: "https://storage.azure.com", nbf: seconds - 60, exp: seconds + 3600 };
  const jwt = (payload: object): string =>
    [{ alg: "none" }, payload, "x"].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}`, "x-ms-version": "2020-12-06" } });

  it("may neither read nor write access policies", async () => {
    const service = await start();
    await expectRefusal(service.send("GET", "/Shop?comp=acl", bearer(jwt(claims))), 403, "AuthorizationFailure");
    await expectRefusal(service.send("PUT", "/Shop?comp=acl", bearer(jwt(claims))), 403, "AuthorizationFailure");
  });

  it.each<[string, string, number]>([
    ["valid", jwt(claims), 200],
    ["for the account", jwt({ ...claims, aud: "https://devstoreaccount1.table.core.windows.net/" }), 200],
    ["for another service", jwt({ ...claims, aud: "https://graph.microsoft.com" }), 401],
    ["not yet valid", jwt({ ...claims, nbf: seconds + 86_400, exp: seconds + 90_000 }), 401],
    ["expired", jwt({ ...claims, exp: seconds - 600 }), 401],
    ["without an end", jwt({ aud: claims.aud }), 401],
    ["no JWT", "x", 401],
    ["malformed", "a.b.c", 401],
  ])("that is %s is judged with strictTokens", async (_, token, status) => {
    expect((await (await start({ strictTokens: true })).send("GET", "/Tables", bearer(token))).status).toBe(status);
  });
});
