import { ServiceError } from "../errors/service-error.js";
import type { OperationName } from "../faults/fault-request.js";
import type { PlannedPage } from "../faults/faults.js";
import type { Filter } from "../filter/filter.js";
import { parseFilter } from "../filter/parse-filter.js";
import type { Call } from "./call.js";

const supported = new Set(["$filter", "$select", "$top", "$format"]);

/** Rejects OData query options that this service does not support. */
export function checkOptions({ query }: Call): void {
  for (const name of query.keys()) {
    if (name.startsWith("$") && !supported.has(name)) throw new ServiceError("NotImplemented");
  }
}

export function filterOption({ query, environment }: Call): Filter | undefined {
  const text = query.get("$filter");
  if (text === undefined || text.trim() === "") return undefined;
  const filter = parseFilter(text, environment.limits.comparisons);
  const neverHolds = filter.kind === "constant" && !filter.value;
  if (neverHolds && environment.refuseFalseFilter) throw new ServiceError("InvalidInput");
  return filter;
}

/**
 * Parses the names in `$select`. Returns undefined if `$select` is missing or `*`, and an empty list if it is empty. Both results mean that
 * all properties are selected.
 */
export function selectOption({ query, environment }: Call): string[] | undefined {
  const text = query.get("$select");
  if (text === undefined || text.trim() === "*") return undefined;
  if (text.trim() === "") return [];
  const names = text.split(",");
  if (names.length > environment.limits.properties + 3) throw new ServiceError("InvalidInput");
  return names;
}

/**
 * Returns the maximum number of items on the page, from `$top` and the faults that apply, and the number of the empty page if a fault
 * empties the page.
 */
export function plannedPage(call: Call, operation: OperationName, table: string | undefined): PlannedPage {
  const size = pageSizeOption(call);
  const { method, environment } = call;
  const request = { operation, table, method, url: "", body: "", keys: [], connection: undefined };
  const planned = environment.faults.planPage(request);
  return planned === undefined ? { size } : { ...planned, size: Math.min(size, planned.size) };
}

/** Returns the maximum number of items on the page: `$top`, but at most the service's page size, which is also the default. */
export function pageSizeOption({ query, environment }: Call): number {
  const text = query.get("$top");
  if (text === undefined) return environment.limits.pageSize;
  const top = Number(text);
  if (!/^\d+$/.test(text) || top < 1 || top > environment.limits.top) {
    throw new ServiceError(
      "InvalidInput",
      `'${text}' is not a valid value for '$top': expected 1 to ${environment.limits.top}.`,
    );
  }
  return Math.min(top, environment.limits.pageSize);
}

/**
 * Encodes a key as a continuation token of the service: version, length, and base64 with characters allowed in a URL.
 * @param mark a text that distinguishes tokens of the same key; a character that no key contains separates it from the key
 */
export function writeToken(key: string, mark?: number | string): string {
  const encoded = Buffer.from(mark === undefined ? key : `${key}\u0001${mark}`, "utf8")
    .toString("base64")
    .replaceAll("=", "-")
    .replaceAll("/", "_")
    .replaceAll("+", "*");
  return `1!${encoded.length}!${encoded}`;
}

/** Returns the key in a continuation token, without the `mark` that distinguishes the token from others of the same key. */
export function readToken(token: string): string {
  const match = /^1!(\d+)!([A-Za-z0-9*_-]*)$/.exec(token);
  const encoded = match?.[2];
  if (encoded === undefined || encoded.length !== Number(match?.[1])) throw new ServiceError("InvalidInput");
  const base64 = encoded.replaceAll("-", "=").replaceAll("_", "/").replaceAll("*", "+");
  return Buffer.from(base64, "base64").toString("utf8").split("\u0001", 1)[0] ?? "";
}
