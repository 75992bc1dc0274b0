import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readErrorBody } from "../odata/error-body.js";
import { headerValue } from "../odata/headers.js";
import { submitTransaction } from "../operations/entities/perform-entity-group-transaction.js";
import { bodyText } from "../response/read-body.js";
import { Changeset } from "./changeset.js";
import { readChangeset } from "./read-changeset.js";

const etag = "W/\"datetime'2021-09-21T00%3A53%3A41.7166246Z'\"";
const noContent = ["HTTP/1.1 204 No Content", "X-Content-Type-Options: nosniff", "DataServiceVersion: 1.0;"];

function responseOf(text: string, contentType = "multipart/mixed; boundary=batchresponse_a") {
  return { status: 202, headers: ["Content-Type", contentType], body: new TextEncoder().encode(text) };
}

function changeset(...parts: string[][]): string {
  const delimiter = [
    "--changesetresponse_b",
    "Content-Type: application/http",
    "Content-Transfer-Encoding: binary",
    "",
  ];
  return [
    "--batchresponse_a",
    "Content-Type: multipart/mixed; boundary=changesetresponse_b",
    "",
    ...parts.flatMap((part) => [...delimiter, ...part]),
    "--changesetresponse_b--",
    "--batchresponse_a--",
    "",
  ].join("\r\n");
}

const threeWrites = changeset(
  [...noContent, `ETag: ${etag}`, "", ""],
  [...noContent, `etag: ${etag}`, "", ""],
  [...noContent, "", ""],
);

function outcome(text: string) {
  return readChangeset(responseOf(text)).map(({ status, headers }) => ({ status, etag: headerValue(headers, "etag") }));
}

describe("submitTransaction", () => {
  const read = (text: string, ...names: string[]) =>
    submitTransaction.parse(responseOf(text), {
      table: "t",
      changeset: new Changeset(),
      operations: names.map((name) => ({ name })),
    });

  it("gives the ETags of an answer that has one for each write but deletes", () => {
    expect(read(threeWrites, "insert", "merge", "delete")).toEqual({ etags: [etag, etag, undefined] });
  });

  it.each([
    ["a write without an ETag", ["insert", "delete", "insert"]],
    ["too few results", ["insert", "merge", "delete", "insert"]],
    ["too many results", ["insert", "merge"]],
  ])("refuses %s", (_, names) => {
    expect(() => read(threeWrites, ...names)).toThrow(expect.objectContaining({ code: "response.malformed" }));
  });
});

describe("readChangeset", () => {
  const written = [
    { status: 204, etag },
    { status: 204, etag },
    { status: 204, etag: undefined },
  ];

  it("gives status and ETag of every part, in order", () => {
    expect(outcome(threeWrites)).toEqual(written);
  });

  it("takes LF alone, LF around CRLF (as Cosmos writes it), and a preamble", () => {
    expect(outcome(threeWrites.replaceAll("\r\n", "\n"))).toEqual(written);
    expect(outcome(`A preamble.\r\n${threeWrites}`)).toEqual(written);
    const cosmos =
      "--batchresponse_a\nContent-Type: multipart/mixed; boundary=changesetresponse_b\n\n--changesetresponse_b\nContent-Type: application/http\nContent-Transfer-Encoding: binary\n\n" +
      `HTTP/1.1 204 No Content\r\nETag: ${etag}\r\nDataServiceVersion: 3.0\r\n\r\n\n--changesetresponse_b--\n--batchresponse_a--\r\n`;
    expect(outcome(cosmos)).toEqual([{ status: 204, etag }]);
  });

  it("takes a quoted boundary", () => {
    const quoted = responseOf(threeWrites, 'multipart/mixed; charset=utf-8; boundary="batchresponse_a"');
    expect(readChangeset(quoted)).toHaveLength(3);
  });

  it("gives the one part of the operation that failed, with its body", () => {
    const error =
      '{"odata.error":{"code":"EntityAlreadyExists","message":{"lang":"en-US","value":"3:Vorhanden: „é漢😀“."}}}';
    const parts = readChangeset(
      responseOf(changeset(["HTTP/1.1 409 Conflict", "Content-Type: application/json", "", error])),
    );
    expect(parts.map((part) => part.status)).toEqual([409]);
    expect(parts.map(readErrorBody)).toMatchObject([
      { serviceCode: "EntityAlreadyExists", index: 3, message: "Vorhanden: „é漢😀“." },
    ]);
  });

  it("reads past the stray boundary line that Azurite writes before a status line", () => {
    const parts = readChangeset(
      responseOf(
        changeset(["changesetresponse_b", "HTTP/1.1 400 Bad Request", "Content-Type: application/json", "", "{}"]),
      ),
    );
    expect(parts.map((part) => part.status)).toEqual([400]);
  });

  it("does not take boundary text inside a value for a boundary", () => {
    const row = `{"PartitionKey":"p","RowKey":"r","s":"--changesetresponse_b is only text here"}`;
    const parts = readChangeset(responseOf(changeset(["HTTP/1.1 201 Created", `ETag: ${etag}`, "", row])));
    expect(parts.map(bodyText)).toEqual([row]);
  });

  it("gives the headers of a refusal, with or without a blank behind the colon", () => {
    const lines = ["HTTP/1.1 409 Conflict", "Content-Type: application/json", "x-ms-request-id:r1", ": none", "", "{}"];
    const [part] = readChangeset(responseOf(changeset(lines)));
    expect(part?.headers).toEqual(["Content-Type", "application/json", "x-ms-request-id", "r1"]);
  });

  it("gives no part the ETag of the next", () => {
    const tagged = (tag: string) => [...noContent, `ETag: ${tag}`, "", ""];
    const text = changeset([...noContent, "", ""], tagged("a"), [...noContent, "", ""], tagged("b"));
    expect(outcome(text).map((part) => part.etag)).toEqual([undefined, "a", undefined, "b"]);
  });

  it("finds the end of the batch behind the last part, whatever lines that holds", () => {
    const created = (body: string) => ["HTTP/1.1 201 Created", `ETag: ${etag}`, "", body];
    const parts = readChangeset(responseOf(changeset(created("{}"), created("--batchresponse_a\r\n"))));
    expect(parts.map(bodyText)).toEqual(["{}", "--batchresponse_a"]);
  });

  it("never guesses what a truncated answer was", () => {
    const end = threeWrites.lastIndexOf("--");
    fc.assert(
      fc.property(fc.nat({ max: end }), (length) => {
        expect(() => readChangeset(responseOf(threeWrites.slice(0, length)))).toThrow(
          expect.objectContaining({ code: "response.malformed" }),
        );
      }),
      { numRuns: end },
    );
  });

  it.each([
    ["HTML", responseOf("<html>Service Unavailable</html>", "text/html")],
    ["HTML under the right type", responseOf("<html>Service Unavailable</html>")],
    ["an empty body", responseOf("")],
    ["a status of four digits", responseOf(changeset(["HTTP/1.1 2040 No Content", "", ""]))],
    ["a status of two digits", responseOf(changeset(["HTTP/1.1 20 No Content", "", ""]))],
    ["another protocol", responseOf(changeset(["HTTP/1.2 204 No Content", "", ""]))],
    ["a second change set", responseOf(threeWrites.replace("--batchresponse_a--", "--batchresponse_a\r\n\r\nMore."))],
    ["a part without a status line", responseOf(changeset(["Nothing.", "", ""]))],
  ])("refuses %s", (_, response) => {
    expect(() => readChangeset(response)).toThrow(expect.objectContaining({ code: "response.malformed" }));
  });

  it("leaves the refusal of a whole batch to its status", () => {
    const refused = { status: 413, headers: [], body: new TextEncoder().encode("<html></html>") };
    expect(() => submitTransaction.parse(refused, { table: "t", changeset: new Changeset(), operations: [] })).toThrow(
      expect.objectContaining({ code: "request.too-large", status: 413 }),
    );
  });
});

