/** Node of DuckDB's syntax tree, as `json_serialize_sql` writes it. */
export type SyntaxNode = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a member that is a node. */
export function findChild(node: SyntaxNode, name: string): SyntaxNode | undefined {
  const child = node[name];
  return isNode(child) ? child : undefined;
}

/** Returns a member that is a list of nodes; empty if it is none. */
export function listChildren(node: SyntaxNode, name = "children"): readonly SyntaxNode[] {
  const children = node[name];
  return Array.isArray(children) ? children.filter(isNode) : [];
}

export function textOf(node: SyntaxNode, name: string): string {
  const text = node[name];
  return typeof text === "string" ? text : "";
}

/** Returns the parts of a column's name: `["o", "total"]`; undefined for another expression. */
export function columnNames(node: SyntaxNode): readonly string[] | undefined {
  return node["class"] === "COLUMN_REF" ? (node["column_names"] as readonly string[]) : undefined;
}

/** Returns the node and all nodes below it. */
export function* nodesWithin(value: unknown): Generator<SyntaxNode, void> {
  if (Array.isArray(value)) {
    for (const each of value) yield* nodesWithin(each);
  } else if (isNode(value)) {
    yield value;
    for (const each of Object.values(value)) yield* nodesWithin(each);
  }
}

/**
 * Parses the JSON of a syntax tree. Numbers that JavaScript would write in another way, such as 10.0 and BIGINTs, become texts with a
 * prefix.
 */
export function parseSyntax<Tree>(json: string): Tree {
  // Quotes within texts are escaped, so the pattern only finds members.
  const number = /"(\w+)":(-?\d{16,}|-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+))(?=[,}])/g;
  return JSON.parse(json.replaceAll(number, '"$1":"\\u0001$2"')) as Tree;
}

/** Writes the JSON of a syntax tree. */
export function syntaxJson(tree: unknown): string {
  const json = JSON.stringify(tree, (name, value: unknown) => (name === "query_location" ? 0 : value));
  return json.replaceAll(/"\\u0001(-?\d[\d.eE+-]*)"/g, "$1");
}
