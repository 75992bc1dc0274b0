/** Node of DuckDB's syntax tree, as `json_serialize_sql` writes it. */
export type SyntaxNode = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a member of a syntax node if it is itself a node; otherwise undefined. */
export function findChild(node: SyntaxNode, name: string): SyntaxNode | undefined {
  const child = node[name];
  return isNode(child) ? child : undefined;
}

/** Returns the nodes in a list member of a syntax node; empty if there is no such list. */
export function listChildren(node: SyntaxNode, name = "children"): readonly SyntaxNode[] {
  const children = node[name];
  return Array.isArray(children) ? children.filter(isNode) : [];
}

export function textOf(node: SyntaxNode, name: string): string {
  const text = node[name];
  return typeof text === "string" ? text : "";
}

/** Returns the names in a column reference: `["o", "total"]` for `o.total`; undefined for another expression. */
export function columnNames(node: SyntaxNode): readonly string[] | undefined {
  return node["class"] === "COLUMN_REF" ? (node["column_names"] as readonly string[]) : undefined;
}

/** Yields a syntax node and all nodes below it. */
export function* nodesWithin(value: unknown): Generator<SyntaxNode, void> {
  if (Array.isArray(value)) {
    for (const each of value) yield* nodesWithin(each);
  } else if (isNode(value)) {
    yield value;
    for (const each of Object.values(value)) yield* nodesWithin(each);
  }
}

/**
 * Parses the JSON of a syntax tree. Numbers that JavaScript would write differently than DuckDB, such as 10.0 and large BIGINTs, become
 * strings with the prefix U+0001. `syntaxJson` converts these back.
 */
export function parseSyntax<Tree>(json: string): Tree {
  // The JSON escapes quotes inside strings, so the pattern matches only members of objects.
  const number = /"(\w+)":(-?\d{16,}|-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+))(?=[,}])/g;
  return JSON.parse(json.replaceAll(number, '"$1":"\\u0001$2"')) as Tree;
}

/** Converts a syntax tree from `parseSyntax` back to JSON for DuckDB. */
export function syntaxJson(tree: unknown): string {
  const json = JSON.stringify(tree, (name, value: unknown) => (name === "query_location" ? 0 : value));
  return json.replaceAll(/"\\u0001(-?\d[\d.eE+-]*)"/g, "$1");
}