interface Recording {
  readonly exchanges: readonly {
    readonly request: { readonly path: string; readonly body: string };
    readonly response: { readonly status: number; readonly headers: Record<string, string>; readonly body: string };
  }[];
}

const recordings = process.env["TABLES_RECORDINGS"];

describe.skipIf(recordings === undefined)("recorded answers of the real service (TABLES_RECORDINGS)", () => {
  const batches = ["storage", "cosmos"].flatMap((kind) => {
    const folder = join(recordings ?? "", kind);
    return recordings === undefined ? [] : readdirSync(folder).flatMap((file) => readBatches(kind, join(folder, file)));
  });

  it("cover successes and failures of both services", () => {
    const kinds = batches.map(({ kind, statuses }) => `${kind} ${statuses[0] === 204 ? "success" : "failure"}`);
    expect(new Set(kinds)).toEqual(new Set(["storage success", "storage failure", "cosmos success", "cosmos failure"]));
  });

  it.each(batches)("$name: $methods answered with $statuses", ({ methods, response, statuses }) => {
    const parts = readChangeset(response);
    expect(parts.map((part) => part.status)).toEqual(statuses);
    const input = { table: "t", changeset: new Changeset(), operations: methods.map(operationOf) };
    const parsed = submitTransaction.parse(response, input);
    if (parsed.errorResponse === undefined) {
      expect(parsed.etags.map((etag) => etag !== undefined)).toEqual(methods.map((method) => method !== "DELETE"));
    } else expect(readErrorBody(parsed.errorResponse).serviceCode).toMatch(/^[A-Z][A-Za-z]+$/);
  });
});

const operationOf = (method: string) => ({ name: method === "DELETE" ? "delete" : "merge" });

/** Decodes a body. Some recordings contain bodies as base64. */
function plain(body: string): string {
  return body.startsWith("LS1") ? Buffer.from(body, "base64").toString() : body;
}

function readBatches(kind: string, file: string) {
  const { exchanges } = JSON.parse(readFileSync(file, "utf8")) as Recording;
  return exchanges
    .filter(({ request, response }) => request.path.includes("$batch") && response.status === 202)
    .map(({ request, response }) => ({
      name: file.slice(file.indexOf(kind)),
      kind,
      methods: [...plain(request.body).matchAll(/^([A-Z]+) http/gm)].map((match) => String(match[1])),
      response: {
        status: 202,
        headers: Object.entries(response.headers).flat(),
        body: new TextEncoder().encode(plain(response.body)),
      },
      statuses: [...plain(response.body).matchAll(/^HTTP\/1\.1 (\d+)/gm)].map((match) => Number(match[1])),
    }));
}
