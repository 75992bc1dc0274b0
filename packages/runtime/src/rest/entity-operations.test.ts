import { describe, expect, it } from "vitest";
import type { HttpResponse } from "../http/http-message.js";
import { withServiceHeaders } from "../test/service-headers.js";
import { getEntity } from "./query-entities.js";
import {
  deleteEntity,
  insertEntity,
  insertOrMergeEntity,
  insertOrReplaceEntity,
  mergeEntity,
  updateEntity,
} from "./write.js";

const etag = "W/\"datetime'2021-09-21T00%3A53%3A41.7166246Z'\"";
const body = '{"PartitionKey":"p","RowKey":"o\'k","s":"y"}';
const path = "/mytable(PartitionKey='p',RowKey='o''k')";
const json = ["Content-Type", "application/json", "Accept", "application/json;odata=minimalmetadata"];
const odata = ["DataServiceVersion", "3.0"];

function write() {
  return { table: "mytable", partitionKey: "p", rowKey: "o'k", body, ifMatch: etag };
}

function responseOf(status: number, headers: string[] = [], text = "", ambiguous = false): HttpResponse {
  const bytes = new TextEncoder().encode(text);
  const ambiguity = ambiguous && { ambiguousAttempts: [] };
  return { status, headers: withServiceHeaders(headers, text), body: bytes, ...ambiguity };
}

function refusal(status: number, code: string, ambiguous = false): HttpResponse {
  const value = "Refused.\nRequestId:d1\nTime:2021-09-21T00:53:41.7166246Z";
  return responseOf(
    status,
    [],
    JSON.stringify({ "odata.error": { code, message: { lang: "en-US", value } } }),
    ambiguous,
  );
}

describe("requests", () => {
  it("insert posts to the table and wants no content back", () => {
    expect(insertEntity.request(write())).toEqual({
      method: "POST",
      path: "/mytable",
      query: "",
      headers: [...json, ...odata, "Prefer", "return-no-content"],
      body,
    });
  });

  it("replace puts to the row under If-Match, insertOrReplace without", () => {
    const put = { method: "PUT", path, query: "", body };
    expect(updateEntity.request(write())).toEqual({ ...put, headers: [...json, ...odata, "If-Match", etag] });
    expect(insertOrReplaceEntity.request(write())).toEqual({ ...put, headers: [...json, ...odata] });
  });

  it("merge patches the row under If-Match, insertOrMerge without", () => {
    const patch = { method: "PATCH", path, query: "", body };
    expect(mergeEntity.request(write())).toEqual({ ...patch, headers: [...json, ...odata, "If-Match", etag] });
    expect(insertOrMergeEntity.request(write())).toEqual({ ...patch, headers: [...json, ...odata] });
  });

  it("merge is tunnelled through POST on Cosmos, which has no PATCH", () => {
    const post = { method: "POST", path, query: "", body };
    const headers = [...json, ...odata, "X-HTTP-Method", "MERGE"];
    expect(mergeEntity.request(write(), "cosmos")).toEqual({ ...post, headers: [...headers, "If-Match", etag] });
    expect(insertOrMergeEntity.request(write(), "cosmos")).toEqual({ ...post, headers });
  });

  it("delete and get have no body", () => {
    const headers = [...json.slice(2), ...odata];
    expect(deleteEntity.request(write())).toEqual({
      method: "DELETE",
      path,
      query: "",
      headers: [...headers, "If-Match", etag],
    });
    expect(getEntity.request(write())).toEqual({ method: "GET", path, query: "", headers });
  });
});

