import { createSignal } from "solid-js";
import type { RowQuery } from "../../src/contract/query.js";
import type { RowId } from "../../src/contract/rows.js";

/** State of the page that the URL contains, so that a link leads to the same query, row and view. */
export interface Route {
  readonly page: "rows" | "model";
  readonly query?: RowQuery;
  /** Row that is open in the panel beside the grid. */
  readonly row?: (RowId & { readonly table: string }) | undefined;
  /** Display of the rows: as a grid, which is the default, or as a tree by their keys. */
  readonly view?: "grid" | "tree";
}

const [current, setCurrent] = createSignal<Route>(readAddress());
window.addEventListener("hashchange", () => setCurrent(readAddress()));

export const route = current;

/**
 * Goes to another state of the page and adds it to the browser's history. The signal changes at once, so that the next change of the query
 * starts from the new state.
 */
export function go(next: Route): void {
  window.history.pushState(undefined, "", formatAddress(next));
  setCurrent(next);
}

/** Changes parts of the page's state without adding to the browser's history. */
export function adjust(change: Partial<Route>): void {
  const next = { ...current(), ...change };
  window.history.replaceState(undefined, "", formatAddress(next));
  setCurrent(next);
}

/** Returns the URL fragment for a state of the page: `#{"page":"rows",…}`, percent-encoded. */
export function formatAddress(next: Route): string {
  return `#${encodeURIComponent(JSON.stringify(next))}`;
}

function readAddress(): Route {
  try {
    const text = decodeURIComponent(window.location.hash.slice(1));
    const value: unknown = text === "" ? undefined : JSON.parse(text);
    if (isRoute(value)) return value;
  } catch {
    // An invalid URL, for example one edited by hand, shows the start page.
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

/** Returns a query without the conditions whose value was not typed yet. */
export function withoutDrafts(query: RowQuery): RowQuery {
  return { ...query, where: query.where.filter(({ isDraft }) => !isDraft) };
}

/** Returns true if a query asks for all rows of its entity or table. Its first page is requested without waiting for the plan. */
export function isWholeQuery({ keys, where, filter, stored }: RowQuery): boolean {
  return keys.length === 0 && where.length === 0 && filter === undefined && stored === undefined;
}
