import { account, sample } from "../samples.js";
import { Reading } from "../tables.gen/index.js";

/** How much the service tells of types and addresses. */
export type Level = "nometadata" | "minimalmetadata" | "fullmetadata";

const base = `https://${account}.table.core.windows.net`;
const edmTypes = {
  takenAt: "Edm.DateTime",
  receivedAt: "Edm.DateTime",
  sequence: "Edm.Int64",
  sensorId: "Edm.Guid",
  signature: "Edm.Binary",
} as const;

/** The n-th row, member for member in the service's order. Doubles with a fraction bear no annotation. */
function rowMembers(n: number, level: Level): string {
  const { partitionKey, rowKey } = Reading.key(sample(n));
  const moment = `2024-05-18T02:40:${String(n % 60).padStart(2, "0")}.${String(1_000_001 + ((n * 7919) % 8_999_990)).padStart(7, "0")}Z`;
  const members: string[] = [];
  const add = (name: string, json: string) => members.push(`"${name}":${json}`);
  const etag = `"W/\\"datetime'${moment.replaceAll(":", "%3A")}'\\""`;
  if (level === "fullmetadata") {
    const path = `Readings(PartitionKey='${partitionKey}',RowKey='${rowKey}')`;
    add("odata.type", `"${account}.Readings"`);
    add("odata.id", `"${base}/${path}"`);
    add("odata.etag", etag);
    add("odata.editLink", `"${path}"`);
  } else if (level === "minimalmetadata") add("odata.etag", etag);
  add("PartitionKey", `"${partitionKey}"`);
  add("RowKey", `"${rowKey}"`);
  if (level === "fullmetadata") add("Timestamp@odata.type", '"Edm.DateTime"');
  add("Timestamp", `"${moment}"`);
  for (const [name, value] of Object.entries(sample(n))) {
    const type = (edmTypes as Readonly<Record<string, string>>)[name];
    if (type !== undefined && level !== "nometadata") add(`${name}@odata.type`, `"${type}"`);
    add(name, jsonOf(value));
  }
  return members.join(",");
}

function jsonOf(value: unknown): string {
  if (typeof value === "bigint") return `"${value}"`;
  if (value instanceof Uint8Array) return `"${Buffer.from(value).toString("base64")}"`;
  // The service leaves out the zeros at the end of a fraction.
  if (value instanceof Date) return JSON.stringify(value.toISOString().replace(/\.?0+Z$/, "Z"));
  return JSON.stringify(value);
}

/** An answer to Query Entities. */
export function page(rows: number, level: Level): Buffer {
  const head = level === "nometadata" ? "" : `"odata.metadata":"${base}/$metadata#Readings",`;
  const values = Array.from({ length: rows }, (_, n) => `{${rowMembers(n, level)}}`);
  return Buffer.from(`{${head}"value":[${values.join(",")}]}`);
}

/** An answer to Query Entities by both keys. */
export function row(n: number, level: Level): Buffer {
  const head = level === "nometadata" ? "" : `"odata.metadata":"${base}/$metadata#Readings/@Element",`;
  return Buffer.from(`{${head}${rowMembers(n, level)}}`);
}

export const batchBoundary = "batchresponse_5226bed3-bd64-496e-99b9-6f1b251bf0e2";

/** An answer to an entity group transaction of inserts that want no content. */
export function batchReply(operations: number): Buffer {
  const inner = "changesetresponse_10c2237d-13a6-4655-a07e-a9b38595baa0";
  const parts = Array.from({ length: operations }, (_, n) => {
    const { partitionKey, rowKey } = Reading.key(sample(n));
    const address = `${base}/Readings(PartitionKey='${partitionKey}',RowKey='${rowKey}')`;
    return [
      `--${inner}`,
      "Content-Type: application/http",
      "Content-Transfer-Encoding: binary",
      "",
      "HTTP/1.1 204 No Content",
      "X-Content-Type-Options: nosniff",
      "Cache-Control: no-cache",
      "Preference-Applied: return-no-content",
      "DataServiceVersion: 3.0;",
      `Location: ${address}`,
      `DataServiceId: ${address}`,
      `ETag: W/"datetime'2024-05-18T02%3A40%3A12.${1_000_000 + n}Z'"`,
      "",
      "",
    ].join("\r\n");
  });
  const head = `--${batchBoundary}\r\nContent-Type: multipart/mixed; boundary=${inner}\r\n\r\n`;
  return Buffer.from(`${head}${parts.join("\r\n")}\r\n--${inner}--\r\n--${batchBoundary}--\r\n`);
}
