import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ApiError } from "../contract/api.js";
import { Guard, type Rejection } from "./guard.js";
import type { PageFile } from "./page-files.js";
import { readArgument } from "./read-argument.js";
import { securityHeaders } from "./security-headers.js";

/** Function that the page can call. Returns an object to send as JSON, or chunks of text for a file to download. */
export type Call = (argument: object, signal: AbortSignal) => Promise<object> | AsyncIterable<string>;

export interface ServedStudio {
  /** Address to open in the browser, with the token, which works once. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts an HTTP server on the loopback interface for the page and the functions that the page calls.
 * @param ports ports to try in order, until one is free; 0 is any free port
 * @param readFiles returns the files of the page; called at the first request for a file
 * @param callsOf returns the functions that the page can call, by name, on the account with a number; undefined if there is no such account
 * @param describeError converts an error to the JSON that the page receives
 * @throws Error of the operating system, such as EADDRINUSE
 */
export async function serveStudio(
  ports: readonly number[],
  readFiles: () => ReadonlyMap<string, PageFile>,
  callsOf: (account: number) => Readonly<Record<string, Call>> | undefined,
  describeError: (error: unknown) => ApiError,
): Promise<ServedStudio> {
  let guard: Guard | undefined;
  let files: ReadonlyMap<string, PageFile> | undefined;
  const server = createServer((request, response) => {
    if (guard === undefined) response.destroy();
    // If handling fails, as for an invalid URL that no browser sends, closes only the connection of that request.
    else answer(request, response, guard).catch(() => response.destroy());
  });
  const bound = await listenOnFirst(server, ports);
  const ready = new Guard(bound);
  guard = ready;

  async function answer(request: IncomingMessage, response: ServerResponse, own: Guard): Promise<void> {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    response.setHeader("cache-control", "no-store");
    const url = new URL(request.url ?? "/", "http://studio");
    const token = url.searchParams.get("token");
    const foreign = own.checkOrigin(request);
    if (foreign !== undefined) reject(response, foreign);
    else if (url.pathname === "/" && token !== null) enter(response, own.exchange(token) ?? own.checkSession(request));
    else {
      const rejection = own.checkSession(request);
      if (rejection !== undefined) reject(response, rejection);
      else if (url.pathname.startsWith("/api/")) await call(request, response, url);
      else {
        files ??= readFiles();
        sendFile(request, response, files.get(url.pathname));
      }
    }
  }

  async function call(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const name = url.pathname.slice("/api/".length);
    const calls = callsOf(Number(url.searchParams.get("account") ?? 0)) ?? {};
    const run = Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (request.method !== "POST") return reject(response, { status: 405, message: "Calls are POST requests." });
    if (!/^application\/json\b/.test(request.headers["content-type"] ?? ""))
      return reject(response, { status: 415, message: "Calls take JSON." });
    if (run === undefined)
      return sendJson(response, 404, { code: "studio.unknown-call", message: `There is no call ${name}.` });
    const abort = new AbortController();
    response.once("close", () => abort.abort());
    try {
      const result = run(await readArgument(request), abort.signal);
      if (Symbol.asyncIterator in result) await sendChunks(response, result, abort.signal);
      else sendJson(response, 200, await result);
    } catch (error) {
      if (response.headersSent || abort.signal.aborted) response.destroy();
      else sendJson(response, 400, describeError(error));
    }
  }

  return {
    url: `http://127.0.0.1:${bound}/?token=${ready.token}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function listenOnFirst(server: Server, [port = 0, ...others]: readonly number[]): Promise<number> {
  try {
    return await listen(server, port);
  } catch (error) {
    if (others.length === 0) throw error;
    return await listenOnFirst(server, others);
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, fail) => {
    server.once("error", fail);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", fail);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/**
 * Responds to a request with a token: sets the cookie if there is a new one, and redirects to remove the token from the address bar.
 * @param cookie the value of `Set-Cookie`; undefined if the browser has the cookie already; a rejection if the token is not valid
 */
function enter(response: ServerResponse, cookie: string | Rejection | undefined): void {
  if (typeof cookie === "object") reject(response, cookie);
  else response.writeHead(303, { location: "/", ...(cookie !== undefined && { "set-cookie": cookie }) }).end();
}

function reject(response: ServerResponse, { status, message }: Rejection): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" }).end(`${message}\n`);
}

function sendFile({ method }: IncomingMessage, response: ServerResponse, file: PageFile | undefined): void {
  if (method !== "GET") reject(response, { status: 405, message: "Files are read with GET." });
  else if (file === undefined) response.writeHead(404, { "content-type": "text/plain" }).end("No such page.\n");
  else response.writeHead(200, { "content-type": file.type }).end(file.body);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}

/**
 * Sends the chunks of a file, waiting whenever the browser receives them more slowly.
 * @param signal aborted once the connection is closed. Then no further chunk is requested, so that the file's generator can clean up
 */
async function sendChunks(response: ServerResponse, chunks: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
  for await (const chunk of chunks) {
    if (!response.headersSent) response.writeHead(200, { "content-type": "application/octet-stream" });
    signal.throwIfAborted();
    if (!response.write(chunk)) await once(response, "drain", { signal });
  }
  if (!response.headersSent) response.writeHead(200, { "content-type": "application/octet-stream" });
  response.end();
}
