import type { HttpRequest, HttpResponse, Transport } from "@tablewright/runtime";
import type { TableService } from "@tablewright/testing";

/** Broken `migrate` that leaves out one rule, simulated by changes of its requests and of their responses. */
export type Breakage = (send: Transport, service: TableService) => Transport;

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const textOf = (body: unknown) => (typeof body === "string" ? body : decoder.decode(body as Uint8Array | undefined));
const version = ["x-ms-version", "2019-02-02", "DataServiceVersion", "3.0;"];
const done: HttpResponse = {
  status: 204,
  headers: ["ETag", "W/\"datetime'2024-01-01T00%3A00%3A00Z'\"", ...version],
  body: new Uint8Array(0),
};

const json = ["Content-Type", "application/json;odata=minimalmetadata", ...version];

const isCopy = (text: string) => text.includes("~m-c-");
const isReceipt = (text: string) => text.includes("~m-r-");
const isDeletion = (part: string) => part.includes("\r\nDELETE ");

/** Parts of a transaction; undefined for any other request. */
function partsOf({ url, body }: HttpRequest): readonly string[] | undefined {
  if (!url.includes("$batch") || body === undefined) return undefined;
  const text = textOf(body);
  const delimiter = /--changeset_[0-9a-f-]+\r\n/.exec(text)?.[0] ?? "";
  return text.split(delimiter).slice(1);
}

/** Replaces all parts of a transaction. The response then has as many parts as the new transaction. */
function withParts(request: HttpRequest, parts: readonly string[]): HttpRequest {
  const text = textOf(request.body);
  const delimiter = /--changeset_[0-9a-f-]+\r\n/.exec(text)?.[0] ?? "";
  const [head = ""] = text.split(delimiter);
  const end = /--changeset_[0-9a-f-]+--[\s\S]*$/.exec(text)?.[0] ?? "";
  const bodies = parts.map((part) => part.replace(end, ""));
  return { ...request, body: encoder.encode(head + bodies.map((part) => delimiter + part).join("") + end) };
}

/** Returns whether a transaction deletes the old row, and stores the receipt. */
const takesFormer = (parts: readonly string[] | undefined): parts is readonly string[] =>
  parts?.some((part) => isReceipt(part) && !isDeletion(part)) === true;

/** Returns whether a transaction stores the copy under its own keys. */
const showsCopy = (parts: readonly string[] | undefined): parts is readonly string[] =>
  parts?.some((part) => isCopy(part) && isDeletion(part)) === true && parts.length > 1;

/** Returns a typical response to a successful transaction with this many parts. */
function accepted(count: number): HttpResponse {
  const part =
    "--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nHTTP/1.1 204 No Content\r\nDataServiceVersion: 3.0;\r\nETag: W/\"datetime'2024-01-01T00%3A00%3A00Z'\"\r\n\r\n\r\n";
  const body = `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n${part.repeat(count)}--c--\r\n--b--\r\n`;
  const headers = ["Content-Type", "multipart/mixed; boundary=b", ...version];
  return { status: 202, headers, body: encoder.encode(body) };
}

/** Sends a transaction without some of its parts. */
async function sendWithout(send: Transport, request: HttpRequest, parts: readonly string[], left: RegExp) {
  const kept = parts.filter((part) => !left.test(part));
  const response = await send(withParts(request, kept));
  const isOk = response.status === 202 && !/HTTP\/1\.1 [45]/.test(textOf(response.body));
  return isOk ? accepted(parts.length) : response;
}

/** Responds to a read of a receipt with a receipt that names the version of the copy that is stored now. */
function withReceipt(request: HttpRequest, service: TableService): HttpResponse {
  const id = /~m-r-([0-9a-f]{32})/.exec(decodeURIComponent(request.url))?.[1] ?? "";
  for (const [table, rows] of Object.entries(service.dump())) {
    const copy = rows.find(({ RowKey }) => RowKey === `~m-c-${id}`);
    if (copy === undefined) continue;
    const url = `${service.endpoint}/${table}(PartitionKey='${encodeURIComponent(copy.PartitionKey)}',RowKey='~m-c-${id}')`;
    const headers = ["Accept", "application/json;odata=minimalmetadata", "x-ms-version", "2019-02-02"];
    const { response } = service.deliver({ method: "GET", url, headers, signal: undefined } as never);
    const { "odata.etag": etag } = JSON.parse(textOf(response.body)) as { "odata.etag": string };
    const receipt = { PartitionKey: "p", RowKey: `~m-r-${id}`, Timestamp: "2024-01-01T00:00:00Z", "odata.etag": etag };
    const named = { table, partitionKey: copy.PartitionKey, rowKey: copy.RowKey, etag };
    const body = encoder.encode(JSON.stringify({ ...receipt, ...keysOf(request.url), ...named }));
    return { status: 200, headers: [...json, "ETag", etag], body };
  }
  return { status: 404, headers: json, body: encoder.encode(notFound) };
}

