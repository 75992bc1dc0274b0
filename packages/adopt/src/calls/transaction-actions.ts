import { type ts, typescript } from "../program/typescript.js";
import { findReturns, findSymbol, type Origin, unwrap } from "../trace/origin.js";
import type { Tracer } from "../trace/tracer.js";

/** An element of the array passed to `submitTransaction`, such as `["upsert", entity, "Merge"]`. */
export interface Action {
  readonly kind: Origin;
  readonly entity: Origin;
  readonly mode: Origin | undefined;
}

/** Returns the actions of a transaction's array, whether they are written out, mapped from other values, or pushed one by one. */
export function findActions(tracer: Tracer, actions: Origin): readonly Action[] {
  return findElements(tracer, actions).flatMap((element) =>
    tracer.follow(element).flatMap(({ node, bindings }) => {
      if (!typescript.isArrayLiteralExpression(node)) return [];
      const [kind, entity, mode] = node.elements;
      if (kind === undefined || entity === undefined) return [];
      const at = (from: ts.Expression): Origin => ({ node: from, bindings });
      return [{ kind: at(kind), entity: at(entity), mode: mode && at(mode) }];
    }),
  );
}

/** Returns the elements of a list, whether they are written out, mapped from other values, or pushed one by one. */
export function findElements(tracer: Tracer, list: Origin): readonly Origin[] {
  const ts = typescript;
  const pushed = tracer.wayOf(list).flatMap((passed) => pushedTo(tracer, passed));
  const given = tracer.follow(list).flatMap(({ node, bindings }): readonly Origin[] => {
    const at = (from: ts.Expression): Origin => ({ node: from, bindings });
    if (ts.isArrayLiteralExpression(node)) {
      return node.elements.flatMap((element) =>
        ts.isSpreadElement(element) ? findElements(tracer, at(element.expression)) : [at(element)],
      );
    }
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
    const method = node.expression.name.text;
    const [callback] = node.arguments;
    if (method === "map" && callback !== undefined) return (findReturns(findFunction(tracer, callback)) ?? []).map(at);
    if (method === "filter" || method === "slice") return findElements(tracer, at(node.expression.expression));
    return [];
  });
  return [...given, ...pushed];
}

function findFunction(tracer: Tracer, callback: ts.Expression): ts.Node | undefined {
  const node = unwrap(callback);
  if (typescript.isArrowFunction(node) || typescript.isFunctionExpression(node)) return node;
  return findSymbol(tracer.checker, node)?.valueDeclaration;
}

/** Returns the elements that calls of `push` in the same file add to an array variable. */
function pushedTo(tracer: Tracer, { node, bindings }: Origin): readonly Origin[] {
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
