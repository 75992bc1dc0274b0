import { createSignal } from "solid-js";
import type { RowQuery } from "../../src/contract/query.js";
import type { RowId } from "../../src/contract/rows.js";

/** Place in the Studio. The address contains it, so that a link leads to it. */
export interface Route {
  readonly page: "rows" | "model";
  readonly query?: RowQuery;
  /** Row that is open beside the grid. */
  readonly row?: (RowId & { readonly table: string }) | undefined;
  /** View of the rows. */
  readonly view?: "grid" | "tree";
}

const [current, setCurrent] = createSignal<Route>(readAddress());
window.addEventListener("hashchange", () => setCurrent(readAddress()));

export const route = current;

/** Changes the place immediately, so that the next change of the query starts from it. */
export function go(next: Route): void {
  window.history.pushState(undefined, "", formatAddress(next));
  setCurrent(next);
}

/** Changes the place without a new entry in the history of the browser. */
export function adjust(change: Partial<Route>): void {
  const next = { ...current(), ...change };
  window.history.replaceState(undefined, "", formatAddress(next));
  setCurrent(next);
}

/** Returns the address of a place: `#{"page":"rows",…}`, percent-encoded. */
export function formatAddress(next: Route): string {
  return `#${encodeURIComponent(JSON.stringify(next))}`;
}

function readAddress(): Route {
  try {
    const text = decodeURIComponent(window.location.hash.slice(1));
    const value: unknown = text === "" ? undefined : JSON.parse(text);
    if (isRoute(value)) return value;
  } catch {
    // An address that is invalid, for example edited by hand, shows the start page.
  }
  return { page: "rows" };
}

function isRoute(value: unknown): value is Route {
  const { page, query } = (value ?? {}) as Partial<Route>;
  if (page !== "rows" && page !== "model") return false;
  return (
    query === undefined || (typeof query.table === "string" && Array.isArray(query.where) && Array.isArray(query.keys))
  );
}

export function emptyQuery(table: string, entity?: string): RowQuery {
  return { table, keys: [], where: [], ...(entity !== undefined && { entity }) };
}

/** Returns whether a query asks for all rows. Its first page is read without waiting for the plan. */
export function isWholeQuery({ keys, where, filter, stored }: RowQuery): boolean {
  return keys.length === 0 && where.length === 0 && filter === undefined && stored === undefined;
}
