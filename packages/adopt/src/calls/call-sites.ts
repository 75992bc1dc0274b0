import type { OpenProgram } from "../program/open-program.js";
import { type ts, typescript } from "../program/typescript.js";
import { type Bindings, bindParameters, findSymbol, noBindings, type Origin } from "../trace/origin.js";

type NamedFunction = ts.FunctionDeclaration | ts.MethodDeclaration | ts.ArrowFunction | ts.FunctionExpression;

/** Maximum number of levels of callers that are followed from one call. */
const maxDepth = 4;
/** Maximum number of callers that are followed from each function. */
const maxCallers = 32;
/** Maximum number of chains of callers that are followed from one call. */
const maxWays = 64;

/** Finds the calls of a program's functions, and the values that these calls pass. */
export class CallSites {
  readonly #checker: ts.TypeChecker;
  readonly #byName = new Map<string, ts.CallExpression[]>();
  readonly #ways = new Map<string, readonly Bindings[]>();

  constructor({ checker, files }: OpenProgram) {
    this.#checker = checker;
    const visit = (node: ts.Node): void => {
      const name = typescript.isCallExpression(node) ? nameOf(node)?.text : undefined;
      if (name !== undefined) {
        const list = this.#byName.get(name) ?? [];
        this.#byName.set(name, list);
        list.push(node as ts.CallExpression);
      }
      typescript.forEachChild(node, visit);
    };
    files.forEach(visit);
  }

  /**
   * Finds the possible values of the parameters and `this` in the functions around a node: one set for each chain of callers that leads to
   * the node. Returns one empty set if no caller is found.
   */
  waysTo(node: ts.Node, depth = maxDepth): readonly Bindings[] {
    const around = namedFunctionAround(node);
    if (around === undefined || depth === 0) return [noBindings];
    const key = `${around.getSourceFile().fileName}:${around.pos}:${depth}`;
    const known = this.#ways.get(key) ?? this.#waysToFunction(around, depth);
    this.#ways.set(key, known);
    return known;
  }

  #waysToFunction(around: NamedFunction, depth: number): readonly Bindings[] {
    const name = nameOfFunction(around);
    const symbol = name && findSymbol(this.#checker, name);
    const ways = (symbol === undefined ? [] : this.#callsOf(symbol).slice(0, maxCallers)).flatMap((call) =>
      this.waysTo(call, depth - 1).map((caller) =>
        bindParameters([...around.parameters], call.arguments, caller, selfOf(call, caller)),
      ),
    );
    return ways.length === 0 ? [noBindings] : ways.slice(0, maxWays);
  }

  #callsOf(symbol: ts.Symbol): readonly ts.CallExpression[] {
    return (this.#byName.get(symbol.name) ?? []).filter((call) => {
      const name = nameOf(call);
      const called = name && findSymbol(this.#checker, name);
      // Compares declarations, because each instantiation of a generic class has its own symbols.
      const isSame = called?.valueDeclaration !== undefined && called.valueDeclaration === symbol.valueDeclaration;
      return called !== undefined && (isSame || this.#implements(symbol, called));
    });
  }

  /** Returns whether a call of `called`, a method of an interface or base class, can run `method`, its implementation in a class. */
  #implements(method: ts.Symbol, called: ts.Symbol): boolean {
    const owner = method.valueDeclaration?.parent;
    const other = called.declarations?.[0]?.parent;
    if (owner === undefined || other === undefined || !typescript.isClassLike(owner)) return false;
    return (owner.heritageClauses ?? []).some(({ types }) =>
      types.some(({ expression }) =>
        findSymbol(this.#checker, expression)?.declarations?.includes(other as ts.Declaration),
      ),
    );
  }
}

function selfOf(call: ts.CallExpression, bindings: Bindings): Origin | undefined {
  const { expression } = call;
  if (!typescript.isPropertyAccessExpression(expression)) return undefined;
  const node = expression.expression;
  const isThis = node.kind === typescript.SyntaxKind.ThisKeyword;
  return isThis && bindings.self !== undefined ? bindings.self : { node, bindings };
}

function nameOf({ expression }: ts.CallExpression): ts.Identifier | undefined {
  const ts = typescript;
  if (ts.isIdentifier(expression)) return expression;
  return ts.isPropertyAccessExpression(expression) && ts.isIdentifier(expression.name) ? expression.name : undefined;
}

function namedFunctionAround(node: ts.Node): NamedFunction | undefined {
  const ts = typescript;
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (
      (ts.isFunctionDeclaration(at) ||
        ts.isMethodDeclaration(at) ||
        ts.isArrowFunction(at) ||
        ts.isFunctionExpression(at)) &&
      nameOfFunction(at) !== undefined
    )
      return at;
  }
  return undefined;
}

/** Returns the name of a function: its own, or that of the constant, field or property that it is assigned to; undefined if it has none. */
function nameOfFunction(node: NamedFunction): ts.Node | undefined {
  const ts = typescript;
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.name;
  const { parent } = node;
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)
    ? parent.name
    : undefined;
}
