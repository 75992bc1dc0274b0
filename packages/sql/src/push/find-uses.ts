import { findChild, isNode, listChildren, type SyntaxNode, textOf } from "../parse/syntax.js";

/** One reference to a relation in a query, in FROM or JOIN. */
export interface RelationUse {
  /** Name of the entity as the query spells it, or name of the table in `table('Shop')`. */
  readonly name: string;
  readonly isTable: boolean;
  readonly alias: string;
  /** SELECT whose FROM contains the reference; undefined if its WHERE must not reduce the rows to read, as in a positional join. */
  readonly select: SelectScope | undefined;
}

/** One SELECT of a query, and the references to relations in its FROM. */
export interface SelectScope {
  readonly node: SyntaxNode;
  readonly uses: RelationUse[];
  /**
   * True if FROM also contains something with unknown columns, such as a subquery. A column name without a qualifier may then belong to it.
   */
  hasOthers: boolean;
  /** Columns that a join merges into one, in lower case, such as those in USING. */
  readonly united: Set<string>;
}

interface Context {
  /** Names of the WITH queries in scope, in lower case. Each hides an entity with the same name. */
  readonly hidden: ReadonlySet<string>;
  readonly select: SelectScope | undefined;
  /** False if every row of the relation can affect the result, even one that does not meet WHERE, as in a positional join. */
  readonly isNarrowable: boolean;
}

/** Part of the context outside of FROM. */
const outside = { select: undefined, isNarrowable: false } as const;

const narrowableJoins: ReadonlySet<string> = new Set(["REGULAR", "CROSS", "NATURAL"]);
const narrowableJoinTypes: ReadonlySet<string> = new Set(["INNER", "LEFT", "RIGHT", "FULL", "SEMI"]);

/**
 * Finds every reference to a relation in a statement. Includes each table name that no WITH query defines, even if no such entity exists.
 */
export function findUses(statement: SyntaxNode): RelationUse[] {
  const uses: RelationUse[] = [];
  visit(statement, { hidden: new Set(), ...outside });
  return uses;

  function visit(value: unknown, context: Context): void {
    if (Array.isArray(value)) {
      for (const each of value) visit(each, context);
      return;
    }
    if (!isNode(value)) return;
    const inner = visitExpressions(value, context);
    const type = textOf(value, "type");
    if (type === "BASE_TABLE") addUse(value, textOf(value, "table_name"), false, inner);
    else if (type === "TABLE_FUNCTION") visitFunction(value, inner);
    else if (type === "JOIN") visitJoin(value, inner);
    else if (type === "SELECT_NODE") visitSelect(value, inner);
    else {
      // FROM contains something else, such as a subquery or a PIVOT.
      if (context.select !== undefined && type !== "EMPTY") context.select.hasOthers = true;
      visit(Object.values(value), { ...inner, ...outside });
    }
  }

  /** Visits the WITH queries of a node. Returns the context for the rest of the node, in which the names of these queries hide entities. */
  function visitExpressions(node: SyntaxNode, context: Context): Context {
    const hidden = new Set(context.hidden);
    const map = findChild(node, "cte_map");
    for (const { key, value } of map === undefined ? [] : listChildren(map, "map")) {
      visit(value, { hidden: new Set(hidden), ...outside });
      hidden.add(String(key).toLowerCase());
    }
    return { ...context, hidden };
  }

  function visitSelect(node: SyntaxNode, context: Context): void {
    const select: SelectScope = { node, uses: [], hasOthers: false, united: new Set() };
    const isNarrowable = !isNode(node["sample"]);
    visit(node["from_table"], { ...context, select, isNarrowable });
    const { from_table: _, cte_map: __, ...rest } = node;
    visit(Object.values(rest), { ...context, ...outside });
  }

  function visitJoin(node: SyntaxNode, context: Context): void {
    const kind = textOf(node, "ref_type");
    const isNarrowable =
      context.isNarrowable && narrowableJoins.has(kind) && narrowableJoinTypes.has(textOf(node, "join_type"));
    if (context.select !== undefined && kind === "NATURAL") context.select.hasOthers = true;
    for (const name of (node["using_columns"] as readonly string[] | undefined) ?? [])
      context.select?.united.add(name.toLowerCase());
    visit([node["left"], node["right"]], { ...context, isNarrowable });
    visit(node["condition"], { ...context, ...outside });
  }

  function visitFunction(node: SyntaxNode, context: Context): void {
    const call = findChild(node, "function");
    const [name] = call === undefined ? [] : listChildren(call);
    const table = name && findChild(name, "value")?.["value"];
    if (call && textOf(call, "function_name") === "table" && typeof table === "string") {
      addUse(node, table, true, context);
      return;
    }
    if (context.select !== undefined) context.select.hasOthers = true;
    visit(Object.values(node), { ...context, ...outside });
  }

  function addUse(node: SyntaxNode, name: string, isTable: boolean, context: Context): void {
    const isPlain = textOf(node, "schema_name") === "" && textOf(node, "catalog_name") === "";
    if (!isTable && isPlain && context.hidden.has(name.toLowerCase())) {
      if (context.select !== undefined) context.select.hasOthers = true;
      return;
    }
    const hasAliases = ((node["column_name_alias"] as readonly unknown[] | undefined) ?? []).length > 0;
    const isNarrowable = context.isNarrowable && isPlain && !hasAliases && !isNode(node["sample"]);
    const alias = textOf(node, "alias") || (isTable ? "table" : name);
    const use = { name, isTable, alias, select: isNarrowable ? context.select : undefined };
    uses.push(use);
    context.select?.uses.push(use);
  }
}
