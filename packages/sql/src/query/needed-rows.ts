import { columnNames, findChild, nodesWithin, type SyntaxNode } from "../parse/syntax.js";
import type { Constants } from "../push/constants.js";
import { findLimit } from "../push/find-limit.js";
import type { RelationUse } from "../push/find-uses.js";
import { neededColumns } from "../push/needed-columns.js";
import type { Relation, RowLimit } from "../relations/relation.js";
import { TableRelation } from "../relations/table-relation.js";

/**
 * Returns the number of rows of a relation that are enough for a query; undefined if all may be needed. A column of a table without a
 * definition may occur only in rows beyond the limit, so such a table has a limit only if the query names keys, Timestamp and declared
 * properties.
 */
export function limitOf(
  relation: Relation,
  statement: SyntaxNode,
  uses: readonly RelationUse[],
  constants: Constants,
): RowLimit | undefined {
  const isKnown = (name: string) =>
    !(relation instanceof TableRelation) || hasColumn(relation, name) || relation.hasProperty(name);
  // Rows are counted by their number in DuckDB, which such a column would hide.
  if (!namesIn(statement).every(isKnown) || hasColumn(relation, "rowid")) return undefined;
  const where = whereOf(uses);
  if (where !== undefined && !constants.isStable(where)) return undefined;
  return findLimit(statement, uses, constants);
}

const keyColumns: readonly string[] = ["PartitionKey", "RowKey"];

/**
 * Returns which keys a query needs of a table without a definition, if it names nothing but keys; otherwise undefined, because the columns
 * are known only after all of them have been read.
 * @param isHidden returns whether the rows have a property of one of these names, which would be the column
 */
export async function neededKeys(
  relation: TableRelation,
  statement: SyntaxNode,
  uses: readonly RelationUse[],
  limit: RowLimit | undefined,
  isHidden: (names: readonly string[]) => Promise<boolean>,
): Promise<readonly string[] | undefined> {
  const needed = neededColumns(statement, uses, keyColumns);
  const names = new Set(keyColumns.map((name) => name.toLowerCase()));
  const namesMore = !namesIn(statement).every((name) => names.has(name.toLowerCase()));
  // With a limit, the whole rows are as few.
  if (needed === undefined || namesMore || limit !== undefined) return undefined;
  if (needed.some((name) => relation.hasProperty(name)) || (await isHidden(needed))) return undefined;
  return needed;
}

/** Returns the WHERE clause of a query that names one relation; undefined if it has none. */
export function whereOf([use]: readonly RelationUse[]): SyntaxNode | undefined {
  return use?.select && findChild(use.select.node, "where_clause");
}

function namesIn(statement: SyntaxNode): readonly string[] {
  return [...nodesWithin(statement)].flatMap((node) => columnNames(node)?.at(-1) ?? []);
}

function hasColumn({ columns }: Relation, name: string): boolean {
  return columns.some((column) => column.name.toLowerCase() === name.toLowerCase());
}
