import { createHmac, randomUUID } from "node:crypto";
import { type Dispatcher, Pool } from "undici";
import type { StoredKeys } from "../../subjects/subject.js";
import { account, accountKey } from "../../subjects/subjects.js";
import { type BareResponse, Exchange } from "../exchange.js";

/** Handwritten code for one table: the payload to send, and the parsing of a row. */
export interface HandWritten<Entity> {
  /** Returns the OData payload with keys and annotations. `JSON.stringify` drops undefined properties. */
  toPayload(entity: Entity): object;
  /** Parses a row into typed values. Determines the types of properties by their names, because a payload may have no annotations. */
  fromRow(row: Row): Entity & { readonly etag: string | undefined };
}

/** Row after `JSON.parse`. */
export interface Row extends StoredKeys {
  readonly "odata.etag"?: string;
  // biome-ignore lint/suspicious/noExplicitAny: its author knows what each column holds.
  readonly [name: string]: any;
}

const key = Buffer.from(accountKey, "base64");

/** Sends a request to a path below the account, signed with SharedKeyLite. */
export type Send = (
  method: Dispatcher.HttpMethod,
  path: string,
  headers: string[],
  body?: string,
) => Promise<BareResponse>;

export function connect(endpoint: string): Send {
  const pool = new Pool(endpoint, { connections: 64, keepAliveTimeout: 60_000 });
  return (method, path, headers, body) => {
    const date = new Date().toUTCString();
    const end = path.indexOf("?");
    const resource = `/${account}/${account}${end < 0 ? path : path.slice(0, end)}`;
    const signature = createHmac("sha256", key).update(`${date}\n${resource}`).digest("base64");
    headers.push("x-ms-version", "2019-02-02", "x-ms-date", date);
    headers.push("DataServiceVersion", "3.0", "Authorization", `SharedKeyLite ${account}:${signature}`);
    return new Promise((resolve, reject) => {
      pool.dispatch({ method, path: `/${account}${path}`, headers, body: body ?? null }, new Exchange(resolve, reject));
    });
  };
}

/** Sends an entity group transaction of inserts. Returns the ETags. */
export async function sendTransaction(send: Send, url: string, bodies: readonly string[]): Promise<readonly string[]> {
  const batch = `batch_${randomUUID()}`;
  const changeset = `changeset_${randomUUID()}`;
  const head =
    `--${changeset}\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nPOST ${url} HTTP/1.1\r\n` +
    "Content-Type: application/json\r\nAccept: application/json;odata=minimalmetadata\r\n" +
    "Prefer: return-no-content\r\nDataServiceVersion: 3.0\r\n\r\n";
  let body = `--${batch}\r\nContent-Type: multipart/mixed; boundary=${changeset}\r\n\r\n`;
  for (const one of bodies) body += `${head + one}\r\n`;
  body += `--${changeset}--\r\n--${batch}--\r\n`;
  const headers = ["Content-Type", `multipart/mixed; boundary=${batch}`, "Accept", "application/json"];
  const reply = (await send("POST", "/$batch", headers, body)).body.toString();
  const etags: string[] = [];
  for (let at = reply.indexOf("\r\nETag: "); at >= 0; at = reply.indexOf("\r\nETag: ", at + 8)) {
    etags.push(reply.slice(at + 8, reply.indexOf("\r\n", at + 8)));
  }
  if (etags.length !== bodies.length) throw new Error(reply);
  return etags;
}
