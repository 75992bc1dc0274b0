import { ServiceError } from "../errors/service-error.js";
import { percentDecoded } from "../http/request-url.js";
import { checkKey, type EntityKeys } from "../rules/check-names.js";
import type { Limits } from "../rules/limits.js";

/** Pattern of texts that need no escapes in a URL. */
const unreserved = /^[\w.~-]*$/;
const quoted = "'((?:[^']|'')*)'";
const byPartition = new RegExp(`^PartitionKey=${quoted},\\s*RowKey=${quoted}$`);
const byRow = new RegExp(`^RowKey=${quoted},\\s*PartitionKey=${quoted}$`);

/** Resource that a request addresses. */
export type Target =
  | { readonly kind: "service" }
  | { readonly kind: "tables" }
  | { readonly kind: "table"; readonly table: string }
  | { readonly kind: "entities"; readonly table: string }
  | { readonly kind: "entity"; readonly table: string; readonly keys: EntityKeys }
  /** Path `Shop/Tables`, from a client whose endpoint includes the name of a table. It is not a resource. */
  | { readonly kind: "belowTable"; readonly table: string }
  | { readonly kind: "batch" };

/** Returns the resource that a path below the endpoint names. The path is still percent-encoded. */
export function parseTarget(path: string, limits: Limits): Target {
  const text = percentDecoded(path).replace(/^\//, "");
  if (text === "") return { kind: "service" };
  if (text === "$batch") return { kind: "batch" };
  const below = /^([A-Za-z][A-Za-z0-9]*)\/Tables(?:\(.*\))?$/.exec(text);
  if (below !== null) return { kind: "belowTable", table: below[1] ?? "" };
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
  if (inside.includes("/")) throw new ServiceError("InvalidInput", "Bad Request - Error in query syntax.");
  const keys = parseEntityKeys(inside);
  checkKey("PartitionKey", keys.partitionKey, limits);
  checkKey("RowKey", keys.rowKey, limits);
  return { kind: "entity", table: name, keys };
}

function insideOf(text: string, open: number): string {
  if (!text.endsWith(")")) throw new ServiceError("InvalidInput", "Bad Request - Error in query syntax.");
  return text.slice(open + 1, -1);
}

/** Parses the keys between the parentheses of an entity's path, already percent-decoded. */
function parseEntityKeys(text: string): EntityKeys {
  const match = byPartition.exec(text);
  if (match !== null) return { partitionKey: unquote(match[1]), rowKey: unquote(match[2]) };
  const swapped = byRow.exec(text);
  if (swapped !== null) return { partitionKey: unquote(swapped[2]), rowKey: unquote(swapped[1]) };
  throw new ServiceError("InvalidInput", "Bad Request - Error in query syntax.");
}

/** Returns the path of a table below the endpoint. */
export function tablePath(table: string): string {
  return `Tables('${encodeURIComponent(table)}')`;
}

/** Returns the path of an entity below the endpoint, e.g. `Shop(PartitionKey='o''brien',RowKey='50%25')`. */
export function entityPath(table: string, { partitionKey, rowKey }: EntityKeys): string {
  return `${quote(table)}(PartitionKey='${quote(partitionKey)}',RowKey='${quote(rowKey)}')`;
}

function unquote(text = ""): string {
  return text.replaceAll("''", "'");
}

function quote(key: string): string {
  return unreserved.test(key) ? key : encodeURIComponent(key.replaceAll("'", "''"));
}
