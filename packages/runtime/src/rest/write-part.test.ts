import { expect, it } from "vitest";
import type { OperationRequest } from "./connection.js";
import { readPartBody, writePart } from "./write-part.js";

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
    expect(writePart(endpoint, { ...insert, body: '{"n":2}' })).toBe(textOf({ ...insert, body: '{"n":2}' }, endpoint));
    expect(writePart(otherEndpoint, other)).toBe(textOf(other, otherEndpoint));
  }
});

it("the part of a delete has no body", () => {
  const part = writePart(endpoint, { method: "DELETE", path: "/a(PartitionKey='p',RowKey='r')", query: "", headers });
  expect(part).toMatch(/HTTP\/1.1\r\nContent-Type: application\/json\r\n\r\n\r\n$/);
  expect(readPartBody(part)).toBe("");
});
