import { describe, expect, it } from "vitest";
import { hasServiceHeader, isCutOff, isFromService, readErrorBody } from "./error-body.js";

const encode = (text: string) => new TextEncoder().encode(text);
const read = (body: string, headers: readonly string[] = []) => readErrorBody({ headers, body: encode(body) });

const json = (code: string, value: string, lang = "en-US") =>
  JSON.stringify({ "odata.error": { code, message: { lang, value } } });

describe("an error body", () => {
  it("in OData JSON", () => {
    const text = "The specified resource does not exist.\nRequestId:a2f3\nTime:2021-09-21T00:53:41.7166246Z";
    expect(read(json("ResourceNotFound", text))).toEqual({
      serviceCode: "ResourceNotFound",
      message: "The specified resource does not exist.",
      requestId: "a2f3",
      time: "2021-09-21T00:53:41.7166246Z",
      index: undefined,
    });
  });

  it("in JSON as Cosmos writes it, with the index in a transaction", () => {
    const text = "0:The specified entity already exists.\n\nRequestID:154067c0\n";
    expect(read(json("EntityAlreadyExists", text, "en-us"))).toMatchObject({
      serviceCode: "EntityAlreadyExists",
      message: "The specified entity already exists.",
      requestId: "154067c0",
      index: 0,
    });
    expect(read(json("InvalidInput", "99:The batch request operation exceeds the maximum\nRequestId:e1")).index).toBe(
      99,
    );
  });

  it("in OData XML with and without prefix, and in Storage XML after a byte order mark", () => {
    const space = "http://schemas.microsoft.com/ado/2007/08/dataservices/metadata";
    const failed = "Server failed to authenticate the request.";
    const lines = `${failed}\nRequestId:b1\nTime:2021-09-21T00:53:41.7166246Z`;
    const prefixed = `<?xml version="1.0" encoding="utf-8"?><m:error xmlns:m="${space}"><m:code>AuthenticationFailed</m:code><m:message xml:lang="en-US">${lines}</m:message></m:error>`;
    expect(read(prefixed)).toMatchObject({ serviceCode: "AuthenticationFailed", message: failed, requestId: "b1" });
    const plain = `<?xml version="1.0" encoding="utf-8" standalone="yes"?><error xmlns="${space}"><code>InvalidInput</code><message xml:lang="en-US">One of the request inputs is not valid.</message></error>`;
    expect(read(plain)).toMatchObject({
      serviceCode: "InvalidInput",
      message: "One of the request inputs is not valid.",
    });
    const storage = `\ufeff<?xml version="1.0" encoding="utf-8"?><Error><Code>AuthenticationFailed</Code><Message>${lines}</Message><AuthenticationErrorDetail>too old</AuthenticationErrorDetail></Error>`;
    expect(read(storage)).toMatchObject({ serviceCode: "AuthenticationFailed", message: failed, requestId: "b1" });
  });

  it.each([
    "",
    "<!DOCTYPE HTML><HTML><BODY><h2>Bad Request - Invalid URL</h2></BODY></HTML>",
    "{",
    "{}",
    "[]",
    "no",
    '{"odata.error":7}',
  ])("that tells nothing leaves code and id to the headers: %j", (body) => {
    const nothing = {
      serviceCode: undefined,
      message: undefined,
      requestId: undefined,
      time: undefined,
      index: undefined,
    };
    expect(read(body)).toEqual(nothing);
    const headers = ["X-MS-Error-Code", "InvalidUri", "x-ms-request-id", "9f-1"];
    expect(read(body, headers)).toEqual({ ...nothing, serviceCode: "InvalidUri", requestId: "9f-1" });
  });

  it("with an empty code, as the emulator sends, takes that of the header", () => {
    expect(read(json("", "bad name"), ["x-ms-error-code", "InvalidResourceName"]).serviceCode).toBe(
      "InvalidResourceName",
    );
  });
});

