import { quoteName } from "../duckdb/column-type.js";
import { callWithText, type Database } from "../duckdb/database.js";
import { SqlError } from "../errors/sql-error.js";
import { findChild, parseSyntax, type SyntaxNode } from "./syntax.js";

/** SQL query that DuckDB's parser accepts. */
export interface ParsedQuery {
  /** Text of the query, with quotes added around names that are reserved words in SQL, such as Order and table. */
  readonly text: string;
  /** Syntax tree of the only statement in the query. */
  readonly statement: SyntaxNode;
}

interface Serialized {
  readonly error: boolean;
  readonly error_type?: string;
  readonly error_message?: string;
  readonly position?: string;
  readonly statements?: readonly SyntaxNode[];
}

/**
 * Parses a query with DuckDB's own parser. If the parser rejects one of the given names, such as the reserved word Order, quotes the name
 * and parses again.
 * @param names the names of entities and properties
 * @throws SqlError `sql.invalid`, `sql.not-a-query`
 */
export async function parseQuery(database: Database, text: string, names: readonly string[]): Promise<ParsedQuery> {
  const known = new Set(names.map((name) => name.toLowerCase()));
  for (let attempt = text; ; ) {
    const result = parseSyntax<Serialized>(await callWithText(database, "json_serialize_sql", attempt));
    const [statement, ...others] = result.statements ?? [];
    if (statement !== undefined && others.length === 0 && findChild(statement, "node") !== undefined)
      return { text: attempt, statement };
    if (!result.error || result.error_type !== "parser")
      throw new SqlError("sql.not-a-query", "Expected one SELECT statement.");
    const quoted = quoteReserved(attempt, Number(result.position), known);
    if (quoted === undefined) throw new SqlError("sql.invalid", `Parser Error: ${result.error_message}`);
    attempt = quoted;
  }
}

/**
 * Returns the query with quotes around the word at the position of a syntax error, or else around the word before that position; undefined
 * if neither is one of `names`.
 * @param position the position in code points, as DuckDB counts
 */
function quoteReserved(text: string, position: number, names: ReadonlySet<string>): string | undefined {
  const before = [...text].slice(0, position).join("");
  const at = /^\w+/.exec(text.slice(before.length))?.[0] ?? "";
  if (isName(at, text.slice(before.length + at.length), names))
    return before + quoteName(at) + text.slice(before.length + at.length);
  const [word = "", name = ""] = /(?<!["\w.])(\w+)\s*$/.exec(before) ?? [];
  if (!isName(name, text.slice(before.length), names)) return undefined;
  const start = before.length - word.length;
  return text.slice(0, start) + quoteName(name) + text.slice(start + name.length);
}

function isName(word: string, next: string, names: ReadonlySet<string>): boolean {
  const name = word.toLowerCase();
  return names.has(name) || (name === "table" && /^\s*\(/.test(next));
}