const notFound = JSON.stringify({
  "odata.error": {
    code: "ResourceNotFound",
    message: { lang: "en-US", value: "The specified resource does not exist." },
  },
});

function keysOf(url: string) {
  const [, PartitionKey = "", RowKey = ""] =
    /PartitionKey='([^']*)',RowKey='([^']*)'/.exec(decodeURIComponent(url)) ?? [];
  return { PartitionKey, RowKey };
}

export const breakages: Readonly<Record<string, Breakage>> = {
  "a copy whose old row is gone is taken for the entity": (send, service) => async (request) =>
    request.method === "GET" && isReceipt(request.url) ? withReceipt(request, service) : send(request),

  "the receipt is stored by a request of its own, after the deletion": (send) => async (request) => {
    const parts = partsOf(request);
    if (!takesFormer(parts)) return send(request);
    const response = await sendWithout(send, request, parts, /~m-r-/);
    const ok = response.status === 202 && !/HTTP\/1\.1 [45]/.test(textOf(response.body));
    if (ok) await send(withParts(request, parts.filter(isReceipt)));
    return response;
  },

  "the receipt names no version of the copy": (send, service) => async (request) => {
    const response = await send(request);
    if (request.method !== "GET" || !isReceipt(request.url) || response.status !== 200) return response;
    return withReceipt(request, service);
  },

  "the old row is read before the new one": (send) => {
    const read = new Map<string, HttpResponse>();
    return async (request) => {
      if (request.method !== "GET") return send(request);
      const { PartitionKey, RowKey } = keysOf(request.url);
      const id = PartitionKey.replace("note!", "");
      if (RowKey === "row") {
        const former = request.url.replace(/\(.*?\)/, `(PartitionKey='notes',RowKey='note!${id}')`);
        read.set(`note!${id}`, await send({ ...request, url: former }));
        return send(request);
      }
      const known = read.get(RowKey);
      read.delete(RowKey);
      return known ?? send(request);
    };
  },

  "the copy is stored over whatever is there": (send) => async (request) => {
    const parts = partsOf(request);
    if (!showsCopy(parts)) return send(request);
    const blind = parts.map((part) => {
      const own = /^[\s\S]*?POST (\S+?)(\(\))? HTTP[\s\S]*"PartitionKey":"(note![^"]*)","RowKey":"row"/.exec(part);
      if (own === null) return part;
      const [, url, , partitionKey] = own;
      return part.replace(/POST \S+/, `PUT ${url}(PartitionKey='${partitionKey}',RowKey='row')`);
    });
    return send(withParts(request, blind));
  },

  "the old row is deleted whatever its version": (send) => async (request) => {
    const parts = partsOf(request);
    if (!takesFormer(parts)) return send(request);
    return send(
      withParts(
        request,
        parts.map((part) => part.replace(/If-Match: [^\r]*/, "If-Match: *")),
      ),
    );
  },

  "the copy is shown before the old row is deleted": (send) => {
    let held: (() => Promise<HttpResponse>) | undefined;
    return async (request) => {
      const parts = partsOf(request);
      if (takesFormer(parts)) {
        held = () => send(request);
        return accepted(parts.length);
      }
      const response = await send(request);
      if (showsCopy(parts) && held !== undefined) await held();
      return response;
    };
  },

  "index rows stay in the former partition": (send) => async (request) => {
    const parts = partsOf(request);
    return takesFormer(parts) ? sendWithout(send, request, parts, /DELETE [^\r]*RowKey='(?:log|i)!/) : send(request);
  },

  "index rows are written before their entity": (send) => async (request) => {
    const parts = partsOf(request);
    if (!showsCopy(parts)) return send(request);
    const indexRows = parts.filter((part) => part.includes('"kind":"note.'));
    if (indexRows.length > 0) await send(withParts(request, indexRows));
    return sendWithout(send, request, parts, /"kind":"note\./);
  },

  "index rows elsewhere are not written": (send) => async (request) => {
    const text = textOf(request.body);
    const isElsewhere = !request.url.includes("$batch") && text.includes('"kind":"note.byText"');
    return isElsewhere ? done : send(request);
  },
};
