import type { RowQuery } from "../../src/contract/query.js";
import type { RowPage } from "../../src/contract/rows.js";
import { callStudio } from "../api/call-studio.js";
import { isWholeQuery, route } from "./route.js";

/** Number of rows on the first page. It is small, so that the first rows appear quickly. */
export const firstPageSize = 100;

/** First page of rows for the query in the URL, requested while the browser still evaluates the other modules. */
let early = requestEarly();

function requestEarly(): { readonly text: string; readonly page: Promise<RowPage> } | undefined {
  const { query } = route();
  if (query === undefined || !isWholeQuery(query)) return undefined;
  const page = callStudio("rows", { query, size: firstPageSize });
  // The caller of takeFirstPage handles the error.
  page.catch(() => undefined);
  return { text: JSON.stringify(query), page };
}

/** Returns the first page that was requested early; undefined for a different query, or if the page was taken already. */
export function takeFirstPage(query: RowQuery): Promise<RowPage> | undefined {
  const taken = early;
  early = undefined;
  return taken?.text === JSON.stringify(query) ? taken.page : undefined;
}
