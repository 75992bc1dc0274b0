import { createHmac } from "node:crypto";
import { request as httpRequest } from "node:http";
import { serveTableService, type TableServer } from "../server/serve-table-service.js";
import type { TableServiceOptions } from "../service/service-options.js";

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly code: string | undefined;
}

export interface RawRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | object;
  /** Omits the Authorization header. */
  readonly anonymous?: boolean;
}

/** A server and a client for it that sends plain HTTP requests with a signature, without an SDK. */
export class RawClient {
  readonly server: TableServer;

  constructor(server: TableServer) {
    this.server = server;
  }

  static async start(options: TableServiceOptions = {}): Promise<RawClient> {
    return new RawClient(await serveTableService(options));
  }

  get service(): TableServer["service"] {
    return this.server.service;
  }

  /** Sends a request to a path below the endpoint, byte for byte as given. */
  send(method: string, path: string, { headers = {}, body, anonymous = false }: RawRequest = {}): Promise<RawResponse> {
    const { pathname, hostname, port } = new URL(this.server.endpoint);
    const text = typeof body === "object" ? JSON.stringify(body) : body;
    const full = pathname + path;
    const sent: Record<string, string> = {
      accept: "application/json;odata=minimalmetadata",
      "x-ms-version": "2019-02-02",
      "x-ms-date": new Date().toUTCString(),
      ...(text === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    };
    if (!anonymous && sent["authorization"] === undefined)
      sent["authorization"] = this.#sign(full, sent["x-ms-date"] ?? "");
    for (const name of Object.keys(sent)) if (sent[name] === "") delete sent[name];
    return new Promise((resolve, reject) => {
      const request = httpRequest({ hostname, port, method, path: full, headers: sent }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const body = Buffer.concat(chunks).toString("utf8");
          const code = /"code":"(\w+)"/.exec(body)?.[1] ?? /<m:code>(\w+)</.exec(body)?.[1];
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: body, code });
        });
      });
      request.on("error", reject);
      request.end(text);
    });
  }

  async createTable(name: string): Promise<void> {
    const { status, text } = await this.send("POST", "/Tables", { body: { TableName: name } });
    if (status !== 201) throw new Error(`creating ${name}: ${status} ${text}`);
  }

  insert(table: string, entity: object | string): Promise<RawResponse> {
    return this.send("POST", `/${table}`, { body: entity });
  }

  close(): Promise<void> {
    return this.server.close();
  }

  #sign(path: string, date: string): string {
    const { account, key } = this.service;
    const [bare, query = ""] = path.split("?");
    const component = /(?:^|&)comp=([^&]*)/.exec(query)?.[1];
    const resource = `/${account}${bare}${component === undefined ? "" : `?comp=${component}`}`;
    const signature = createHmac("sha256", Buffer.from(key, "base64")).update(`${date}\n${resource}`).digest("base64");
    return `SharedKeyLite ${account}:${signature}`;
  }
}
