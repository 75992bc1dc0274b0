import type { HttpRequest, HttpResponse, Transport } from "@tablewright/runtime";
import { parseWrites } from "../world/parse-writes.js";
import { type BrokenRule, withBody } from "./broken-receipts.js";

const answered: HttpResponse = {
  status: 204,
  headers: ["ETag", "W/\"datetime'2001-01-01T00%3A00%3A00.0000000Z'\"", "x-ms-version", "2019-02-02"],
  body: new Uint8Array(0),
};

/** Answers requests with these writes as the service would, without sending them. */
const unsent =
  (isUnsent: (rows: readonly string[], request: HttpRequest) => boolean): BrokenRule["wrap"] =>
  (send: Transport) =>
  async (request) => {
    const rows = parseWrites(request).map(({ row }) => row);
    return rows.length > 0 && isUnsent(rows, request) ? answeredTo(request, rows.length) : send(request);
  };

/** Returns the response to a request that was applied. */
function answeredTo({ url }: HttpRequest, count: number): HttpResponse {
  if (!url.includes("/$batch")) return answered;
  const part = `--c\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 204 No Content\r\nETag: ${answered.headers[1]}\r\n\r\n\r\n`;
  const body = `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n${part.repeat(count)}--c--\r\n--b--\r\n`;
  const headers = ["Content-Type", "multipart/mixed; boundary=b", "x-ms-version", "2019-02-02"];
  return { status: 202, headers, body: new TextEncoder().encode(body) };
}

const changed =
  (change: (body: string) => string): BrokenRule["wrap"] =>
  (send) =>
  (request) =>
    send(withBody(request, change));

/** Replaces the condition by `*` in those operations of a change set that have these methods and write an entity. */
const unconditional = (methods: string) => (body: string) =>
  body.replace(new RegExp(`((?:${methods}) [^\\r]*RowKey='t!(?:[^\\r]+\\r\\n)+?If-Match: )[^\\r]*`, "g"), "$1*");

/** Rules of indexes, transactions and times to live, each broken by a client. */
export const brokenFeatures: Readonly<Record<string, BrokenRule>> = {
  "no index row in another table": {
    wrap: unsent(([row = ""], { method }) => row.startsWith("all/") && method !== "DELETE"),
    finds: /rows: no row Board/,
  },
  "no reservation of a unique value": {
    wrap: unsent(([row = ""], { method }) => row.startsWith("mail!") && method !== "DELETE"),
    finds: /rows: no row Things mail/,
  },
  "an entity is written whatever its ETag is": {
    wrap: changed(unconditional("PUT|PATCH|MERGE")),
    finds: /rows: |told/,
  },
  "an entity is deleted whatever its ETag is": { wrap: changed(unconditional("DELETE")), finds: /rows: |applied/ },
  "an index row in the partition of the entity is another one": {
    wrap: changed((body) => body.replace(/(RowKey(?:='|":"))(?:team|mood|code)!/g, "$1lost!")),
    finds: /rows: (no|a) row Things/,
  },
};
