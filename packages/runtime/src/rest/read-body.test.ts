import { describe, expect, it } from "vitest";
import type { HttpResponse } from "../http/http-message.js";
import { checkJsonType, checkWriteType, checkXmlType, isServiceJson, parseJson } from "./read-body.js";

function responseOf(type: string | undefined, body = "", more: readonly string[] = []): HttpResponse {
  const headers = type === undefined ? more : [...more, "Content-Type", type];
  return { status: 200, headers, body: new TextEncoder().encode(body) };
}

const version = ["x-ms-version", "2019-02-02"];

describe("the content type", () => {
  it.each<[string | undefined, boolean, boolean]>([
    ["application/json;odata=minimalmetadata;streaming=true;charset=utf-8", true, true],
    ["Application/JSON; OData=nometadata", true, true],
    ["application/json", false, true],
    ["application/json;charset=utf-8", false, true],
    ["application/json;xodata=minimalmetadata", false, true],
    ["application/jsonp", false, false],
    ["text/application/json;odata=minimalmetadata", false, false],
    ["text/html", false, false],
    ["", false, false],
    [undefined, false, false],
  ])("%j is JSON of the service: %s; with a header of the service: %s", (type, alone, withHeader) => {
    expect(isServiceJson(responseOf(type).headers)).toBe(alone);
    expect(isServiceJson(responseOf(type, "", version).headers)).toBe(withHeader);
  });

  it.each<[string | undefined, boolean]>([
    ["application/xml", true],
    ["text/xml; charset=utf-8", true],
    ["Application/XML", true],
    ["application/xmlish", false],
    ["x-application/xml", false],
    ["text/html", false],
    [undefined, false],
  ])("%j is XML: %s", (type, isXml) => {
    const check = () => checkXmlType(responseOf(type, "<a/>"));
    if (isXml) expect(check).not.toThrow();
    else expect(check).toThrow("The response with status 200 is not the XML of a Table service: ");
  });

  it.each<[string | undefined, string, boolean]>([
    [undefined, "", true],
    [undefined, "x", false],
    ["application/json", "x", true],
    ["application/xml; charset=utf-8", "x", true],
    ["multipart/mixed; boundary=b", "x", true],
    ["MULTIPART/MIXED", "x", true],
    ["text/html", "", false],
    ["text/plain; like=application/json", "x", false],
    ["multipart/mixedup", "x", false],
  ])("%j with the body %j is that of a write: %s", (type, body, isWrite) => {
    const check = () => checkWriteType(responseOf(type, body));
    if (isWrite) expect(check).not.toThrow();
    else expect(check).toThrow("The response with status 200 is not the success of a Table service: ");
  });

  it.each([
    [responseOf(undefined), "it has no content type, and it is empty"],
    [responseOf("text/html", "<p>"), 'its content type is "text/html", and it begins with "<p>"'],
    [
      responseOf("x".repeat(81), "y".repeat(81)),
      `its content type is "${"x".repeat(80)}…", and it begins with "${"y".repeat(80)}…"`,
    ],
  ])("is named in the error, with the beginning of the body: %#", (response, found) => {
    expect(() => checkJsonType(response)).toThrow(
      expect.objectContaining({
        code: "response.malformed",
        message: `The response with status 200 is not the JSON of a Table service: ${found}. Check the endpoint, any proxy in between, and mocks of HTTP in this process (https://github.com/tablewright/tablewright/blob/main/packages/docs/pages/guide/troubleshooting.md#a-proxy-or-a-mock-answers).`,
      }),
    );
  });
});

describe("a body of JSON", () => {
  it.each(["{}", "[1]"])("is parsed: %s", (text) => {
    expect(parseJson(responseOf("application/json", text))).toEqual(JSON.parse(text));
  });

  it.each([
    ["null", '"null"'],
    ["5", '"5"'],
    ["", '""'],
    ["x".repeat(81), `"${"x".repeat(80)}…"`],
  ])("is an object: not %.9s", (text, start) => {
    expect(() => parseJson(responseOf("application/json", text))).toThrow(
      expect.objectContaining({
        code: "response.malformed",
        message: `The response with status 200 is not the JSON of a Table service; it begins with ${start}. Check the endpoint.`,
      }),
    );
  });
});
