import { describe, expect, it } from "vitest";
import type { HttpResponse } from "../http/http-message.js";
import { withServiceHeaders } from "../test/service-headers.js";
import { createTable, deleteTable, queryTables } from "./table-operations.js";

function responseOf(status: number, body: unknown = "", headers: string[] = [], ambiguous = false): HttpResponse {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const bytes = new TextEncoder().encode(text);
  const ambiguity = ambiguous && { ambiguousAttempts: [] };
  return { status, headers: withServiceHeaders(headers, text), body: bytes, ...ambiguity };
}

function refusal(status: number, code: string, ambiguous = false): HttpResponse {
  return responseOf(status, { "odata.error": { code, message: { lang: "en-US", value: "Refused." } } }, [], ambiguous);
}

describe("createTable", () => {
  it("posts the name and takes 204 and 201", () => {
    expect(createTable.request({ table: "Shop" })).toMatchObject({
      method: "POST",
      path: "/Tables",
      body: '{"TableName":"Shop"}',
    });
    expect(createTable.parse(responseOf(204), { table: "Shop" })).toBeUndefined();
    expect(createTable.parse(responseOf(201, { TableName: "Shop" }), { table: "Shop" })).toBeUndefined();
  });

  it.each([
    ["TableAlreadyExists", "table.already-exists"],
    ["TableBeingDeleted", "table.being-deleted"],
  ])("tells %s as %s", (serviceCode, code) => {
    expect(() => createTable.parse(refusal(409, serviceCode), { table: "Shop" })).toThrow(
      expect.objectContaining({ code }),
    );
  });
});

describe("deleteTable", () => {
  it("addresses the table as an item of the list, and tells whether it existed", () => {
    expect(deleteTable.request({ table: "Shop" })).toMatchObject({ method: "DELETE", path: "/Tables('Shop')" });
    expect(deleteTable.parse(responseOf(204), { table: "Shop" })).toBe(true);
    expect(deleteTable.parse(refusal(404, "ResourceNotFound"), { table: "Shop" })).toBe(false);
    expect(deleteTable.parse(refusal(404, "ResourceNotFound", true), { table: "Shop" })).toBe(true);
    expect(deleteTable.parse(refusal(409, "TableBeingDeleted", true), { table: "Shop" })).toBe(true);
    expect(() => deleteTable.parse(refusal(409, "TableBeingDeleted"), { table: "Shop" })).toThrow(
      expect.objectContaining({ code: "table.being-deleted" }),
    );
  });

  it("does not take a proxy's 404 for a missing table", () => {
    expect(() => deleteTable.parse(responseOf(404, "<html></html>"), { table: "Shop" })).toThrow(
      expect.objectContaining({ code: "response.malformed", status: 404 }),
    );
  });
});

describe("queryTables", () => {
  it("percent-encodes filter and continuation", () => {
    expect(queryTables.request({}).query).toBe("");
    expect(queryTables.request({ filter: "TableName ge 'a'", nextTableName: "1!8!c2hvcA--" }).query).toBe(
      "?$filter=TableName%20ge%20'a'&NextTableName=1!8!c2hvcA--",
    );
  });

  it("gives names and continuation, also of an empty page", () => {
    const headers = ["X-MS-Continuation-NextTableName", "1!8!c2hvcA--"];
    expect(queryTables.parse(responseOf(200, { value: [] }, headers), {})).toEqual({
      names: [],
      nextTableName: "1!8!c2hvcA--",
    });
    expect(queryTables.parse(responseOf(200, { value: [{ TableName: "Shop" }] }), {})).toEqual({
      names: ["Shop"],
      nextTableName: undefined,
    });
  });

  it("refuses a continuation that leads back to its request", () => {
    const headers = ["X-MS-Continuation-NextTableName", "1!8!c2hvcA--"];
    const parse = () => queryTables.parse(responseOf(200, { value: [] }, headers), { nextTableName: "1!8!c2hvcA--" });
    expect(parse).toThrow("The response to the list of tables repeats the continuation of its request");
  });

  it.each(["null", "[]", "{}", '{"value":[null]}', '{"value":[{}]}', '{"value":[{"TableName":5}]}', '{"value":"a"}'])(
    "refuses %s",
    (body) => {
      expect(() => queryTables.parse(responseOf(200, body), {})).toThrow(
        expect.objectContaining({ code: "response.malformed" }),
      );
    },
  );
});
