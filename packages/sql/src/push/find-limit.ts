import { columnNames, findChild, listChildren, type SyntaxNode, textOf } from "../parse/syntax.js";
import type { OrderTerm, RowLimit } from "../relations/relation.js";
import type { Constants } from "./constants.js";
import type { RelationUse } from "./find-uses.js";

/**
 * Returns how many rows are enough for a query, and in which order: limit plus offset for a query with LIMIT, and one row for `min` or `max`
 * of a column. Only rows that meet the WHERE clause count. Returns undefined if the query may need all rows. A limited read is possible if
 * the query names one relation, and each row that meets the conditions becomes one result row or the minimum or maximum.
 */
export function findLimit(
  statement: SyntaxNode,
  uses: readonly RelationUse[],
  constants: Constants,
): RowLimit | undefined {
  const node = findChild(statement, "node");
  const [use, ...others] = uses;
  if (node === undefined || others.length > 0 || use?.select?.node !== node) return undefined;
  if (!["BASE_TABLE", "TABLE_FUNCTION"].includes(textOf(findChild(node, "from_table") ?? {}, "type"))) return undefined;
  if ((node["group_sets"] as readonly unknown[]).length > 0) return undefined;
  if (node["having"] || node["qualify"] || node["aggregate_handling"] !== "STANDARD_HANDLING") return undefined;
  const extreme = extremeOf(node, use);
  if (extreme !== undefined) return { rows: 1, order: [extreme] };
  const rows = limitOf(node);
  // LIMIT is the last modifier, so a query without DISTINCT has at most ORDER BY before it.
  const [first, ...following] = listChildren(node, "modifiers").slice(0, -1);
  if (rows === undefined || following.length > 0 || !isEachScalar(node, constants)) return undefined;
  if (first === undefined) return { rows, order: [] };
  if (first["type"] !== "ORDER_MODIFIER") return undefined;
  const order = listChildren(first, "orders").map((term) => orderTermOf(term, node, use));
  return order.includes(undefined) ? undefined : { rows, order: order.filter((term) => term !== undefined) };
}

function isEachScalar(node: SyntaxNode, constants: Constants): boolean {
  return listChildren(node, "select_list").every((each) => constants.isScalar(each));
}

function limitOf(node: SyntaxNode): number | undefined {
  const modifier = listChildren(node, "modifiers").at(-1);
  if (modifier?.["type"] !== "LIMIT_MODIFIER") return undefined;
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

/** Returns the order in which the first row has the value of a query that only asks for `min` or `max` of one column. */
function extremeOf(node: SyntaxNode, use: RelationUse): OrderTerm | undefined {
  const terms = listChildren(node, "select_list").map((each) => {
    const call = each["class"] === "CAST" ? (findChild(each, "child") ?? {}) : each;
    const name = textOf(call, "function_name");
    const [argument, ...others] = listChildren(call);
    const isPlain = !call["filter"] && others.length === 0 && textOf(call, "schema") === "";
    if (call["class"] !== "FUNCTION" || (name !== "min" && name !== "max") || !isPlain) return undefined;
    const column = argument && columnOf(argument, use);
    return column === undefined ? undefined : { column, isDescending: name === "max" };
  });
  const [first, ...others] = terms;
  const isSame = others.every(
    (term) => term?.isDescending === first?.isDescending && term?.column.toLowerCase() === first?.column.toLowerCase(),
  );
  return isSame ? first : undefined;
}

function orderTermOf(term: SyntaxNode, node: SyntaxNode, use: RelationUse): OrderTerm | undefined {
  const expression = findChild(term, "expression");
  const sorted = expression && selectedBy(expression, listChildren(node, "select_list"));
  const column = sorted && columnOf(sorted, use);
  return column === undefined ? undefined : { column, isDescending: term["type"] === "DESCENDING" };
}

/**
 * Returns the expression that a term of ORDER BY sorts by: the item of the select list that it names by its number or alias, or itself.
 * Returns undefined if that is unknown.
 */
function selectedBy(expression: SyntaxNode, items: readonly SyntaxNode[]): SyntaxNode | undefined {
  if (expression["class"] === "CONSTANT") {
    const number = wholeNumber(expression) ?? 0;
    return items.slice(0, number).some((item) => item["class"] === "STAR") ? undefined : items[number - 1];
  }
  const [name, ...others] = columnNames(expression) ?? [];
  if (name === undefined || others.length > 0) return expression;
  // `* REPLACE (-n AS n)` gives a column another value.
  if (items.some((item) => item["class"] === "STAR" && hasChanges(item))) return undefined;
  return items.find((item) => textOf(item, "alias").toLowerCase() === name.toLowerCase()) ?? expression;
}

function hasChanges(star: SyntaxNode): boolean {
  return ["replace_list", "rename_list"].some((list) => listChildren(star, list).length > 0);
}

/** Returns the name of the column of the relation that an expression consists of; undefined for any other expression. */
function columnOf(node: SyntaxNode, { alias }: RelationUse): string | undefined {
  const names = columnNames(node) ?? [];
  if (names.length === 1) return names[0];
  return names.length === 2 && names[0]?.toLowerCase() === alias.toLowerCase() ? names[1] : undefined;
}
