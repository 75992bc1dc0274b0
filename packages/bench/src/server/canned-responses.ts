import { type AnySubject, storedValues } from "../subjects/subject.js";
import { account } from "../subjects/subjects.js";

/** Metadata level of a response: how many types and addresses it contains. */
export type Level = "nometadata" | "minimalmetadata" | "fullmetadata";

const base = `https://${account}.table.core.windows.net`;

/** Returns the address of the n-th entity as the service writes it. It is ASCII in JSON and in headers. */
export function buildAddress({ table, keyOf, keysOf }: AnySubject, n: number): string {
  const { PartitionKey, RowKey } = keysOf(keyOf(n));
  return `${table}(PartitionKey='${encodeURIComponent(PartitionKey)}',RowKey='${RowKey}')`;
}

/**
 * Writes the n-th row, with members in the service's order. Doubles with a fraction have no annotation.
 * @param selected the names of the properties that a query asks for; all if undefined
 */
function rowMembers(subject: AnySubject, n: number, level: Level, selected?: readonly string[]): string {
  const { PartitionKey, RowKey } = subject.keysOf(subject.keyOf(n));
  const moment = `2024-05-18T02:40:${String(n % 60).padStart(2, "0")}.${String(1_000_001 + ((n * 7919) % 8_999_990)).padStart(7, "0")}Z`;
  const members: string[] = [];
  const add = (name: string, json: string) => members.push(`"${name}":${json}`);
  const etag = `"W/\\"datetime'${moment.replaceAll(":", "%3A")}'\\""`;
  if (level === "fullmetadata") {
    const path = buildAddress(subject, n);
    add("odata.type", `"${account}.${subject.table}"`);
    add("odata.id", `"${base}/${path}"`);
    add("odata.etag", etag);
    add("odata.editLink", `"${path}"`);
  } else if (level === "minimalmetadata") add("odata.etag", etag);
  const has = (name: string) => selected === undefined || selected.includes(name);
  if (has("PartitionKey")) add("PartitionKey", JSON.stringify(PartitionKey));
  if (has("RowKey")) add("RowKey", JSON.stringify(RowKey));
  if (level === "fullmetadata" && has("Timestamp")) add("Timestamp@odata.type", '"Edm.DateTime"');
  if (has("Timestamp")) add("Timestamp", `"${moment}"`);
  for (const [name, value] of Object.entries(storedValues(subject, n))) {
    if (!has(name)) continue;
    const type = subject.guids.includes(name) ? "Edm.Guid" : chooseAnnotation(value);
    if (type !== undefined && level !== "nometadata") add(`${name}@odata.type`, `"${type}"`);
    add(name, formatJson(value));
  }
  return members.join(",");
}

function chooseAnnotation(value: unknown): string | undefined {
  if (typeof value === "bigint") return "Edm.Int64";
  if (value instanceof Uint8Array) return "Edm.Binary";
  return value instanceof Date ? "Edm.DateTime" : undefined;
}

function formatJson(value: unknown): string {
  if (typeof value === "bigint") return `"${value}"`;
  if (value instanceof Uint8Array) return `"${Buffer.from(value).toString("base64")}"`;
  // The service omits zeros at the end of a fraction.
  if (value instanceof Date) return JSON.stringify(value.toISOString().replace(/\.?0+Z$/, "Z"));
  return JSON.stringify(value);
}

/** Writes a response to Query Entities, with all properties or the selected ones. */
export function page(subject: AnySubject, rows: number, level: Level, selected?: readonly string[]): Buffer {
  const head = level === "nometadata" ? "" : `"odata.metadata":"${base}/$metadata#${subject.table}",`;
  const values = Array.from({ length: rows }, (_, n) => `{${rowMembers(subject, n, level, selected)}}`);
  return Buffer.from(`{${head}"value":[${values.join(",")}]}`);
}

/** Writes a response to Query Entities by both keys. */
export function row(subject: AnySubject, n: number, level: Level): Buffer {
  const head = level === "nometadata" ? "" : `"odata.metadata":"${base}/$metadata#${subject.table}/@Element",`;
  return Buffer.from(`{${head}${rowMembers(subject, n, level)}}`);
}

export const batchBoundary = "batchresponse_5226bed3-bd64-496e-99b9-6f1b251bf0e2";

/** Writes a response to an entity group transaction of inserts that prefer no content. */
export function batchReply(subject: AnySubject, operations: number): Buffer {
  const inner = "changesetresponse_10c2237d-13a6-4655-a07e-a9b38595baa0";
  const parts = Array.from({ length: operations }, (_, n) => {
    const address = `${base}/${buildAddress(subject, n)}`;
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
