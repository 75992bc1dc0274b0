/// <reference lib="esnext.disposable" preserve="true" />
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Delivery, delay } from "../faults/delivery.js";
import {
  connectionString,
  createTableService,
  type TableService,
  type TableServiceOptions,
} from "./create-table-service.js";
import { endEarly, readBody } from "./request-body.js";

export interface ServeOptions extends TableServiceOptions {
  /** The port. 0, the default, picks a free one. */
  readonly port?: number;
  /** A loopback address. `127.0.0.1` by default. */
  readonly host?: string;
  /** An existing service to serve, in place of a new one with these options. */
  readonly service?: TableService;
}

/** A Table service behind a loopback HTTP server, for clients in any language. */
export interface TableServer {
  readonly service: TableService;
  readonly port: number;
  /** The account's URL, e.g. `http://127.0.0.1:10002/devstoreaccount1`. */
  readonly endpoint: string;
  readonly connectionString: string;
  /** Stops the server and closes its open connections. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function serveTableService(options: ServeOptions = {}): Promise<TableServer> {
  const { port = 0, host = "127.0.0.1", service = createTableService(options) } = options;
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    respond(service, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  const endpoint = `http://${name}:${address.port}/${service.account}`;
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  return {
    service,
    port: address.port,
    endpoint,
    connectionString: connectionString(service.account, service.key, endpoint),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function respond(service: TableService, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request, service.maxBodyBytes);
  const { method = "GET", url = "/" } = request;
  const delivery = service.deliver({
    method,
    url: url.startsWith("/") ? `http://${request.headers.host ?? "127.0.0.1"}${url}` : url,
    headers: request.rawHeaders,
    body,
  });
  if (delivery.delayMs > 0) {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    await delay(delivery.delayMs, gone.signal);
  }
  if (response.destroyed) return;
  if (request.complete || delivery.kind !== "whole") send(delivery, response);
  else await endEarly(delivery.response, request, response);
}

function send({ response, kind }: Delivery, target: ServerResponse): void {
  if (kind === "hang") return;
  if (kind === "reset") {
    target.socket?.resetAndDestroy();
    return;
  }
  const { status, headers, body } = response;
  target.writeHead(status, [...headers]);
  if (kind === "truncated") target.write(body, () => target.socket?.resetAndDestroy());
  else target.end(body);
}
