import { type ts, typescript } from "../program/typescript.js";
import { type Follower, findReturns, findSymbol, type Origin, unwrap } from "./origin.js";

/** Maximum nesting depth of the lists that are searched for an element. */
const maxDepth = 4;

/** Returns the elements of a list, whether they are written out, mapped from other values, or pushed one by one. */
export function findElements(tracer: Follower, list: Origin, depth = maxDepth): readonly Origin[] {
  if (depth === 0) return [];
  const pushed = tracer.wayOf(list).flatMap((passed) => pushedTo(tracer, passed));
  return [...tracer.follow(list).flatMap((origin) => elementsOf(tracer, origin, depth)), ...pushed];
}

function elementsOf(tracer: Follower, { node, bindings }: Origin, depth: number): readonly Origin[] {
  const ts = typescript;
  const at = (from: ts.Expression): Origin => ({ node: from, bindings });
  const inside = (from: Origin) => findElements(tracer, from, depth - 1);
  if (ts.isArrayLiteralExpression(node)) {
    return node.elements.flatMap((element) =>
      ts.isSpreadElement(element) ? inside(at(element.expression)) : [at(element)],
    );
  }
  const declaration = ts.isIdentifier(node) ? findSymbol(tracer.checker, node)?.valueDeclaration : undefined;
  const outer = declaration && findList(declaration);
  if (outer !== undefined) return inside(at(outer)).flatMap(inside);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const method = node.expression.name.text;
  const [callback] = node.arguments;
  if (method === "map" && callback !== undefined) return (findReturns(findFunction(tracer, callback)) ?? []).map(at);
  if (method === "filter" || method === "slice") return inside(at(node.expression.expression));
  return method === "values" ? tracer.storedIn(at(node.expression.expression)) : [];
}

/**
 * Returns the list whose elements a name stands for in turn: that of `for (const row of rows)`, or of a call such as
 * `rows.map((row) => …)`; undefined for any other name.
 */
export function findList(declaration: ts.Declaration): ts.Expression | undefined {
  const ts = typescript;
  const { parent } = declaration;
  if (ts.isVariableDeclaration(declaration) && ts.isForOfStatement(parent.parent)) return parent.parent.expression;
  if (!ts.isParameter(declaration) || !(ts.isArrowFunction(parent) || ts.isFunctionExpression(parent)))
    return undefined;
  const call = parent.parent;
  if (parent.parameters[0] !== declaration || !ts.isCallExpression(call) || call.arguments[0] !== parent)
    return undefined;
  const { expression } = call;
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  return /^(map|forEach|filter|flatMap|find|some|every)$/.test(expression.name.text)
    ? expression.expression
    : undefined;
}

function findFunction(tracer: Follower, callback: ts.Expression): ts.Node | undefined {
  const node = unwrap(callback);
  if (typescript.isArrowFunction(node) || typescript.isFunctionExpression(node)) return node;
  return findSymbol(tracer.checker, node)?.valueDeclaration;
}

/** Returns the elements that calls of `push` in the same file add to an array variable. */
function pushedTo(tracer: Follower, { node, bindings }: Origin): readonly Origin[] {
  const ts = typescript;
  const symbol = ts.isIdentifier(node) ? findSymbol(tracer.checker, node) : undefined;
  const declaration = symbol?.valueDeclaration;
  if (declaration === undefined) return [];
  const found: Origin[] = [];
  const visit = (inner: ts.Node): void => {
    if (
      ts.isCallExpression(inner) &&
      ts.isPropertyAccessExpression(inner.expression) &&
      inner.expression.name.text === "push" &&
      findSymbol(tracer.checker, inner.expression.expression) === symbol
    )
      found.push(...inner.arguments.map((argument) => ({ node: argument, bindings })));
    ts.forEachChild(inner, visit);
  };
  visit(declaration.getSourceFile());
  return found;
}
