import { describe, expect, it } from "vitest";
import { Changeset, readPartBody, writePart } from "./changeset.js";
import type { OperationRequest } from "./connection.js";
import { submitTransaction } from "./perform-entity-group-transaction.js";
import { deleteEntity, insertEntity, insertOrMergeEntity, insertOrReplaceEntity, updateEntity } from "./write.js";

const partOf = (request: OperationRequest<string | Uint8Array>) => writePart(endpoint, request as OperationRequest);

const endpoint = "http://127.0.0.1:10002/devstoreaccount1";
const ids = { batch: "11111111-1111-4111-8111-111111111111", changeset: "22222222-2222-4222-8222-222222222222" };

function write(partitionKey: string, rowKey: string, members: string) {
  const body = `{"PartitionKey":${JSON.stringify(partitionKey)},"RowKey":${JSON.stringify(rowKey)},${members}}`;
  return { table: "mytable", partitionKey, rowKey, body, ifMatch: "*" };
}

function changesetOf(parts: readonly string[]): Changeset {
  const changeset = new Changeset(ids);
  for (const part of parts) changeset.add(part);
  return changeset;
}

const textOf = (parts: readonly string[]) => Buffer.from(changesetOf(parts).end()).toString();

/** Bodies that Azurite 3.35.0 accepted. Cosmos accepts the tunnelled one. */
const head = [
  "--batch_11111111-1111-4111-8111-111111111111",
  "Content-Type: multipart/mixed; boundary=changeset_22222222-2222-4222-8222-222222222222",
  "",
];
const delimiter = [
  "--changeset_22222222-2222-4222-8222-222222222222",
  "Content-Type: application/http",
  "Content-Transfer-Encoding: binary",
  "",
];
const json = [
  "Content-Type: application/json",
  "Accept: application/json;odata=minimalmetadata",
  "DataServiceVersion: 3.0",
];
const tail = [
  "--changeset_22222222-2222-4222-8222-222222222222--",
  "--batch_11111111-1111-4111-8111-111111111111--",
  "",
];

describe("Changeset", () => {
  it("writes the same bytes operation by operation as part by part, also where the lines before the body repeat", () => {
    const large = write("p1", "r2", `"text":"${"ü王".repeat(9_000)}"`);
    const other = { ...write("p1", "r5", '"n":5'), table: "other" };
    const requests = [
      insertEntity.request(write("p1", "r1", '"n":1')),
      insertEntity.request(large),
      insertEntity.request(write("p1", "r3", '"n":3')),
      updateEntity.request(write("p1", "r4", '"n":4')),
      insertEntity.request(other),
      insertEntity.request({ ...other, body: "{}" }),
      insertEntity.request(write("p1", "r6", '"n":6')),
    ] as OperationRequest[];
    const changeset = new Changeset(ids);
    for (const request of requests) changeset.addOperation(endpoint, request);
    expect(changeset.parts()).toEqual(requests.map(partOf));
    expect(Buffer.from(changeset.end()).toString()).toBe(textOf(requests.map(partOf)));
  });

  it("writes one insert", () => {
    const part = partOf(insertEntity.request(write("p1", "r1", '"n":1')));
    expect(textOf([part])).toBe(
      [
        ...head,
        ...delimiter,
        "POST http://127.0.0.1:10002/devstoreaccount1/mytable HTTP/1.1",
        ...json,
        "Prefer: return-no-content",
        "",
        '{"PartitionKey":"p1","RowKey":"r1","n":1}',
        ...tail,
      ].join("\r\n"),
    );
  });

  it("writes every kind of write, with keys escaped in the address alone", () => {
    const parts = [
      insertEntity.request(write("p2", "it's 100%", '"n":1')),
      insertOrReplaceEntity.request(write("p2", "b", '"s":"x"')),
      insertOrMergeEntity.request(write("p2", "o'k", '"s":"y"')),
      updateEntity.request(write("p2", "u", '"s":"z"')),
      deleteEntity.request(write("p2", "d", "")),
    ].map(partOf);
    expect(textOf(parts)).toBe(
      [
        ...head,
        ...delimiter,
        "POST http://127.0.0.1:10002/devstoreaccount1/mytable HTTP/1.1",
        ...json,
        "Prefer: return-no-content",
        "",
        '{"PartitionKey":"p2","RowKey":"it\'s 100%","n":1}',
        ...delimiter,
        "PUT http://127.0.0.1:10002/devstoreaccount1/mytable(PartitionKey='p2',RowKey='b') HTTP/1.1",
        ...json,
        "",
        '{"PartitionKey":"p2","RowKey":"b","s":"x"}',
        ...delimiter,
        "PATCH http://127.0.0.1:10002/devstoreaccount1/mytable(PartitionKey='p2',RowKey='o''k') HTTP/1.1",
        ...json,
        "",
        '{"PartitionKey":"p2","RowKey":"o\'k","s":"y"}',
        ...delimiter,
        "PUT http://127.0.0.1:10002/devstoreaccount1/mytable(PartitionKey='p2',RowKey='u') HTTP/1.1",
        ...json,
        "If-Match: *",
        "",
        '{"PartitionKey":"p2","RowKey":"u","s":"z"}',
        ...delimiter,
        "DELETE http://127.0.0.1:10002/devstoreaccount1/mytable(PartitionKey='p2',RowKey='d') HTTP/1.1",
        ...json.slice(1),
        "If-Match: *",
        "",
        "",
        ...tail,
      ].join("\r\n"),
    );
  });

  it("tunnels a merge through POST on Cosmos", () => {
    const request = insertOrMergeEntity.request(write("p3", "r", '"s":"y"'), "cosmos");
    expect(textOf([partOf(request)])).toBe(
      [
        ...head,
        ...delimiter,
        "POST http://127.0.0.1:10002/devstoreaccount1/mytable(PartitionKey='p3',RowKey='r') HTTP/1.1",
        ...json,
        "X-HTTP-Method: MERGE",
        "",
        '{"PartitionKey":"p3","RowKey":"r","s":"y"}',
        ...tail,
      ].join("\r\n"),
    );
  });

  it("knows its bytes before and after its end, and whether one more part fits", () => {
    const parts = ["a", "bé", "c😀", "d".repeat(10_000)].map((rowKey) =>
      partOf(insertEntity.request(write("p", rowKey, '"n":1'))),
    );
    const changeset = new Changeset(ids);
    for (const part of parts) {
      const [before, delimiter] = [changeset.bytes, Buffer.byteLength(`--changeset_${ids.changeset}\r\n`)];
      const after = before + delimiter + Buffer.byteLength(part);
      expect([changeset.hasRoom(part, after - 1), changeset.hasRoom(part, after)]).toEqual([false, true]);
      changeset.add(part);
      expect(changeset.bytes).toBe(after);
    }
    expect(changeset.end()).toHaveLength(changeset.bytes);
  });

  it("gives back its parts and their bodies", () => {
    const writes = ["a", "bé", "\r\n\r\n--changeset_"].map((rowKey) => write("p", rowKey, '"n":1'));
    const requests = [...writes.map((one) => insertEntity.request(one)), deleteEntity.request(write("p", "d", ""))];
    const parts = requests.map(partOf);
    const changeset = changesetOf(parts);
    expect(changeset.parts()).toEqual(parts);
    changeset.end();
    expect(changeset.parts()).toEqual(parts);
    expect(changeset.parts().map(readPartBody)).toEqual([...writes.map(({ body }) => body), ""]);
  });
});

