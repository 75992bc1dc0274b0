/**
 * Sends requests to a strict service in this process and prints the size of its heap after a tenth of them and at the
 * end. Argument: number of requests. Needs `--expose-gc`.
 */
import { createTableService } from "@tablewright/testing";
import { seededRandom } from "./random.js";

const total = Number(process.argv[2]);
const partitions = 20;
const rowsEach = 100;
const service = createTableService({ authenticate: false, tables: { Shop: [] } });
const random = seededRandom(1);
const below = (limit: number) => Math.floor(random() * limit);
const statuses: Record<number, number> = {};

const headers = ["x-ms-version", "2019-02-02", "accept", "application/json", "content-type", "application/json"];
const withAnyETag = [...headers, "if-match", "*"];
const multipart = [...headers.slice(0, 4), "content-type", "multipart/mixed; boundary=b"];

async function send(method: string, path: string, fields: readonly string[], body = ""): Promise<void> {
  const { status } = await service({ method, url: `${service.endpoint}${path}`, headers: fields, body });
  statuses[status] = (statuses[status] ?? 0) + 1;
}

function entity(partitionKey: string, rowKey: string): string {
  const text = "x".repeat(below(400));
  return JSON.stringify({
    PartitionKey: partitionKey,
    RowKey: rowKey,
    number: below(1000),
    text,
    [`p${below(10)}`]: true,
  });
}

function transaction(partitionKey: string): string {
  const first = below(rowsEach - 10);
  const parts = Array.from({ length: 10 }, (_, at) => {
    const path = `${service.endpoint}/Shop(PartitionKey='${partitionKey}',RowKey='${first + at}')`;
    const request = `PUT ${path} HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${entity(partitionKey, `${first + at}`)}\r\n`;
    return `--c\r\nContent-Type: application/http\r\n\r\n${request}`;
  });
  return `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n${parts.join("")}--c--\r\n--b--\r\n`;
}

/** Sends one request on one of 2,000 rows. The contents of the row determine whether it is rejected. */
async function anyRequest(): Promise<void> {
  const partitionKey = `p${below(partitions)}`;
  const rowKey = `${below(rowsEach)}`;
  const row = `/Shop(PartitionKey='${partitionKey}',RowKey='${rowKey}')`;
  const kind = below(100);
  if (kind < 20) return send("POST", "/Shop", headers, entity(partitionKey, rowKey));
  if (kind < 35) return send("PUT", row, headers, entity(partitionKey, rowKey));
  if (kind < 50) return send("MERGE", row, withAnyETag, entity(partitionKey, rowKey));
  if (kind < 65) return send("DELETE", row, withAnyETag);
  if (kind < 90) return send("GET", row, headers);
  if (kind < 94) return send("GET", `/Shop()?$filter=PartitionKey%20eq%20'${partitionKey}'&$top=10`, headers);
  if (kind < 97) return send("POST", "/$batch", multipart, transaction(partitionKey));
  if (kind < 98) return send("GET", "/Shop()?$filter=no%20filter", headers);
  if (kind < 99) return send("POST", "/Tables", headers, '{"TableName":"Other"}');
  return send("DELETE", "/Tables('Other')", headers);
}

function heapUsed(): number {
  if (globalThis.gc === undefined) throw new Error("Run this with --expose-gc.");
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

let early = 0;
for (let sent = 1; sent <= total; sent += 1) {
  await anyRequest();
  if (sent === Math.floor(total / 10)) early = heapUsed();
}
process.stdout.write(JSON.stringify({ early, late: heapUsed(), statuses }));
