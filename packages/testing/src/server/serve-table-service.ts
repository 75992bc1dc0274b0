/// <reference lib="esnext.disposable" preserve="true" />

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Server, Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { randomId } from "../auth/random-id.js";
import { ControlServer, controlPath } from "../control/control-server.js";
import { type Delivery, delay } from "../faults/delivery.js";
import { connectionString, createTableService, type TableService } from "../service/create-table-service.js";
import { endEarly } from "./end-early.js";
import { readBody } from "./read-body.js";
import { type ServeOptions, serviceOptions } from "./serve-options.js";
import { ServedAccounts } from "./served-accounts.js";

/** One of the accounts that a server serves, with the address at which clients reach it. */
export interface ServedAccount {
  readonly service: TableService;
  /** URL of the account, e.g. `http://127.0.0.1:10002/devstoreaccount1`. */
  readonly endpoint: string;
  readonly connectionString: string;
}

/** A running HTTP server with a Table service, for clients in any language. It listens on the loopback interface by default. */
export interface TableServer extends ServedAccount {
  readonly port: number;
  /** Token that every request to control the server must send; undefined if the option `control` is not set. */
  readonly controlToken: string | undefined;
  /** All accounts of the server: this one, then those of the option `others`. */
  readonly accounts: readonly ServedAccount[];
  /** Stops the server and closes its open connections. */
  close(): Promise<void>;
  /** Closes the server at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a server for a strict Table service. By default it listens on the loopback interface, at a free port. */
export async function serveTableService(options: ServeOptions = {}): Promise<TableServer> {
  const created = serviceOptions(options);
  const { port = 0, host = "127.0.0.1", others = [], tls } = options;
  const service = options.service ?? createTableService({ strictTokens: tls !== undefined, ...created });
  const served = new ServedAccounts([service, ...others]);
  const controlToken = tokenOf(options.control);
  if (controlToken !== undefined) served.makesFresh = true;
  const control = controlToken === undefined ? undefined : new ControlServer(controlToken, served);
  const settings = { keepAliveTimeout: 60_000 };
  /**
   * Promise for the end of the latest request of each connection. A client may send a request before it has the response to the one before
   * (pipelining). Each request waits until the one before has been handled, so that responses are in order.
   */
  const latest = new WeakMap<Socket, Promise<void>>();
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const before = latest.get(request.socket);
    const run = (): Promise<void> =>
      (control !== undefined && request.url?.startsWith(controlPath)
        ? control.handle(request, response)
        : respond(served, request, response, options)
      ).catch((error: unknown) => void response.destroy(error as Error));
    latest.set(request.socket, before === undefined ? run() : before.then(run));
  };
  const server =
    tls === undefined ? createServer(settings, listener) : createSecureServer({ ...settings, ...tls }, listener);
  numberConnections(server, served);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  const origin = `${schemeOf(options)}://${hostOf(address)}:${address.port}`;
  const own = servedAccount(service, origin);
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  return {
    ...own,
    port: address.port,
    controlToken,
    accounts: [own, ...others.map((other) => servedAccount(other, origin))],
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Returns the host for the URL of a server that listens on this address. If the server listens on all addresses, the host is 127.0.0.1. */
function hostOf({ address, family }: AddressInfo): string {
  if (address === "0.0.0.0" || address === "::") return "127.0.0.1";
  return family === "IPv6" ? `[${address}]` : address;
}

function schemeOf({ tls }: ServeOptions): "http" | "https" {
  return tls === undefined ? "http" : "https";
}

function servedAccount(service: TableService, origin: string): ServedAccount {
  const endpoint = `${origin}/${service.account}`;
  return { service, endpoint, connectionString: connectionString(service.account, service.key, endpoint) };
}

/** Number of each open connection. Each server numbers its own connections from 1, in the order in which it accepted them. */
const connections = new WeakMap<Socket, number>();

/** Numbers the connections of a server, and resets each new one to which a `refuseConnection` fault applies. */
function numberConnections(server: Server, served: ServedAccounts): void {
  let number = 0;
  const numbers = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    number += 1;
    connections.set(socket, number);
    numbers.set(clientOf(socket), number);
    if (served.list().some(({ faults }) => faults.refusesConnection(number))) socket.resetAndDestroy();
  });
  // With TLS, requests arrive on a TLS socket, not on the TCP socket of the event `connection`. Both have the same client address, by which
  // the TLS socket gets the number of the TCP socket.
  server.on("secureConnection", (socket: Socket) => connections.set(socket, numbers.get(clientOf(socket)) ?? number));
}

/** Returns the address and port of a connection's client. No two open connections have the same. */
function clientOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress}:${remotePort}`;
}

async function respond(
  served: ServedAccounts,
  request: IncomingMessage,
  response: ServerResponse,
  options: ServeOptions,
): Promise<void> {
  const arrived = performance.now();
  const { method = "GET", url: target = "/" } = request;
  const url = target.startsWith("/")
    ? `${schemeOf(options)}://${request.headers.host ?? "127.0.0.1"}${target}`
    : target;
  const service = served.of(url);
  const body = await readBody(request, service.maxBodyBytes);
  const sent = { method, url, headers: request.rawHeaders, body };
  const delivery = await service.handle(sent, connections.get(request.socket));
  const { onRequest } = options;
  const logged = onRequest && service.requests.at(-1);
  if (logged !== undefined) response.once("close", () => onRequest?.(logged, performance.now() - arrived));
  if (delivery.delayMs > 0) {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    await delay(delivery.delayMs, gone.signal);
  }
  if (response.destroyed) return;
  if (request.complete || (delivery.kind !== "whole" && delivery.kind !== "last")) send(delivery, response);
  else await endEarly(delivery.response, request, response);
}

function tokenOf(control: ServeOptions["control"]): string | undefined {
  if (control === true) return randomId();
  return typeof control === "object" ? control.token : undefined;
}

function send({ response, kind }: Delivery, target: ServerResponse): void {
  if (kind === "hang") return;
  if (kind === "reset") {
    breakConnection(target);
    return;
  }
  const { status, headers, body } = response;
  target.writeHead(status, kind === "last" ? [...headers, "Connection", "close"] : [...headers]);
  if (kind === "truncated") target.write(body, () => breakConnection(target));
  else target.end(body);
}

/** Breaks the connection of a response. A plain connection is reset; a TLS connection can only be closed. */
function breakConnection({ socket }: ServerResponse): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket?.resetAndDestroy();
}
