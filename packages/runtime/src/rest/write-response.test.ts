import { describe, expect, it } from "vitest";
import type { HttpResponse } from "../http/http-message.js";
import type { ServiceKind } from "../schema/limits.js";
import { stubResponse } from "../test/account/stub-transport.js";
import { checkSuccess, isEntityMissing, parseWrite } from "./write-response.js";

const etag = "W/\"datetime'2026-01-01T00%3A00%3A00.0000000Z'\"";
const malformed = (message: string) => expect.objectContaining({ code: "response.malformed", message });
const responseOf = (status: number, ...headers: string[]): HttpResponse => ({
  status,
  headers,
  body: new Uint8Array(),
});

describe("the ETag of a write", () => {
  const parse = (response: HttpResponse) => parseWrite(response, "insertEntity", "Shop");

  it("is that of the header, else that of the body", () => {
    const body = JSON.stringify({ "odata.etag": 'W/"body"' });
    expect(parse(responseOf(204, "ETag", etag))).toBe(etag);
    expect(parse(stubResponse(201, ["ETag", etag], body))).toBe(etag);
    expect(parse(stubResponse(201, [], body))).toBe('W/"body"');
  });

  it.each([
    stubResponse(204, ["ETag", '"1b2"']),
    stubResponse(204, ["ETag", 'xW/"1b2"']),
    stubResponse(201, [], '{"odata.etag":5}'),
    stubResponse(201, [], "{}"),
  ])("is weak, and there is one: %#", (response) => {
    expect(() => parse(response)).toThrow(
      malformed(`The response with status ${response.status} has no ETag of the service.`),
    );
  });

  it.each([200, 202, 205])("is not that of a response with status %d", (status) => {
    const about = { code: "response.malformed", status, operation: "insertEntity", table: "Shop" };
    expect(() => parse(responseOf(status, "ETag", etag))).toThrow(expect.objectContaining(about));
  });
});

describe("a success", () => {
  const check =
    (response: HttpResponse, kind: ServiceKind, readOnly = true) =>
    () =>
      checkSuccess(response, kind, readOnly);

  it.each(["x-ms-version", "X-Ms-Request-Id"])("of Storage has the header %s", (name) => {
    expect(check(responseOf(200, name, "x"), "storage")).not.toThrow();
  });

  it("of Storage without headers of its own is none, and the error says what may be wrong", () => {
    const message =
      "The response with status 299 has neither x-ms-version nor x-ms-request-id, which Azure Storage always sends. " +
      "Check the endpoint, any proxy in between, and mocks of HTTP in this process (https://github.com/tablewright/tablewright/blob/main/packages/docs/pages/guide/troubleshooting.md#a-proxy-or-a-mock-answers); for Cosmos DB behind another host name, pass the option kind.";
    expect(check(responseOf(299, "x-ms-date", "x"), "storage")).toThrow(malformed(message));
  });

  it("of Cosmos DB has no header of its own, and an ETag with a time or none", () => {
    expect(check(responseOf(200), "cosmos")).not.toThrow();
    expect(check(responseOf(200, "ETag", etag), "cosmos")).not.toThrow();
    const message =
      "The response with status 200 has an ETag that no row has. Check the endpoint, any proxy in between, and mocks of HTTP in this process (https://github.com/tablewright/tablewright/blob/main/packages/docs/pages/guide/troubleshooting.md#a-proxy-or-a-mock-answers).";
    for (const foreign of ['W/"1b2"', `x${etag}`]) {
      expect(check(responseOf(200, "ETag", foreign), "cosmos")).toThrow(malformed(message));
    }
  });

  it("of a write has no web page, that of a read is checked elsewhere", () => {
    const page = responseOf(204, "Content-Type", "text/html", "x-ms-version", "1");
    expect(check(page, "storage", false)).toThrow("is not the success of a Table service");
    expect(check(page, "storage", true)).not.toThrow();
  });

  it("is none with a status of 300 or more, which is an error already", () => {
    expect(check(responseOf(300, "Content-Type", "text/html"), "storage", false)).not.toThrow();
  });
});

it.each<[number, string, boolean]>([
  [404, "ResourceNotFound", true],
  [404, "EntityNotFound", true],
  [404, "TableNotFound", false],
  [404, "", false],
  [410, "ResourceNotFound", false],
])("status %d with the code %j reports a missing row: %s", (status, code, isMissing) => {
  const body = JSON.stringify({ "odata.error": { code, message: { value: "x" } } });
  expect(isEntityMissing(stubResponse(status, [], body))).toBe(isMissing);
});
