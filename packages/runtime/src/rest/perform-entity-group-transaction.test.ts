import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readErrorBody } from "../http/error-body.js";
import { headerValue } from "../http/http-message.js";
import { Changeset } from "./changeset.js";
import { readChangeset, submitTransaction } from "./perform-entity-group-transaction.js";
import { bodyText } from "./read-response.js";

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

  it("takes a last delimiter without a line end after it", () => {
    expect(outcome(threeWrites.trimEnd())).toEqual(written);
  });

  it("takes headers whose names end like those that it reads", () => {
    const text = changeset([...noContent, "X-ETag: other", `ETag: ${etag}`, "", ""]);
    expect(outcome(text)).toEqual([{ status: 204, etag }]);
    expect(outcome(text.replace("Content-Type: multi", "X-Content-Type: none\r\nContent-Type: multi"))).toHaveLength(1);
  });

  it("takes a single part without a change set, as for a batch that failed as a whole", () => {
    const part = ["Content-Type: application/http", "", "HTTP/1.1 400 Bad Request", "", "{}"];
    const parts = readChangeset(responseOf(["--batchresponse_a", ...part, "--batchresponse_a--"].join("\r\n")));
    expect(parts.map((one) => [one.status, bodyText(one)])).toEqual([[400, "{}"]]);
  });

  it("takes lines that begin like a delimiter for text", () => {
    const lines = ["--changesetresponse_bc", "--changesetresponse_b-", "--changesetresponse_b--c"].join("\r\n");
    const parts = readChangeset(responseOf(changeset(["HTTP/1.1 201 Created", "", lines])));
    expect(parts.map(bodyText)).toEqual([lines]);
  });

  it("looks for no ETag after the last delimiter", () => {
    expect(outcome(`${changeset([...noContent, "", ""])}ETag: x`)).toEqual([{ status: 204, etag: undefined }]);
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

  const noBoundary = "its Content-Type names no boundary";
  const noChangeset = "it does not contain exactly one change set";
  const breaksOff = "it breaks off before its last delimiter";
  const noStatus = "one of its parts has no status line";
  it.each([
    ["HTML", responseOf("<html>Service Unavailable</html>", "text/html"), noBoundary],
    ["HTML under the right type", responseOf("<html>Service Unavailable</html>"), breaksOff],
    ["an empty body", responseOf(""), breaksOff],
    ["several types", responseOf(threeWrites, "text/html, multipart/mixed; boundary=batchresponse_a"), noBoundary],
    ["a first delimiter that does not begin a line", responseOf(`x${threeWrites}`), noChangeset],
    ["a batch that ends before its change set", responseOf(`--batchresponse_a--\r\n${threeWrites}`), noChangeset],
    ["a status of four digits", responseOf(changeset(["HTTP/1.1 2040 No Content", "", ""])), noStatus],
    ["a status of two digits", responseOf(changeset(["HTTP/1.1 20 No Content", "", ""])), noStatus],
    ["a status line without a status", responseOf(changeset(["HTTP/1.1"])), noStatus],
    ["a line like a status line", responseOf(changeset(["HTTP/1.1", "unknown1 204 No Content", "", ""])), noStatus],
    ["another protocol", responseOf(changeset(["HTTP/1.2 204 No Content", "", ""])), noStatus],
    ["a status that does not begin its line", responseOf(changeset([" HTTP/1.1 204 No Content", "", ""])), noStatus],
    [
      "a second change set",
      responseOf(threeWrites.replace("--batchresponse_a--", "--batchresponse_a\r\n\r\nMore.")),
      noChangeset,
    ],
    ["a part without a status line", responseOf(changeset(["Nothing.", "", ""])), noStatus],
    [
      "a part without an empty line",
      responseOf(changeset(["HTTP/1.1 409 Conflict", "a: b"])),
      "one of its parts ends within its headers",
    ],
  ])("refuses %s", (_, response, reason) => {
    const message = expect.stringMatching(`^Invalid response to a transaction: ${reason}\\. It begins with "`);
    expect(() => readChangeset(response)).toThrow(expect.objectContaining({ code: "response.malformed", message }));
  });

  it("names the beginning of what it refuses", () => {
    expect(() => readChangeset(responseOf("é".repeat(100), "text/html"))).toThrow(
      `It begins with "${"é".repeat(80)}…".`,
    );
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
