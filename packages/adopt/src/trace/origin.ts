import { type ts, typescript } from "../program/typescript.js";

/** An expression whose value is traced, with the values of the parameters and `this` of the functions around it. */
export interface Origin {
  readonly node: ts.Expression;
  readonly bindings: Bindings;
  /** True if the value is only a default, which applies if no other is passed, such as the one in `{ table = "Orders" }`. */
  readonly isDefault?: boolean;
}

/** Values that one call of a function gives to its parameters and to `this`. */
export interface Bindings {
  readonly parameters: ReadonlyMap<ts.Declaration, Origin>;
  readonly self?: Origin | undefined;
  /** Call through which a value was followed into the function; undefined in a function that was not entered by a call. */
  readonly call?: FollowedCall | undefined;
}

/** A call through which a value was followed. Each call of a function gives values of its own to what the function declares. */
export interface FollowedCall {
  readonly node: ts.CallExpression;
  readonly declaration: ts.Node;
  readonly outer: FollowedCall | undefined;
}

/** Follows values to the expressions that they come from. */
export interface Follower {
  readonly checker: ts.TypeChecker;
  /** Returns the expressions that a value can come from: the expression itself if there is nothing to follow. */
  follow(origin: Origin): readonly Origin[];
  /** Returns all expressions that `follow` visits. */
  wayOf(origin: Origin): readonly Origin[];
  /** Returns the values that the program stores in a map or under the members of an object. */
  storedIn(origin: Origin): readonly Origin[];
}

export const noBindings: Bindings = { parameters: new Map() };

/** Returns the expression inside parentheses, casts and `await`, which do not change the origin of a value. */
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

/** Returns the values that a call gives to a function's parameters: its arguments, or else the defaults. */
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

/** Returns the expressions that a function may return; undefined if the node is no function or has no body. */
export function findReturns(declaration: ts.Node | undefined): readonly ts.Expression[] | undefined {
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

/** Returns the compiler's symbol for a name; undefined if there is none. Follows imports to the declaration. */
export function findSymbol(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(node);
  if (symbol === undefined) return undefined;
  return symbol.flags & typescript.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Returns whether an operator is `??` or `||`, which use the second operand if the first has no value. */
export function isChoice(kind: ts.SyntaxKind): boolean {
  const { SyntaxKind } = typescript;
  return kind === SyntaxKind.QuestionQuestionToken || kind === SyntaxKind.BarBarToken;
}
