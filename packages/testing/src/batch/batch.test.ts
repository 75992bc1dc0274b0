import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RawClient, type RawResponse } from "../test/raw-client.js";

let client: RawClient;
beforeAll(async () => {
  client = await RawClient.start();
});
afterAll(() => client.close());
beforeEach(async () => {
  client.service.reset();
  client.service.seed({ Shop: [{ PartitionKey: "p", RowKey: "old", n: 1 }], Other: [] });
});

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const insert = (rowKey: string, more: object = {}): Operation => ({
  method: "POST",
  path: "/Shop",
  headers: { prefer: "return-no-content" },
  body: { PartitionKey: "p", RowKey: rowKey, ...more },
});
const onOld = (method: string, headers: Record<string, string>, body?: object): Operation => ({
  method,
  path: "/Shop(PartitionKey='p',RowKey='old')",
  headers,
  ...(body && { body: { PartitionKey: "p", RowKey: "old", ...body } }),
});

function send(operations: readonly Operation[], newline = "\r\n"): Promise<RawResponse> {
  const parts = operations.flatMap(({ method, path, headers = {}, body }) => [
    "--changeset_c",
    "Content-Type: application/http",
    "Content-Transfer-Encoding: binary",
    "",
    `${method} ${client.server.endpoint}${path} HTTP/1.1`,
    "Accept: application/json;odata=minimalmetadata",
    ...(body === undefined ? [] : ["Content-Type: application/json"]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    body === undefined ? "" : JSON.stringify(body),
  ]);
  const lines = [
    "--batch_b",
    "Content-Type: multipart/mixed; boundary=changeset_c",
    "",
    ...parts,
    "--changeset_c--",
    "--batch_b--",
    "",
  ];
  return client.send("POST", "/$batch", {
    headers: { "content-type": "multipart/mixed; boundary=batch_b" },
    body: lines.join(newline),
  });
}

const statuses = ({ text }: RawResponse): number[] =>
  [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map((match) => Number(match[1]));
const message = ({ text }: RawResponse): string | undefined => /"value":"(.*?)\\n/.exec(text)?.[1];
const rowKeys = (): string[] => client.service.dump()["Shop"]?.map((row) => row.RowKey) ?? [];

describe("a transaction", () => {
  it("does all six writes and answers each in its part", async () => {
    client.service.seed({ Shop: ["a", "b", "c", "d"].map((key) => ({ PartitionKey: "p", RowKey: key })) });
    const on = (method: string, key: string, conditional: boolean): Operation => ({
      method,
      path: `/Shop(PartitionKey='p',RowKey='${key}')`,
      headers: conditional ? { "If-Match": "*" } : {},
      ...(method === "DELETE" ? {} : { body: { PartitionKey: "p", RowKey: key, v: key } }),
    });
    const batchResponse = await send([
      insert("new"),
      on("PUT", "a", true),
      on("PATCH", "b", true),
      on("DELETE", "c", true),
      on("MERGE", "d", false),
      on("PUT", "e", false),
    ]);
    expect(batchResponse.status).toBe(202);
    expect(statuses(batchResponse)).toEqual([204, 204, 204, 204, 204, 204]);
    expect(rowKeys()).toEqual(["a", "b", "d", "e", "new", "old"]);
    expect(new Set(batchResponse.text.match(/^ETag: .*$/gm)).size).toBe(1);
  });

  it("answers each part with the header fields of the service", async () => {
    const { text } = await send([insert("a")]);
    const part = text.slice(text.indexOf("HTTP/1.1"), text.indexOf("--changesetresponse", text.indexOf("HTTP/1.1")));
    expect(
      part
        .trim()
        .split("\r\n")
        .map((line) => line.replace(/(ETag|Location|DataServiceId): .*/, "$1")),
    ).toEqual([
      "HTTP/1.1 204 No Content",
      "X-Content-Type-Options: nosniff",
      "Cache-Control: no-cache",
      "Preference-Applied: return-no-content",
      "DataServiceVersion: 3.0;",
      "Location",
      "DataServiceId",
      "ETag",
    ]);
  });

  it.each(["\r\n", "\n"])("takes lines that end in %j", async (newline) => {
    expect(statuses(await send([insert("a"), insert("b")], newline))).toEqual([204, 204]);
  });

  it("answers an insert without Prefer with the entity", async () => {
    const batchResponse = await send([{ ...insert("a"), headers: { "Content-ID": "7" } }]);
    expect(statuses(batchResponse)).toEqual([201]);
    expect(batchResponse.text).toContain('"RowKey":"a"');
    expect(batchResponse.text).toContain("\r\nContent-ID: 7\r\n");
  });

  it("is all or nothing, and names the operation that failed", async () => {
    const before = client.service.dump();
    const operations = [
      onOld("PUT", { "If-Match": "*" }, { n: 2 }),
      insert("a"),
      insert("b"),
      { ...onOld("DELETE", { "If-Match": "*" }), path: "/Shop(PartitionKey='p',RowKey='gone')" },
    ];
    const batchResponse = await send(operations);
    expect(batchResponse.status).toBe(202);
    expect(statuses(batchResponse)).toEqual([404]);
    expect(message(batchResponse)).toBe("3:The specified resource does not exist.");
    expect(client.service.dump()).toEqual(before);
  });

  it("gives the ETag of a rolled back row back", async () => {
    const path = "/Shop(PartitionKey='p',RowKey='old')";
    const { headers } = await client.send("GET", path);
    await send([onOld("PUT", { "If-Match": "*" }, {}), insert("a", { "a-b": 1 })]);
    expect((await client.send("GET", path)).headers["etag"]).toBe(headers["etag"]);
  });

  it("has no index where the storage refuses its only operation", async () => {
    expect(message(await send([insert("old")]))).toBe("The specified entity already exists.");
    expect(message(await send([insert("old"), insert("a")]))).toBe("0:The specified entity already exists.");
    expect(message(await send([insert("a", { "a-b": 1 })]))).toBe("0:The property name is invalid.");
  });

  const refusals: [string, () => Operation[], number, string, string][] = [
    [
      "more than 100 operations",
      () => Array.from({ length: 101 }, (_, at) => insert(String(at))),
      400,
      "InvalidInput",
      "99:",
    ],
    ["a row twice", () => [insert("a"), insert("a")], 400, "InvalidDuplicateRow", "1:"],
    [
      "two partitions",
      () => [insert("a"), insert("b", { PartitionKey: "q" })],
      400,
      "CommandsInBatchActOnDifferentPartitions",
      "1:",
    ],
    [
      "two tables",
      () => [insert("a"), { ...insert("b"), path: "/Other" }],
      400,
      "CommandsInBatchActOnDifferentPartitions",
      "1:",
    ],
    ["a missing table", () => [{ ...insert("a"), path: "/Missing" }], 404, "TableNotFound", "0:"],
    [
      "a stale ETag",
      () => [insert("a"), onOld("PUT", { "If-Match": `W/"datetime'2012-06-15T22%3A51%3A44.9662825Z'"` }, {})],
      412,
      "UpdateConditionNotSatisfied",
      "1:",
    ],
    ["a read among writes", () => [insert("a"), onOld("GET", {})], 400, "InvalidInput", "1:"],
    [
      "a table operation",
      () => [{ method: "POST", path: "/Tables", body: { TableName: "New" } }],
      400,
      "InvalidInput",
      "0:",
    ],
  ];
  it.each(refusals)("refuses %s", async (_what, operations, status, code, index) => {
    const batchResponse = await send(operations());
    expect({ statuses: statuses(batchResponse), code: batchResponse.code }).toEqual({ statuses: [status], code });
    expect(message(batchResponse)?.startsWith(index)).toBe(true);
    expect(rowKeys()).toEqual(["old"]);
  });

  it("takes 100 operations", async () => {
    expect(statuses(await send(Array.from({ length: 100 }, (_, at) => insert(String(at)))))).toHaveLength(100);
  });

  it("of more than 4 MiB is refused as a whole", async () => {
    const big = "x".repeat(30_000);
    const batchResponse = await send(
      Array.from({ length: 10 }, (_, at) =>
        insert(String(at), Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`s${n}`, big]))),
      ),
    );
    expect(batchResponse).toMatchObject({ status: 413, code: "RequestBodyTooLarge" });
    expect(rowKeys()).toEqual(["old"]);
  });

  it.each(["", "no multipart", "--batch_b\r\n--batch_b--\r\n"])("with the body %j is refused", async (body) => {
    const headers = { "content-type": "multipart/mixed; boundary=batch_b" };
    expect(await client.send("POST", "/$batch", { headers, body })).toMatchObject({
      status: 400,
      code: "InvalidInput",
    });
  });

  it("takes updates without keys in their bodies", async () => {
    const update = (method: string, key: string, headers: Record<string, string>): Operation => ({
      method,
      path: `/Shop(PartitionKey='p',RowKey='${key}')`,
      headers,
      body: { v: method },
    });
    const response = await send([
      update("MERGE", "old", { "If-Match": "*" }),
      update("PUT", "a", {}),
      update("PATCH", "b", {}),
    ]);
    expect(statuses(response)).toEqual([204, 204, 204]);
    expect(client.service.dump()["Shop"]).toMatchObject([
      { RowKey: "a", v: "PUT" },
      { RowKey: "b", v: "PATCH" },
      { RowKey: "old", n: 1, v: "MERGE" },
    ]);
  });

  const singleRead = (path: string): Promise<RawResponse> => {
    const lines = [
      "--b",
      "Content-Type: application/http",
      "Content-Transfer-Encoding: binary",
      "",
      `GET ${client.server.endpoint}${path} HTTP/1.1`,
      "Accept: application/json;odata=nometadata",
      "",
      "",
      "--b--",
      "",
    ];
    return client.send("POST", "/$batch", {
      headers: { "content-type": "multipart/mixed; boundary=b" },
      body: lines.join("\r\n"),
    });
  };

  it("may be a single read instead", async () => {
    const response = await singleRead("/Shop(PartitionKey='p',RowKey='old')");
    expect(statuses(response)).toEqual([200]);
    expect(response.text).toMatch(/\r\n\r\n\{"PartitionKey":"p","RowKey":"old"/);
  });

  it("that is a single read of a missing entity has the index in front of the message", async () => {
    const response = await singleRead("/Shop(PartitionKey='p',RowKey='missing')");
    expect(statuses(response)).toEqual([404]);
    expect(response.code).toBe("ResourceNotFound");
    expect(message(response)).toBe("0:The specified resource does not exist.");
  });
});
