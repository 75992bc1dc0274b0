import type { ETag, TableRow, TableServiceClient } from "@tablewright/runtime";
import {
  type AccessPolicy,
  getAccessPolicies,
  getServiceProperties,
  type ServiceProperties,
  setAccessPolicies,
  setServiceProperties,
} from "@tablewright/runtime/admin";
import type { EdmValue } from "@tablewright/runtime/edm";
import { readAccessPolicies } from "../../../runtime/src/admin/access-policies.js";
import { readServiceProperties } from "../../../runtime/src/admin/service-properties.js";
import { parseXml } from "../../../runtime/src/admin/xml.js";
import { queryEntities } from "../../../runtime/src/rest/query-entities.js";
import type { RecordedRequest } from "./recordings.js";

export type RecordedCall = (client: TableServiceClient) => Promise<unknown>;

/**
 * Returns the call of our client that corresponds to a recorded request; undefined if there is none, e.g. for batches and unusual requests.
 */
export function parseCall(request: RecordedRequest): RecordedCall | undefined {
  const { method } = request;
  const [path = "", search = ""] = request.path.split("?");
  const query = new URLSearchParams(search.replaceAll("+", "%2B"));
  if (query.get("comp") === "properties") return propertiesCall(request);
  const row = /^\/([A-Za-z0-9]+)\(PartitionKey='(.*)',RowKey='(.*)'\)$/.exec(path);
  if (row !== null) return rowCall(request, row[1] ?? "", unquote(row[2] ?? ""), unquote(row[3] ?? ""));
  const table = /^\/([A-Za-z0-9]+)$/.exec(path)?.[1];
  if (query.get("comp") === "acl" && table !== undefined) return aclCall(request, table);
  if (path === "/Tables" && method === "POST") {
    const { TableName } = JSON.parse(request.body) as { readonly TableName: string };
    return (client) => client.tables.create(TableName);
  }
  const dropped = /^\/Tables\('([^']*)'\)$/.exec(path)?.[1];
  if (dropped !== undefined && method === "DELETE") return (client) => client.tables.delete(dropped);
  if (table !== undefined && method === "POST" && table !== "Tables") {
    const inserted = parseRow(request.body);
    return (client) => client.table(table).insert(inserted);
  }
  const queried = /^\/([A-Za-z0-9]+)\(\)$/.exec(path)?.[1];
  if (queried === undefined || method !== "GET") return undefined;
  const top = query.get("$top");
  const input = {
    table: queried,
    metadata: "minimal" as const,
    filter: query.get("$filter") ?? undefined,
    top: top === null ? undefined : Number(top),
  };
  return (client) => client.connection.send(queryEntities, input);
}

function propertiesCall({ method, body }: RecordedRequest): RecordedCall {
  if (method === "GET") return (client) => getServiceProperties(client);
  const properties: ServiceProperties = readServiceProperties(parseXml(body));
  return (client) => setServiceProperties(client, properties);
}

function aclCall({ method, body }: RecordedRequest, table: string): RecordedCall {
  if (method === "GET") return (client) => getAccessPolicies(client, table);
  const policies: readonly AccessPolicy[] = readAccessPolicies(parseXml(body));
  return (client) => setAccessPolicies(client, table, policies);
}

function rowCall(
  { method, headers, body }: RecordedRequest,
  table: string,
  partitionKey: string,
  rowKey: string,
): RecordedCall {
  const id = { partitionKey, rowKey };
  if (method === "GET") return (client) => client.table(table).get(id);
  const ifMatch = headers["if-match"] as ETag | "*" | undefined;
  if (method === "DELETE") return (client) => client.table(table).delete(id, { ifMatch: ifMatch ?? "*" });
  const row = { ...parseRow(body), ...id };
  if (method === "PUT") {
    return (client) =>
      ifMatch === undefined ? client.table(table).insertOrReplace(row) : client.table(table).replace(row, { ifMatch });
  }
  return (client) =>
    ifMatch === undefined
      ? client.table(table).insertOrMerge(row)
      : client.table(table).merge(id, row.properties, { ifMatch });
}

function unquote(text: string): string {
  return decodeURIComponent(text).replaceAll("''", "'");
}

/**
 * Parses a recorded body as a row without a definition. The annotation of a property determines its type; without one, its JSON value does.
 */
function parseRow(body: string): TableRow {
  const json = JSON.parse(body) as Readonly<Record<string, unknown>>;
  const properties: Record<string, EdmValue> = {};
  for (const [name, value] of Object.entries(json)) {
    if (name.includes("@") || name.startsWith("odata.") || name === "PartitionKey" || name === "RowKey") continue;
    if (name === "Timestamp" || value === null) continue;
    properties[name] = parseEdmValue(value, json[`${name}@odata.type`]);
  }
  return { partitionKey: String(json["PartitionKey"]), rowKey: String(json["RowKey"]), properties };
}

function parseEdmValue(value: unknown, annotation: unknown): EdmValue {
  const type = annotation ?? impliedType(value);
  if (type === "Edm.Int64") return { type, value: BigInt(String(value)) };
  if (type === "Edm.DateTime") return { type, value: new Date(String(value)) };
  if (type === "Edm.Binary") return { type, value: Buffer.from(String(value), "base64") };
  return { type, value: type === "Edm.Double" ? Number(value) : value } as EdmValue;
}

/** Returns the type that a JSON value has without an annotation. */
export function impliedType(value: unknown): string {
  if (typeof value === "boolean") return "Edm.Boolean";
  if (typeof value === "number") return Number.isInteger(value) ? "Edm.Int32" : "Edm.Double";
  return "Edm.String";
}
