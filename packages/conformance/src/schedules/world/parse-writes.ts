import type { HttpRequest } from "@tablewright/runtime";

export type WriteKind = "insert" | "insertOrMerge" | "insertOrReplace" | "merge" | "replace" | "delete";

/** One operation of a request, on a row or on a whole table. */
export interface RequestedWrite {
  readonly kind: WriteKind;
  /** Name of the row or table: `PartitionKey/RowKey`, or `Tables/name`. */
  readonly row: string;
  readonly properties: Properties;
  /** ETag that the row must have; undefined if any will do. */
  readonly ifMatch: string | undefined;
}

export type Properties = Readonly<Record<string, unknown>>;

const decoder = new TextDecoder();
const cache = new WeakMap<HttpRequest, readonly RequestedWrite[]>();

/** Parses the operations that a request asks the service to write: several for a transaction, none for a read. */
export function parseWrites(request: HttpRequest): readonly RequestedWrite[] {
  const known = cache.get(request);
  if (known !== undefined) return known;
  const writes = request.url.includes("/$batch") ? parseParts(decodeText(request.body)) : single(request);
  cache.set(request, writes);
  return writes;
}

function single({ method, url, headers, body }: HttpRequest): RequestedWrite[] {
  if (method === "GET") return [];
  const at = headers.findIndex((name) => name.toLowerCase() === "if-match");
  return [parseWrite(method, url, at < 0 ? undefined : headers[at + 1], decodeText(body))];
}

function parseParts(body: string): RequestedWrite[] {
  return body
    .split("\r\nContent-Type: application/http\r\n")
    .slice(1)
    .map((part) => {
      const [, method = "", url = "", head = "", json = ""] =
        /\r\n\r\n([A-Z]+) (\S+) HTTP\/1\.1\r\n([\s\S]*?)\r\n\r\n([\s\S]*?)\r\n--/.exec(part) ?? [];
      return parseWrite(method, url, /^If-Match: (.*)$/im.exec(head)?.[1], json);
    });
}

function parseWrite(method: string, url: string, condition: string | undefined, body: string): RequestedWrite {
  const properties = body === "" ? {} : (JSON.parse(body) as Properties);
  const ifMatch = condition === "*" ? undefined : condition;
  return { kind: parseKind(method, condition), row: rowOf(url, properties), properties, ifMatch };
}

function parseKind(method: string, condition: string | undefined): WriteKind {
  if (method === "POST") return "insert";
  if (method === "DELETE") return "delete";
  if (method === "PUT") return condition === undefined ? "insertOrReplace" : "replace";
  return condition === undefined ? "insertOrMerge" : "merge";
}

/** Parses the row or the table that a request is addressed to. */
export function rowOf(url: string, properties: Properties = {}): string {
  const keys = /\(PartitionKey='([^']*)',RowKey='([^']*)'\)/.exec(url);
  if (keys !== null) return `${decodeURIComponent(keys[1] ?? "")}/${decodeURIComponent(keys[2] ?? "")}`;
  if (properties["TableName"] !== undefined) return `Tables/${String(properties["TableName"])}`;
  const table = /\/Tables\('([^']*)'\)/.exec(url);
  return table === null
    ? `${String(properties["PartitionKey"])}/${String(properties["RowKey"])}`
    : `Tables/${table[1]}`;
}

function decodeText(body: HttpRequest["body"]): string {
  return typeof body === "string" ? body : decoder.decode(body);
}