describe("the parts of an error body", () => {
  it.each([
    ["9999:x", 9999, "x"],
    ["99999:x", undefined, "99999:x"],
    ["a 1:x", undefined, "a 1:x"],
    [":x", undefined, ":x"],
  ])("%j has the index %s", (text, index, message) => {
    expect(read(json("InvalidInput", text))).toMatchObject({ index, message });
  });

  it("have their lines to themselves", () => {
    expect(read(json("InvalidInput", "x\nNo RequestId:a\nno Time:b"))).toMatchObject({
      requestId: undefined,
      time: undefined,
    });
    expect(read(json("InvalidInput", "x\r\nrequestid:a\r\ntime:b\r\n"))).toMatchObject({
      requestId: "a",
      time: "b",
      message: "x",
    });
  });

  it.each([
    ["A", "A"],
    [`A${"b".repeat(63)}`, `A${"b".repeat(63)}`],
    [`A${"b".repeat(64)}`, undefined],
    ["9A", undefined],
    ["A b", undefined],
    ["-A", undefined],
  ])("the code %s is read as %s", (code, found) => {
    expect(readErrorBody({ headers: [], body: encode(json(code, "x")) }).serviceCode).toBe(found);
  });

  it.each([
    ["Error", "InvalidInput"],
    ["error", "InvalidInput"],
    ["xError", undefined],
    ["Errors", undefined],
  ])("of the XML element %s hold the code %s", (root, code) => {
    const body = encode(`<${root}><Code>InvalidInput</Code></${root}>`);
    expect(readErrorBody({ headers: [], body }).serviceCode).toBe(code);
  });

  it.each([
    [256 * 1024, "InvalidInput"],
    [256 * 1024 + 1, undefined],
  ])("of %d bytes hold the code %s", (size, code) => {
    const body = encode(json("InvalidInput", "x").padEnd(size));
    expect(readErrorBody({ headers: [], body }).serviceCode).toBe(code);
  });
});

describe("whether an error response is the service's", () => {
  const error = "<m:error><m:code>InvalidInput</m:code></m:error>";
  const storageXml = "<Error><Code>InvalidInput</Code></Error>";

  it.each([
    ["a header of Storage", "", ["date", "0", "X-MS-Request-Id", "1"], true],
    ["OData JSON", json("InvalidInput", "x"), [], true],
    ["OData JSON after spaces", `  ${json("InvalidInput", "x")}`, [], true],
    ["OData XML", error, [], true],
    ["OData XML after a declaration", `<?xml version="1.0"?>\n${error}`, [], true],
    ["OData XML with a namespace", error.replace("<m:error>", '<m:error xmlns:m="x">'), [], true],
    ["nothing", "", [], false],
    ["a header's value only", "", ["server", "x-ms-version"], false],
    ["a header with another beginning", "", ["y-x-ms-version", "1"], false],
    ["an error of a gateway", '{"error":{"code":"InvalidInput","message":"x"}}', [], false],
    ["OData JSON with an empty code", json("", "x"), [], false],
    ["OData JSON with another code", '{"odata.error":{"code":7}}', [], false],
    ["OData XML with an empty code", "<m:error><m:code></m:code></m:error>", [], false],
    ["another XML error", storageXml, [], false],
    ["OData XML inside a page", `<html>${error}</html>`, [], false],
    ["an element with a longer name", error.replaceAll("m:error", "m:errors"), [], false],
    ["JSON that is cut off", json("InvalidInput", "x").slice(0, -1), [], false],
    ["null", '{"odata.error":null}', [], false],
  ] as const)("with %s: %#", (_, body, headers, expected) => {
    expect(isFromService({ headers, body: encode(body) })).toBe(expected);
  });

  it.each([
    [256 * 1024, true],
    [256 * 1024 + 1, false],
  ])("of %d bytes is %s", (size, expected) => {
    const body = encode(json("InvalidInput", "x").padEnd(size));
    expect(isFromService({ headers: [], body })).toBe(expected);
    expect(isCutOff({ body: encode("{".padEnd(size)) })).toBe(expected);
  });

  it("shows by a header that only the service sends", () => {
    expect(hasServiceHeader(["date", "0", "x-ms-version", "2019-02-02"])).toBe(true);
    expect(hasServiceHeader(["date", "x-ms-version"])).toBe(false);
    expect(hasServiceHeader([])).toBe(false);
  });
});

it.each([
  ["{", true],
  [' {"a":', true],
  ["{}", false],
  [' {"a":1} ', false],
  ["", false],
  ["[", false],
  ["<a", false],
])("whether the body %j is JSON that is cut off: %s", (body, expected) => {
  expect(isCutOff({ body: encode(body) })).toBe(expected);
});

it.each([
  ['{"error":{"code":"InvalidInput","message":"x"}}', undefined, "x"],
  ['{"odata.error":{"code":"InvalidInput","message":"x"}}', "InvalidInput", "x"],
  ['{"odata.error":{"code":"InvalidInput","message":{"value":7}}}', "InvalidInput", undefined],
  ['{"odata.error":{"code":"InvalidInput"},"error":{"message":"x"}}', "InvalidInput", undefined],
  ['{"odata.error":"x"}', undefined, undefined],
  ['{"odata.error":{"message":""}}', undefined, undefined],
])("%s has the code %s and the message %s", (body, serviceCode, message) => {
  expect(read(body)).toMatchObject({ serviceCode, message });
});

it("a message is cut to a thousand characters", () => {
  const { message = "" } = read(json("InvalidInput", "x".repeat(2000)));
  expect([message.length >= 1000, message.length < 1100]).toEqual([true, true]);
  expect(read(json("InvalidInput", "x".repeat(999))).message).toHaveLength(999);
});
