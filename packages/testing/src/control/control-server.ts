import type { IncomingMessage, ServerResponse } from "node:http";
import { sameSignature } from "../auth/shared-key.js";
import { isError } from "../errors/built-ins.js";
import type { TableService } from "../service/create-table-service.js";
import { ControlError } from "./control-error.js";
import { ControlledAccount, type ControlResponse } from "./controlled-account.js";
import { openApi } from "./open-api.js";

/** Path prefix of all control requests. No Azure account can have this name, because an account's name contains no underscore. */
export const controlPath = "/_tablewright/";

/** The accounts of the server that control requests can reach. */
export interface ControlledServer {
  /** Returns the service of an account; undefined if there is none. Creates a fresh account (`fresh…`) on first use. */
  find(account: string): TableService | undefined;
  remove(account: string): void;
}

const maxBodyBytes = 256 * 1024 * 1024;

/** Handles the requests below `/_tablewright/`. Accepts them only from this machine, with the token, and never from a web page. */
export class ControlServer {
  readonly #token: string;
  readonly #server: ControlledServer;
  readonly #accounts = new WeakMap<TableService, ControlledAccount>();

  constructor(token: string, server: ControlledServer) {
    this.#token = token;
    this.#server = server;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { status = 200, body, type = "application/json" } = await this.#answer(request);
      const text = typeof body === "string" ? body : JSON.stringify(body ?? {});
      response.writeHead(status, { "Content-Type": type }).end(text);
    } catch (error) {
      const status = error instanceof ControlError ? error.status : isError(error, "TypeError") ? 400 : 500;
      const message = isError(error) ? error.message : String(error);
      request.resume();
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify({ error: { message } }));
    }
  }

  async #answer(request: IncomingMessage): Promise<ControlResponse> {
    this.#admit(request);
    const [path = "", query = ""] = (request.url ?? "").slice(controlPath.length).split("?");
    const [kind, name, ...rest] = path.split("/").map((segment) => decodeURIComponent(segment));
    if (kind === "openapi.json") return { body: openApi };
    if (kind !== "accounts" || name === undefined)
      throw new ControlError(404, "There is no such path. See openapi.json.");
    const service = this.#server.find(name);
    if (service === undefined) throw new ControlError(404, `This server has no account ${JSON.stringify(name)}.`);
    const { method = "GET" } = request;
    if (rest.length === 0 && method === "DELETE") {
      this.#server.remove(name);
      return {};
    }
    const body = await textOf(request);
    return this.#controlled(service).handle(method, rest, new URLSearchParams(query), body);
  }

  #controlled(service: TableService): ControlledAccount {
    const found = this.#accounts.get(service) ?? new ControlledAccount(service);
    this.#accounts.set(service, found);
    return found;
  }

  #admit({ socket, headers }: IncomingMessage): void {
    const isLocal = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? "");
    const isNamedLocally = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(headers.host ?? "");
    if (!isLocal || !isNamedLocally || headers.origin !== undefined) {
      throw new ControlError(
        403,
        "A server can be controlled only from its own machine, and not by a page in a browser.",
      );
    }
    if (!sameSignature(headers.authorization ?? "", `Bearer ${this.#token}`)) {
      throw new ControlError(401, "The token is missing or wrong. Send it as Authorization: Bearer <token>.");
    }
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).byteLength;
    if (bytes > maxBodyBytes) throw new ControlError(413, `A body may have at most ${maxBodyBytes} bytes.`);
  }
  return Buffer.concat(chunks).toString("utf8");
}
