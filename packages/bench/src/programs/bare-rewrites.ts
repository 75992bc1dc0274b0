/*
 * Sends, by hand, the requests that `migrate` and `reindex` cannot do without, with as many in flight as these commands have by default.
 * Reads all rows first. Arguments: what to do with each row, the endpoint, the table, and the number of rows.
 * - `replace`: replaces it under its ETag, as `migrate` does for a renamed property.
 * - `move`: deletes it and inserts it under another RowKey, in one transaction, as `migrate` does for another template.
 * - `index`: reads its index row, then holds the row and inserts the index row, in one transaction, as `reindex` does.
 */
import { connect, type Row } from "../drivers/by-hand/table.js";
import { inFlight } from "../drivers/driver.js";
import { type BareResponse, continuation } from "../drivers/exchange.js";
import { account } from "../subjects/subjects.js";

const [how, endpoint, table, rowCount] = process.argv.slice(2) as [
  "replace" | "move" | "index",
  string,
  string,
  string,
];
const count = Number(rowCount);

/** `migrate` reads 8 ranges of keys side by side, and changes 4 rows of each at a time. */
const parallel = { replace: 32, move: 32, index: 8 }[how];

const send = connect(endpoint);
const accept = ["Accept", "application/json;odata=minimalmetadata"];

async function readAll(filter: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = ""; next !== undefined; ) {
    const response: BareResponse = await send("GET", `/${table}()?$filter=${encodeURIComponent(filter)}${next}`, [
      ...accept,
    ]);
    next = continuation(response);
    rows.push(...(JSON.parse(response.body.toString()) as { readonly value: Row[] }).value);
  }
  return rows;
}

const addressOf = ({ PartitionKey, RowKey }: Row) =>
  `/${table}(PartitionKey='${encodeURIComponent(PartitionKey)}',RowKey='${encodeURIComponent(RowKey)}')`;

/** Returns an operation of a transaction. */
function operation(method: string, path: string, etag: string | undefined, body: object | undefined): string {
  const headers = [
    "Content-Type: application/json",
    "Accept: application/json;odata=minimalmetadata",
    "DataServiceVersion: 3.0",
    ...(method === "POST" ? ["Prefer: return-no-content"] : []),
    ...(etag === undefined ? [] : [`If-Match: ${etag}`]),
  ];
  return `${method} ${endpoint}/${account}${path} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${body === undefined ? "" : JSON.stringify(body)}\r\n`;
}

async function sendTogether(operations: readonly string[]): Promise<void> {
  const [batch, changeset] = [`batch_${crypto.randomUUID()}`, `changeset_${crypto.randomUUID()}`];
  const head = `--${changeset}\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n`;
  const parts = operations.map((text) => head + text).join("");
  const start = `--${batch}\r\nContent-Type: multipart/mixed; boundary=${changeset}\r\n\r\n`;
  const body = `${start + parts}--${changeset}--\r\n--${batch}--\r\n`;
  const headers = ["Content-Type", `multipart/mixed; boundary=${batch}`, "Accept", "application/json"];
  const reply = (await send("POST", "/$batch", headers, body)).body.toString();
  if (reply.split("HTTP/1.1 204").length - 1 !== operations.length) throw new Error(reply);
}

async function rewrite({ "odata.etag": etag, ...row }: Row): Promise<void> {
  if (how === "replace") {
    const { name, ...others } = row;
    const headers = ["Content-Type", "application/json", ...accept, "If-Match", etag ?? "*"];
    await send("PUT", addressOf(row), headers, JSON.stringify({ ...others, fullName: name }));
  } else if (how === "move") {
    const moved = { ...row, RowKey: row.RowKey.replace("member", "person") };
    await sendTogether([
      operation("DELETE", addressOf(row), etag, undefined),
      operation("POST", `/${table}`, undefined, moved),
    ]);
  } else {
    const { PartitionKey, clubId, memberId, email } = row;
    const entry = { PartitionKey, RowKey: `email!${email}`, kind: "member.byEmail", clubId, memberId, email };
    const found = await readAll(`PartitionKey eq '${PartitionKey}' and RowKey eq '${entry.RowKey}'`);
    if (found.length > 0) throw new Error(`${entry.RowKey} is there already.`);
    await sendTogether([
      operation("MERGE", addressOf(row), etag, { PartitionKey, RowKey: row.RowKey }),
      operation("POST", `/${table}`, undefined, entry),
    ]);
  }
}

const rows = await readAll("PartitionKey ge ''");
if (rows.length !== count) throw new Error(`${rows.length} of ${count} rows`);
await inFlight(count, parallel, (n) => rewrite(rows[n] as Row));
// The connections, which are kept alive, would hold the process for a minute.
process.exit();
