/*
 * Service in a separate process that sends canned bytes, chunked, with as little work as possible.
 * Arguments: number of pages of a query, delay of each response in milliseconds, what goes wrong (`delayed` or `dropped`).
 */
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { AnySubject } from "../subjects/subject.js";
import { rowsPerPage, rowsPerTransaction, subjects } from "../subjects/subjects.js";
import { batchBoundary, batchReply, buildAddress, type Level, page, row } from "./canned-responses.js";

const [pages = 100, delayMs = 0] = process.argv.slice(2, 4).map(Number);
const [, , , , trouble] = process.argv;

/** Share of the requests that are answered a second later, with the trouble `delayed`. */
const delayed = 0.05;
/** Share of the requests whose connection is closed without an answer, with the trouble `dropped`. */
const dropped = 0.01;
const levels = ["nometadata", "minimalmetadata", "fullmetadata"] as const;

/** Responses for a table, created on first use. */
class CannedTable {
  readonly #subject: AnySubject;
  readonly #made = new Map<string, Buffer>();
  /** Address of the row that every insert appears to create. */
  readonly address: string;

  constructor(subject: AnySubject) {
    this.#subject = subject;
    this.address = `https://devstoreaccount1.table.core.windows.net/${buildAddress(subject, 7)}`;
  }

  /** @param selected the text of `$select`, if the query has it */
  page(level: Level, selected: string | undefined): Buffer {
    const names = selected === undefined ? undefined : decodeURIComponent(selected).split(",");
    return this.#once(`page ${level} ${selected}`, () => page(this.#subject, rowsPerPage, level, names));
  }

  /** Returns the row at an address, which begins with the name of the table. */
  row(level: Level, address: string): Buffer {
    return this.#once(`${address} ${level}`, () => {
      const numbers = Array.from({ length: rowsPerTransaction }, (_, n) => n);
      const number = numbers.find((n) => decodeURIComponent(buildAddress(this.#subject, n)) === address);
      if (number === undefined) throw new Error(`There is no row ${address}.`);
      return row(this.#subject, number, level);
    });
  }

  batch(operations: number): Buffer {
    return this.#once(`batch ${operations}`, () => batchReply(this.#subject, operations));
  }

  #once(name: string, make: () => Buffer): Buffer {
    const made = this.#made.get(name) ?? make();
    this.#made.set(name, made);
    return made;
  }
}

const tables = Object.values(subjects).map((subject) => [subject.table, new CannedTable(subject)] as const);

function parseTable(text: string): CannedTable {
  const found = tables.find(([name]) => text.includes(`/${name}`));
  if (found === undefined) throw new Error(`No table of the bench is in ${text.slice(0, 200)}`);
  return found[1];
}

const etag = "W/\"datetime'2024-05-18T02%3A40%3A07.1000001Z'\"";
const common: OutgoingHttpHeaders = {
  "Cache-Control": "no-cache",
  Server: "Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0",
  "x-ms-request-id": "b0a8b0c5-0002-0011-1f31-a8b6b5000000",
  "x-ms-version": "2019-02-02",
  "X-Content-Type-Options": "nosniff",
};

function parseLevel(request: IncomingMessage): Level {
  const accept = request.headers.accept ?? "";
  return levels.find((level) => accept.includes(level)) ?? "minimalmetadata";
}

function json(level: Level): OutgoingHttpHeaders {
  return { ...common, "Content-Type": `application/json;odata=${level};streaming=true;charset=utf-8` };
}

function query(request: IncomingMessage, response: ServerResponse, url: string): void {
  const level = parseLevel(request);
  const number = Number(/NextRowKey=[^&]*?(\d{6})(?:&|$)/.exec(url)?.[1] ?? 0) + 1;
  const headers = json(level);
  if (number < pages) {
    headers["x-ms-continuation-NextPartitionKey"] = "1!12!ZGV2IWQx";
    headers["x-ms-continuation-NextRowKey"] = `1!24!cmVhZGluZyE${String(number).padStart(6, "0")}`;
  }
  send(response, 200, headers, parseTable(url).page(level, /\$select=([^&]*)/.exec(url)?.[1]));
}

/** Sends a response: chunked with a body, as the service does, and with a length otherwise. */
function send(response: ServerResponse, status: number, headers: OutgoingHttpHeaders, body?: Buffer): void {
  response.writeHead(status, body === undefined ? { ...headers, "Content-Length": 0 } : headers);
  if (body !== undefined) response.write(body);
  response.end();
}

function respond(request: IncomingMessage, response: ServerResponse, body: string): void {
  const url = request.url ?? "";
  if (request.method === "GET") {
    if (url.includes("()")) {
      query(request, response, url);
      return;
    }
    const level = parseLevel(request);
    send(
      response,
      200,
      { ...json(level), ETag: etag },
      parseTable(url).row(level, decodeURIComponent(url.slice(url.lastIndexOf("/") + 1))),
    );
    return;
  }
  if (url.includes("$batch")) {
    const operations = body.split(" HTTP/1.1\r\n").length - 1;
    const type = `multipart/mixed; boundary=${batchBoundary}`;
    send(response, 202, { ...common, "Content-Type": type }, parseTable(body).batch(operations));
    return;
  }
  const { address } = parseTable(url);
  send(response, 204, {
    ...common,
    ETag: etag,
    Location: address,
    DataServiceId: address,
    "Preference-Applied": "return-no-content",
  });
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const reply = () => respond(request, response, chunks.length === 0 ? "" : Buffer.concat(chunks).toString("latin1"));
    if (trouble === "dropped" && Math.random() < dropped) request.socket.destroy();
    else if (trouble === "delayed" && Math.random() < delayed) setTimeout(reply, 1000);
    else if (delayMs > 0) setTimeout(reply, delayMs);
    else reply();
  });
});
server.keepAliveTimeout = 600_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit());
