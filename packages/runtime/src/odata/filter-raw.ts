import { TableError } from "../errors/table-error.js";
import type { FilterPart } from "./filter.js";

/**
 * A part of `$filter` that came as text. It is kept in parentheses of its own, so it must not close them: quotes and
 * parentheses have to be balanced. Nothing else of it is checked.
 * @throws TableError `query.malformed-odata`, `query.empty-condition`
 */
export function rawFilter(text: string): FilterPart {
  if (text.trim() === "") throw new TableError("query.empty-condition", "$odata is empty; leave it out.");
  const unquoted = text.replace(/'(?:[^']|'')*'/g, "0");
  if (unquoted.includes("'")) throw malformed(text, "a quote is not closed");
  let depth = 0;
  for (const character of unquoted) {
    if (character === "(") depth++;
    if (character === ")" && --depth < 0) throw malformed(text, "a parenthesis is closed that was not opened");
  }
  if (depth > 0) throw malformed(text, "a parenthesis is not closed");
  const comparisons = unquoted.match(/(?<=[\s)])(?:eq|ne|gt|ge|lt|le)(?=[\s(])/g)?.length ?? 0;
  return { type: "raw", text, comparisons: Math.max(1, comparisons) };
}

function malformed(text: string, reason: string): TableError {
  return new TableError("query.malformed-odata", `$odata: ${reason} in ${JSON.stringify(text)}.`);
}
