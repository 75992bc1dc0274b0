import { columnNames, nodesWithin, type SyntaxNode, textOf } from "../parse/syntax.js";
import type { RelationUse } from "./find-uses.js";

/**
 * Returns the columns of a relation that a query may need; undefined if it may need all. A column counts if its name occurs anywhere in the
 * query, even if it is meant for another relation.
 */
export function neededColumns(
  statement: SyntaxNode,
  uses: readonly RelationUse[],
  columns: readonly string[],
): readonly string[] | undefined {
  const aliases = new Set(uses.map(({ alias }) => alias.toLowerCase()));
  const named = new Set<string>();
  for (const node of nodesWithin(statement)) {
    const qualifier = textOf(node, "relation_name").toLowerCase();
    if (node["class"] === "STAR" && (qualifier === "" || aliases.has(qualifier))) return undefined;
    if (node["class"] === "POSITIONAL_REFERENCE" || needsAll(node)) return undefined;
    const names = columnNames(node) ?? [];
    if (names.length === 1 && aliases.has(String(names[0]).toLowerCase())) return undefined;
    const united = (node["using_columns"] as readonly string[] | undefined) ?? [];
    for (const name of [...names, ...united]) named.add(name.toLowerCase());
  }
  return columns.filter((column) => named.has(column.toLowerCase()));
}

function needsAll(node: SyntaxNode): boolean {
  const aliases = node["column_name_alias"];
  const isRenamed = Array.isArray(aliases) && aliases.length > 0;
  return isRenamed || ["PIVOT", "SHOW_REF"].includes(textOf(node, "type")) || node["ref_type"] === "NATURAL";
}
