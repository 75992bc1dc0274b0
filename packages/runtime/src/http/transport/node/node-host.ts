import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { nextTurn } from "../../../platform/time.js";
import type { HttpRequest } from "../../http-message.js";
import type { DispatchQueue } from "../dispatch-queue.js";
import { Exchange, joinBody } from "../exchange.js";
import type { Host } from "../host-transport.js";
import { findProxy, type HttpProxy } from "../proxy.js";
import { defaultMaxBytes, type UndiciTransportOptions } from "../transport-options.js";
import { createAgent, type NodeAgent } from "./node-agent.js";
import { nodeHttp } from "./node-connection.js";

/** Connections of one HTTP client to a host. They can be replaced by connections of another HTTP client. */
export interface ReplaceableHost extends Host {
  /** Closes idle connections now, and the others as soon as their responses have arrived. */
  retire(): void;
}

/**
 * Opens the connections to a host, for requests that Node's own HTTP client sends. This client starts fast: Node has loaded it already, and
 * its parser needs no compilation.
 */
export function openHost(origin: string, options: UndiciTransportOptions, queue: DispatchQueue): ReplaceableHost {
  const { protocol, hostname, port, host: authority } = new URL(origin);
  const isSecure = protocol === "https:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const proxy = findProxy(origin, options.proxy);
  const route = { host, port: port === "" ? (isSecure ? 443 : 80) : Number(port), isSecure, proxy };
  const { request } = nodeHttp(isSecure);
  const agent = createAgent(route, options);
  const settings = {
    agent,
    queue,
    maxBytes: options.maxResponseBytes ?? defaultMaxBytes,
    authority,
    proxy,
    isForwarded: proxy !== undefined && !isSecure,
    request: (call: object) => request({ host, port: route.port, ...call }),
  };
  return {
    send: (path, message) => new NodeExchange(settings, path, message).run(),
    retire: () => agent.retire(),
    close: async () => agent.destroy(),
  };
}

/** Settings that all requests to one host share. */
interface NodeSettings {
  readonly agent: NodeAgent;
  readonly queue: DispatchQueue;
  readonly maxBytes: number;
  /** Value of the header `Host`. */
  readonly authority: string;
  readonly proxy: HttpProxy | undefined;
  /** True if the proxy itself takes the requests, and passes them on; false if it opens tunnels. */
  readonly isForwarded: boolean;
  request(options: RequestOptions): ClientRequest;
}

/** One request that is sent by Node's own HTTP client, and its response. */
class NodeExchange extends Exchange {
  readonly #settings: NodeSettings;
  readonly #path: string;
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #call: ClientRequest | undefined;

  constructor(settings: NodeSettings, path: string, request: HttpRequest) {
    super(request, settings.queue, settings.proxy);
    this.#settings = settings;
    this.#path = settings.isForwarded ? `http://${settings.authority}${path}` : path;
  }

  protected send(): void {
    // Node learns that the server has closed an idle connection in the next turn of the event loop. The request waits until then.
    if (this.#settings.agent.hasIdle) nextTurn(() => this.#open());
    else this.#open();
  }

  protected cancel(): void {
    this.#call?.destroy();
  }

  #open(): void {
    if (this.isDone) return;
    const { method } = this.request;
    const body = toSend(this.request.body);
    const { agent, authority, proxy, isForwarded } = this.#settings;
    // Node writes a flat list of headers as it is, and adds neither the host nor the length to it.
    const headers = ["host", authority, "connection", "keep-alive", ...this.request.headers];
    if (isForwarded && proxy?.authorization !== undefined) headers.push("proxy-authorization", proxy.authorization);
    if (body !== undefined) headers.push("content-length", String(Buffer.byteLength(body)));
    else if (method !== "GET" && method !== "HEAD") headers.push("content-length", "0");
    try {
      const call = this.#settings.request({ agent, method, path: this.#path, headers });
      this.#call = call;
      call.on("socket", () => {
        this.wasSent = true;
      });
      call.on("error", (error) => this.fail(plainError(error)));
      call.on("response", (response) => this.#receive(response));
      call.end(body);
    } catch (error) {
      this.fail(error);
    }
  }

  #receive(response: IncomingMessage): void {
    const status = response.statusCode as number;
    const headers = response.rawHeaders.map((text, index) => (index % 2 === 0 ? text.toLowerCase() : text));
    this.#settings.agent.noteHint(response);
    this.showHead(status, headers);
    response.on("data", (chunk: Buffer) => {
      this.#length += chunk.length;
      if (this.#length > this.#settings.maxBytes) this.fail(tooLarge(this.#settings.maxBytes));
      else this.#chunks.push(chunk);
    });
    response.on("error", (error) => this.fail(plainError(error)));
    response.on("end", () => this.succeed({ status, headers, body: joinBody(this.#chunks) }));
  }
}

/** Length from which a text is encoded here, not by Node, which would encode it piece by piece, into buffers of three times the size. */
const longText = 16_384;

function toSend(body: string | Uint8Array | undefined): string | Uint8Array | undefined {
  return typeof body === "string" && body.length >= longText ? Buffer.from(body) : body;
}

/** Converts Node's error for a connection that the server closed into one with undici's code. Returns any other error as it is. */
function plainError(error: Error & { readonly code?: string }): Error {
  if (error.code !== "ECONNRESET" || !/^(socket hang up|aborted)$/.test(error.message)) return error;
  return Object.assign(new Error("The server closed the connection.", { cause: error }), { code: "UND_ERR_SOCKET" });
}

function tooLarge(maxBytes: number): Error {
  const problem = `The response has more than ${maxBytes} bytes.`;
  return Object.assign(new Error(problem), { code: "UND_ERR_RES_EXCEEDED_MAX_SIZE" });
}