it("submitTransaction posts to $batch with the boundary of its body", () => {
  expect(submitTransaction.request({ table: "mytable", changeset: changesetOf([]), operations: [] })).toEqual({
    method: "POST",
    path: "/$batch",
    query: "",
    headers: [
      "Content-Type",
      "multipart/mixed; boundary=batch_11111111-1111-4111-8111-111111111111",
      "Accept",
      "application/json",
      "DataServiceVersion",
      "3.0",
    ],
    body: changesetOf([]).end(),
  });
});

it("takes hardly more memory than a body needs that is a little larger than the last one", () => {
  const bodyOf = (length: number) => Changeset.of(Array.from({ length: 100 }, () => "x".repeat(length))).end();
  bodyOf(1000);
  const body = bodyOf(1010);
  expect(body.buffer.byteLength).toBeLessThan(1.1 * body.length);
});

describe("write part", () => {
  const headers = ["Content-Type", "application/json"];
  const insert: OperationRequest = { method: "POST", path: "/a", query: "", headers, body: '{"n":1}' };
  const endpoint = "http://host/one";

  it.each<[string, OperationRequest, string]>([
    ["path", { ...insert, path: "/b" }, endpoint],
    ["query", { ...insert, query: "?x=1" }, endpoint],
    ["method", { ...insert, method: "PUT" }, endpoint],
    ["headers", { ...insert, headers: ["Accept", "application/json"] }, endpoint],
    ["endpoint", insert, "http://host/two"],
  ])("the part of an operation has its own %s, whatever the part before it had", (_, other, otherEndpoint) => {
    const textOf = ({ method, path, query, headers: [name, value], body }: OperationRequest, at: string) =>
      "Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n" +
      `${method} ${at}${path}${query} HTTP/1.1\r\n${name}: ${value}\r\n\r\n${body}\r\n`;
    for (let turn = 0; turn < 2; turn++) {
      expect(writePart(endpoint, insert)).toBe(textOf(insert, endpoint));
      expect(writePart(endpoint, { ...insert, body: '{"n":2}' })).toBe(
        textOf({ ...insert, body: '{"n":2}' }, endpoint),
      );
      expect(writePart(otherEndpoint, other)).toBe(textOf(other, otherEndpoint));
    }
  });

  it("the part of a delete has no body", () => {
    const part = writePart(endpoint, { method: "DELETE", path: "/a(PartitionKey='p',RowKey='r')", query: "", headers });
    expect(part).toMatch(/HTTP\/1.1\r\nContent-Type: application\/json\r\n\r\n\r\n$/);
    expect(readPartBody(part)).toBe("");
  });
});
