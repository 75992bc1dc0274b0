import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePayload } from "../codec/payload.js";
import type { HttpResponse } from "../http/http-message.js";
import type { ServiceKind } from "../schema/limits.js";
import { stubResponse } from "../test/account/stub-transport.js";
import {
  checkJsonType,
  checkSuccess,
  checkWriteType,
  checkXmlType,
  isEntityMissing,
  isRow,
  isServiceJson,
  parseJson,
  parseRows,
  parseWrite,
} from "./read-response.js";

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

describe("write response", () => {
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
});

describe("rows", () => {
  const awkward = fc.constantFrom('},{"', '},{"a":1},{"', '"}', "]}", "\\", "é", "漢", "😀", "", "},{");
  const texts = fc.oneof(
    fc.string(),
    awkward,
    fc.array(awkward).map((parts) => parts.join("")),
  );
  const rowValues = fc.oneof(
    texts,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  );
  const rowsOf = fc.array(fc.dictionary(texts, rowValues), { maxLength: 20 });

  function responseOf(rows: readonly unknown[], rest = {}): Buffer {
    return Buffer.from(JSON.stringify({ "odata.metadata": "https://a/$metadata#T", value: rows, ...rest }));
  }

  describe("rows of an answer", () => {
    it("are those that are parsed as a whole", () => {
      let divided = 0;
      fc.assert(
        fc.property(rowsOf, fc.integer({ min: 1, max: 300 }), (rows, pieceBytes) => {
          const body = responseOf(rows);
          const found = parseRows(body, JSON.parse, pieceBytes);
          if (found === undefined) return;
          divided++;
          expect(found).toEqual(JSON.parse(body.toString()).value);
        }),
        { numRuns: 500 },
      );
      expect(divided).toBeGreaterThan(50);
    });

    it("are found in pieces of any size, also where a text looks like the end of a row", () => {
      const rows = Array.from({ length: 30 }, (_, n) => ({ RowKey: `${n}`, a: 'x},{"y', b: "é漢😀" }));
      const body = responseOf(rows, { "odata.count": "30" });
      for (let pieceBytes = 1; pieceBytes < 500; pieceBytes++) {
        expect(parseRows(body, JSON.parse, pieceBytes)).toEqual(rows);
      }
    });

    it("leave the answer as it was, also where a row cannot be parsed", () => {
      for (const text of [
        '{"value":[{"a":1},{"a":2},{"a":3},{"a":4}]}',
        '{"value":[{"a":1},{"a":2},{"a":},{"a":4}]}',
      ]) {
        const body = Buffer.from(text);
        parseRows(body, JSON.parse, 1);
        expect(body.toString()).toBe(text);
      }
    });

    it("keep whole Doubles apart from Int32s in every piece", () => {
      const body = Buffer.from('{"value":[{"a":5.0,"b":1},{"a":6.0,"b":2},{"a":7.0,"b":3}]}');
      const row = (a: number, b: number) => ({ "a@odata.type": "Edm.Double", a, b });
      expect(parseRows(body, parsePayload, 1)).toEqual([row(5, 1), row(6, 2), row(7, 3)]);
    });

    it("are left to whoever parses the whole where nothing separates them, and where the answer is none", () => {
      const whole = [
        '{"value":[]}',
        '{"value":[{"a":1}]}',
        '{"value":[{"a":1}, {"a":2}]}',
        '{"value":[{"a":1},{"a":2}',
      ];
      const others = ['{"value":[{"a":1}],"x":[{"b":1},{"b":2}]}', '{"x":[{"b":1},{"b":2}],"value":[{"a":1}]}'];
      const nested = ['{"value":[{"a":[{"b":1},{"b":2}]}]}', '[{"a":1},{"a":2}]', '{"value":7,"a":[{"b":1},{"b":2}]}'];
      for (const body of [...whole, ...others, ...nested, "", "<html>"]) {
        expect(parseRows(Buffer.from(body), JSON.parse, 1), body).toBeUndefined();
      }
    });

    it("are parsed some at a time once there are enough of them, from a view of other bytes too", () => {
      const rows = Array.from({ length: 1000 }, (_, n) => ({ RowKey: `${n}`, text: "x".repeat(300) }));
      const bytes = responseOf(rows);
      const view = new Uint8Array(bytes.length + 9).subarray(9);
      view.set(bytes);
      let longest = 0;
      const found = parseRows(view, (text) => {
        longest = Math.max(longest, text.length);
        return JSON.parse(text);
      });
      expect(found).toEqual(rows);
      expect(longest).toBeLessThan(70_000);
    });

    it.each([
      [64 * 1024 - 1, 0],
      [64 * 1024, 2],
    ])("are divided from the first that ends at byte 65,536 or later: %d", (end, pieces) => {
      const head = '{"value":[{"a":"';
      const tail = '"},{"a":"b"}]}';
      const body = Buffer.from(head + "x".repeat(end - head.length - 1) + tail);
      let parsed = 0;
      const found = parseRows(body, (text) => {
        parsed++;
        return JSON.parse(text);
      });
      expect(parsed).toBe(pieces);
      expect(found?.length).toBe(pieces === 0 ? undefined : 2);
    });
  });

  describe("a row of a response", () => {
    const whole = { PartitionKey: "p", RowKey: "r", "odata.etag": "e" };

    it.each<[unknown, boolean, boolean]>([
      [whole, true, true],
      [{ RowKey: "r" }, false, true],
      [{ PartitionKey: null, RowKey: "r", "odata.etag": null }, false, true],
      [{ ...whole, PartitionKey: undefined }, false, true],
      [{ ...whole, "odata.etag": undefined }, false, true],
      [{ ...whole, RowKey: undefined }, false, false],
      [{ ...whole, RowKey: null }, false, false],
      [{ ...whole, PartitionKey: 5 }, false, false],
      [{ ...whole, "odata.etag": 5 }, false, false],
      [null, false, false],
      ["row", false, false],
    ])("%j has both keys and its ETag: %s; has its RowKey, and nothing wrong: %s", (value, all, least) => {
      expect(isRow(value, { hasPartitionKey: true, hasETag: true })).toBe(all);
      expect(isRow(value, { hasPartitionKey: false, hasETag: false })).toBe(least);
    });

    it("lacks what alone was asked for", () => {
      expect(isRow({ RowKey: "r", "odata.etag": "e" }, { hasPartitionKey: true, hasETag: false })).toBe(false);
      expect(isRow({ PartitionKey: "p", RowKey: "r" }, { hasPartitionKey: false, hasETag: true })).toBe(false);
    });
  });
});
