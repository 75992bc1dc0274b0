import { findChild, listChildren, type SyntaxNode, textOf } from "../parse/syntax.js";
import type { Constants } from "./constants.js";
import type { RelationUse } from "./find-uses.js";

/**
 * Returns the number of rows that are enough for a query with LIMIT: limit plus offset. Returns undefined if the query may need all rows. A
 * limited read is possible if the query names one relation, each row that meets the conditions becomes one result row, and the order does
 * not matter.
 */
export function findLimit(
  statement: SyntaxNode,
  uses: readonly RelationUse[],
  constants: Constants,
): number | undefined {
  const node = findChild(statement, "node");
  const [use, ...others] = uses;
  if (node === undefined || others.length > 0 || use?.select?.node !== node) return undefined;
  if (!["BASE_TABLE", "TABLE_FUNCTION"].includes(textOf(findChild(node, "from_table") ?? {}, "type"))) return undefined;
  if ((node["group_sets"] as readonly unknown[]).length > 0) return undefined;
  if (node["having"] || node["qualify"] || node["aggregate_handling"] !== "STANDARD_HANDLING") return undefined;
  // LIMIT is the last modifier: if it is the first too, there is no ORDER BY or DISTINCT.
  const [modifier] = listChildren(node, "modifiers");
  if (modifier?.["type"] !== "LIMIT_MODIFIER") return undefined;
  if (!listChildren(node, "select_list").every((each) => constants.isScalar(each))) return undefined;
  const limit = wholeNumber(findChild(modifier, "limit"));
  const offset = findChild(modifier, "offset");
  const skipped = offset === undefined ? 0 : wholeNumber(offset);
  return limit === undefined || skipped === undefined ? undefined : limit + skipped;
}

function wholeNumber(node: SyntaxNode | undefined): number | undefined {
  const constant = node && findChild(node, "value");
  // The syntax tree contains a DECIMAL without its point: 55 for 5.5.
  if (constant === undefined || findChild(constant, "type")?.["id"] === "DECIMAL") return undefined;
  const { value } = constant;
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}