describe("answers", () => {
  const writes = [insertEntity, insertOrReplaceEntity, insertOrMergeEntity, updateEntity, mergeEntity];

  it.each(writes)("$name takes the ETag from the header, in any letter case, else from the body", (operation) => {
    expect(operation.parse(responseOf(204, ["Date", "x", "ETag", etag]), write())).toBe(etag);
    expect(operation.parse(responseOf(201, ["etag", etag]), write())).toBe(etag);
    expect(operation.parse(responseOf(201, [], JSON.stringify({ "odata.etag": etag })), write())).toBe(etag);
  });

  it.each(writes)("$name does not take an answer without an ETag for a success", (operation) => {
    for (const response of [
      responseOf(204),
      responseOf(201),
      responseOf(201, [], "{}"),
      responseOf(201, [], "<html></html>"),
    ]) {
      expect(() => operation.parse(response, write())).toThrow(expect.objectContaining({ code: "response.malformed" }));
    }
  });

  it.each([
    [insertEntity, 409, "EntityAlreadyExists", "entity.already-exists"],
    [updateEntity, 412, "UpdateConditionNotSatisfied", "entity.condition-not-met"],
    [mergeEntity, 404, "ResourceNotFound", "entity.not-found"],
    [mergeEntity, 404, "TableNotFound", "table.not-found"],
    [insertOrMergeEntity, 400, "PropertyNameInvalid", "property.invalid-name"],
    [deleteEntity, 412, "UpdateConditionNotSatisfied", "entity.condition-not-met"],
    [deleteEntity, 404, "TableNotFound", "table.not-found"],
    [getEntity, 404, "TableNotFound", "table.not-found"],
    [getEntity, 403, "AuthenticationFailed", "auth.failed"],
  ] as const)("%o: %i %s is the error %s", (operation, status, serviceCode, code) => {
    expect(() => operation.parse(refusal(status, serviceCode), write())).toThrow(
      expect.objectContaining({ code, status, serviceCode, requestId: "d1", table: "mytable" }),
    );
  });

  it("get gives the row, or undefined where it is missing", () => {
    const row = { "odata.etag": etag, PartitionKey: "p", RowKey: "o'k", Timestamp: "2021-09-21T00:53:41.7166246Z" };
    expect(getEntity.parse(responseOf(200, [], JSON.stringify(row)), write())).toEqual(row);
    expect(getEntity.parse(refusal(404, "ResourceNotFound"), write())).toBeUndefined();
  });

  it("get does not take a proxy's page for a row, or for a missing one", () => {
    const page = "<!DOCTYPE html><title>Sign in</title>";
    expect(() => getEntity.parse(responseOf(200, [], page), write())).toThrow(
      expect.objectContaining({ code: "response.malformed" }),
    );
    expect(() => getEntity.parse(responseOf(404, [], page), write())).toThrow(
      expect.objectContaining({
        code: "response.malformed",
        status: 404,
        message: expect.stringContaining(
          'the response has status 404 and is not one that the Table service sends; it begins with "<!DOCTYPE',
        ),
      }),
    );
  });

  it("get does not take JSON for a row that lacks what every row has", () => {
    const key = { PartitionKey: "p", RowKey: "o'k" };
    const rows = [
      null,
      [],
      {},
      key,
      { ...key, "odata.etag": 5 },
      { ...key, RowKey: 5, "odata.etag": etag },
      { value: [{}] },
    ];
    for (const row of rows) {
      expect(() => getEntity.parse(responseOf(200, [], JSON.stringify(row)), write())).toThrow(
        expect.objectContaining({ code: "response.malformed" }),
      );
    }
  });

  const json = ["Content-Type", "application/json"];

  it.each([
    ["a page", "<html>Not found</html>", []],
    ["nothing", "", []],
    ["an error of a gateway", '{"error":{"code":"ResourceNotFound","message":"The Resource was not found."}}', json],
    ["JSON", '{"message":"no Route matched with those values"}', [...json, "Server", "kong"]],
  ])("neither get nor delete nor merge takes a 404 with %s for a missing row", (_, body, headers) => {
    for (const operation of [getEntity, deleteEntity, mergeEntity]) {
      for (const ambiguousAttempts of [undefined, [{ startedAt: 1, endedAt: 2 }]]) {
        const response = { ...responseOf(404, headers, body), ambiguousAttempts };
        expect(() => operation.parse(response, write())).toThrow(
          expect.objectContaining({ code: "response.malformed", status: 404, ambiguousAttempts }),
        );
      }
    }
  });

  it.each([
    ["a 412 that no service gave", 412, "<html>Precondition failed</html>"],
    ["a success without content", 204, ""],
    ["a redirect", 302, ""],
  ])("get does not take %s for a refusal of the service", (_, status, body) => {
    expect(() => getEntity.parse(responseOf(status, [], body), write())).toThrow(
      expect.objectContaining({ code: "response.malformed", status }),
    );
  });

  it("a 404 with the service's headers alone is a refusal, not a missing row", () => {
    const response = responseOf(404, ["X-MS-Request-Id", "d1"]);
    for (const operation of [getEntity, deleteEntity]) {
      expect(() => operation.parse(response, write())).toThrow(expect.objectContaining({ code: "entity.not-found" }));
    }
  });

  it("delete tells whether the row existed; after an ambiguous attempt a missing row was deleted by it", () => {
    expect(deleteEntity.parse(responseOf(204), write())).toBe(true);
    expect(deleteEntity.parse(refusal(404, "ResourceNotFound"), write())).toBe(false);
    expect(deleteEntity.parse(refusal(404, "ResourceNotFound", true), write())).toBe(true);
  });
});
