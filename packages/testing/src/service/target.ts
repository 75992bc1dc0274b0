import { ServiceError } from "../errors/service-error.js";
import { parseEntityKeys } from "../odata/entity-path.js";
import { checkKey } from "../rules/key.js";
import type { Limits } from "../rules/limits.js";
import type { Target } from "./call.js";

/** What a path below the endpoint, still percent-encoded, is addressed to. */
export function parseTarget(path: string, limits: Limits): Target {
  const text = decode(path).replace(/^\//, "");
  if (text === "") return { kind: "service" };
  if (text === "$batch") return { kind: "batch" };
  const open = text.indexOf("(");
  const name = open < 0 ? text : text.slice(0, open);
  const inside = open < 0 ? "" : insideOf(text, open);
  if (name === "Tables") {
    if (inside === "") return { kind: "tables" };
    const quoted = /^'((?:[^']|'')*)'$/.exec(inside);
    if (quoted === null) throw new ServiceError("InvalidInput", "Bad Request - Error in query syntax.");
    return { kind: "table", table: (quoted[1] ?? "").replaceAll("''", "'") };
  }
  if (!/^\$?[^$/\\(]+$/.test(name)) throw new ServiceError("InvalidUri");
  if (inside === "") return { kind: "entities", table: name };
  if (/[/\\]/.test(inside)) throw new ServiceError("InvalidInput", "Bad Request - Error in query syntax.");
  const keys = parseEntityKeys(inside);
  checkKey("PartitionKey", keys.partitionKey, limits);
  checkKey("RowKey", keys.rowKey, limits);
  return { kind: "entity", table: name, keys };
}

function insideOf(text: string, open: number): string {
  if (!text.endsWith(")")) throw new ServiceError("InvalidInput", "Bad Request - Error in query syntax.");
  return text.slice(open + 1, -1);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new ServiceError("InvalidUri");
  }
}

/** Query parameters, the first of each name; `+` is a plus sign. */
export function parseQuery(text: string): Map<string, string> {
  const query = new Map<string, string>();
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (!query.has(name)) query.set(name, decode(equals < 0 ? "" : pair.slice(equals + 1)));
  }
  return query;
}
