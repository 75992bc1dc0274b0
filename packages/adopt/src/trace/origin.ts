import { type ts, typescript } from "../program/typescript.js";

/** An expression, and what the parameters and `this` of the functions around it stand for. */
export interface Origin {
  readonly node: ts.Expression;
  readonly bindings: Bindings;
  /** Only what is taken where nothing else is given, such as by `{ table = "Orders" }`. */
  readonly isDefault?: boolean;
}

/** How a function was called. */
export interface Bindings {
  readonly parameters: ReadonlyMap<ts.Declaration, Origin>;
  readonly self?: Origin | undefined;
}

export const noBindings: Bindings = { parameters: new Map() };

/** Parentheses, casts and `await` do not change where a value comes from. */
export function unwrap(node: ts.Expression): ts.Expression {
  const ts = typescript;
  let inner = node;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isTypeAssertionExpression(inner) ||
    ts.isAwaitExpression(inner)
  )
    inner = inner.expression;
  return inner;
}

/** A function with what it is given. */
export function bindParameters(
  parameters: readonly ts.ParameterDeclaration[],
  args: readonly ts.Expression[],
  caller: Bindings,
  self: Origin | undefined,
): Bindings {
  const bound = new Map<ts.Declaration, Origin>();
  parameters.forEach((parameter, index) => {
    const node = args[index] ?? parameter.initializer;
    if (node !== undefined && !typescript.isSpreadElement(node)) bound.set(parameter, { node, bindings: caller });
  });
  return { parameters: bound, self };
}

/** The expressions that a function may return; undefined where it has no body. */
export function returnsOf(declaration: ts.Node | undefined): readonly ts.Expression[] | undefined {
  const ts = typescript;
  if (declaration === undefined || !ts.isFunctionLike(declaration)) return undefined;
  const body = "body" in declaration ? (declaration.body as ts.Node | undefined) : undefined;
  if (body === undefined) return undefined;
  if (ts.isExpression(body)) return [body];
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression);
    else if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

/** The symbol that a name stands for, in the file that declares it. */
export function symbolOf(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(node);
  if (symbol === undefined) return undefined;
  return symbol.flags & typescript.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
