/*
 * The service's side, in a process of its own: answers with canned bytes, chunked, and does as little as it can.
 * Arguments: pages of a query, delay of each answer in milliseconds.
 */
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { rowsPerPage } from "../samples.js";
import { batchBoundary, batchReply, type Level, page, row } from "./canned-responses.js";

const [pages = 100, delayMs = 0] = process.argv.slice(2).map(Number);
const levels = ["nometadata", "minimalmetadata", "fullmetadata"] as const;
const pageBytes = new Map(levels.map((level) => [level, page(rowsPerPage, level)]));
const rowBytes = new Map(levels.map((level) => [level, row(7, level)]));
const batchReplies = new Map<number, Buffer>();

const etag = "W/\"datetime'2024-05-18T02%3A40%3A07.1000001Z'\"";
const common: OutgoingHttpHeaders = {
  "Cache-Control": "no-cache",
  Server: "Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0",
  "x-ms-request-id": "b0a8b0c5-0002-0011-1f31-a8b6b5000000",
  "x-ms-version": "2019-02-02",
  "X-Content-Type-Options": "nosniff",
};

function levelOf(request: IncomingMessage): Level {
  const accept = request.headers.accept ?? "";
  return levels.find((level) => accept.includes(level)) ?? "minimalmetadata";
}

function json(level: Level): OutgoingHttpHeaders {
  return { ...common, "Content-Type": `application/json;odata=${level};streaming=true;charset=utf-8` };
}

function query(request: IncomingMessage, response: ServerResponse, url: string): void {
  const level = levelOf(request);
  const number = Number(/NextRowKey=[^&]*?(\d{6})(?:&|$)/.exec(url)?.[1] ?? 0) + 1;
  const headers = json(level);
  if (number < pages) {
    headers["x-ms-continuation-NextPartitionKey"] = "1!12!ZGV2IWQx";
    headers["x-ms-continuation-NextRowKey"] = `1!24!cmVhZGluZyE${String(number).padStart(6, "0")}`;
  }
  send(response, 200, headers, pageBytes.get(level));
}

/** With a body chunked, as the service does; without one by length. */
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
    const level = levelOf(request);
    send(response, 200, { ...json(level), ETag: etag }, rowBytes.get(level));
    return;
  }
  if (url.includes("$batch")) {
    const operations = body.split(" HTTP/1.1\r\n").length - 1;
    let reply = batchReplies.get(operations);
    if (reply === undefined) {
      reply = batchReply(operations);
      batchReplies.set(operations, reply);
    }
    const type = `multipart/mixed; boundary=${batchBoundary}`;
    send(response, 202, { ...common, "Content-Type": type }, reply);
    return;
  }
  const address =
    "https://devstoreaccount1.table.core.windows.net/Readings(PartitionKey='dev!d1',RowKey='reading!0000000007')";
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
    if (delayMs > 0) setTimeout(reply, delayMs);
    else reply();
  });
});
server.keepAliveTimeout = 600_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit());
