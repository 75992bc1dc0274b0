import { SharedKeyCredential } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { Clock } from "../../../runtime/src/http/clock.js";
import { azuriteAccount, startAzurite } from "../azurite.js";

/** Request without the parts that depend on the server. */
export interface RawRequest {
  readonly method: string;
  /** Path below the account's URL, percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Table service to which raw requests can be sent. */
export interface Server {
  readonly endpoint: string;
  send(request: RawRequest): Promise<RawResponse>;
  stop(): Promise<void>;
}

/** Starts the strict service in this process. */
export function strictServer(): Server {
  const service = createTableService({ authenticate: false, logSize: 1 });
  return {
    endpoint: service.endpoint,
    async send({ method, path, headers, body }) {
      const pairs = Object.entries({ ...headers, "x-ms-version": "2019-02-02" }).flat();
      const response = await service({ method, url: service.endpoint + path, headers: pairs, body });
      const fields = new Headers();
      for (let at = 0; at < response.headers.length; at += 2) {
        fields.append(response.headers[at] ?? "", response.headers[at + 1] ?? "");
      }
      return { status: response.status, headers: fields, body: Buffer.from(response.body).toString("utf8") };
    },
    stop: () => Promise.resolve(),
  };
}

/** Starts Azurite in this process, behind a socket. */
export async function azuriteServer(): Promise<Server> {
  const azurite = await startAzurite();
  const credential = new SharedKeyCredential(azuriteAccount.name, azuriteAccount.key);
  const clock = new Clock();
  return {
    endpoint: azurite.endpoint,
    async send({ method, path, headers, body }) {
      const url = azurite.endpoint + path;
      const signed = credential.authorize({ method, url, headers: Object.entries(headers).flat() }, clock);
      const fields = new Headers();
      for (let at = 0; at < signed.headers.length; at += 2) {
        fields.append(signed.headers[at] ?? "", signed.headers[at + 1] ?? "");
      }
      const response = await fetch(url, { method, headers: fields, ...(body !== "" && { body }) });
      return { status: response.status, headers: response.headers, body: await response.text() };
    },
    stop: () => azurite.stop(),
  };
}
