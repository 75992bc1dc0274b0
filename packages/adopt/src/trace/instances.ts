import { type ts, typescript } from "../program/typescript.js";
import { type Bindings, bindParameters, findSymbol, noBindings, type Origin } from "./origin.js";

/** Index of a program's classes: their derived classes, and the `new` expressions that create their instances. */
export class Instances {
  readonly #checker: ts.TypeChecker;
  readonly #created = new Map<ts.Node, ts.NewExpression[]>();
  readonly #extended = new Map<ts.Node, ts.ClassLikeDeclaration[]>();

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  /** Adds a node to the index if it is a class or a `new` expression; ignores any other node. */
  add(node: ts.Node): void {
    const ts = typescript;
    const made = ts.isNewExpression(node) ? this.#classOfName(node.expression) : undefined;
    if (made !== undefined) this.#created.set(made, [...(this.#created.get(made) ?? []), node as ts.NewExpression]);
    const base = ts.isClassLike(node) ? this.#baseOf(node) : undefined;
    if (base !== undefined)
      this.#extended.set(base, [...(this.#extended.get(base) ?? []), node as ts.ClassLikeDeclaration]);
  }

  /**
   * Returns the class of an expression's value: for a `new` expression the class that it names, for `this` the class around it, otherwise
   * the class that is its type; undefined if none is found.
   */
  classOf({ node }: Origin): ts.ClassLikeDeclaration | undefined {
    if (typescript.isNewExpression(node)) return this.#classOfName(node.expression);
    if (node.kind === typescript.SyntaxKind.ThisKeyword) return classAround(node);
    const declaration = this.#checker.getTypeAtLocation(node).getSymbol()?.valueDeclaration;
    return declaration !== undefined && typescript.isClassLike(declaration) ? declaration : undefined;
  }

  /**
   * Returns the values of the constructor parameters of the class `owner`: one set for each expression that can create one of `instances`.
   * If no instance has a known class, uses all `new` expressions of `owner` and its subclasses. Returns one empty set if there are no such
   * expressions.
   */
  constructions(owner: ts.ClassLikeDeclaration, instances: readonly Origin[]): readonly Bindings[] {
    const known = instances.flatMap((instance) => this.#madeBy(instance));
    const all = known.length > 0 ? known : this.#allOf(owner);
    const bindings = all.flatMap(
      ([type, made]) => this.#ofBase(type, owner, argumentsOf(made), made.bindings, made) ?? [],
    );
    return bindings.length > 0 ? bindings : [noBindings];
  }

  /**
   * Returns the expressions that can create an instance, each with its class: the instance itself if it is a `new` expression, otherwise
   * every `new` expression of its class and of subclasses. If there are none, returns the instance itself, so that its constructor
   * arguments are unknown.
   */
  #madeBy(instance: Origin): readonly Made[] {
    const type = this.classOf(instance);
    if (type === undefined) return [];
    if (typescript.isNewExpression(instance.node)) return [[type, instance]];
    const all = this.#allOf(type);
    return all.length > 0 ? all : [[type, instance]];
  }

  #allOf(type: ts.ClassLikeDeclaration): readonly Made[] {
    const own = (this.#created.get(type) ?? []).map((node): Made => [type, { node, bindings: noBindings }]);
    return [...own, ...(this.#extended.get(type) ?? []).flatMap((derived) => this.#allOf(derived))];
  }

  /**
   * Finds the values of the constructor parameters of the class `owner` when `args` create an instance of `type`, which is `owner` or a
   * subclass. Follows the arguments of `super(…)` from `type` up to `owner`. Undefined if `type` is not derived from `owner`.
   */
  #ofBase(
    type: ts.ClassLikeDeclaration,
    owner: ts.ClassLikeDeclaration,
    args: readonly ts.Expression[],
    caller: Bindings,
    self: Origin,
  ): Bindings | undefined {
    const own = type.members.find(typescript.isConstructorDeclaration);
    const bindings = bindParameters(own?.parameters ?? [], args, caller, self);
    if (type === owner) return bindings;
    const base = this.#baseOf(type);
    if (base === undefined) return undefined;
    if (own === undefined) return this.#ofBase(base, owner, args, caller, self);
    return this.#ofBase(base, owner, superArguments(own), bindings, self);
  }

  #baseOf({ heritageClauses }: ts.ClassLikeDeclaration): ts.ClassLikeDeclaration | undefined {
    const clause = heritageClauses?.find(({ token }) => token === typescript.SyntaxKind.ExtendsKeyword);
    const [base] = clause?.types ?? [];
    return base && this.#classOfName(base.expression);
  }

  #classOfName(name: ts.Expression): ts.ClassLikeDeclaration | undefined {
    const declaration = findSymbol(this.#checker, name)?.valueDeclaration;
    if (declaration === undefined) return undefined;
    if (typescript.isClassLike(declaration)) return declaration;
    const value = typescript.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    return value !== undefined && typescript.isClassLike(value) ? value : undefined;
  }
}

type Made = readonly [type: ts.ClassLikeDeclaration, made: Origin];

/** Returns the member that a class itself declares under a name; undefined if only a base class declares it, or none. */
export function memberNamed(type: ts.ClassLikeDeclaration, name: string): ts.ClassElement | undefined {
  return type.members.find((member) => member.name?.getText() === name);
}

function argumentsOf({ node }: Origin): readonly ts.Expression[] {
  return typescript.isNewExpression(node) ? (node.arguments ?? []) : [];
}

function superArguments(declaration: ts.ConstructorDeclaration): readonly ts.Expression[] {
  let found: readonly ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (typescript.isCallExpression(node) && node.expression.kind === typescript.SyntaxKind.SuperKeyword)
      found = node.arguments;
    else typescript.forEachChild(node, visit);
  };
  typescript.forEachChild(declaration, visit);
  return found;
}

function classAround(node: ts.Node): ts.ClassLikeDeclaration | undefined {
  let at: ts.Node | undefined = node;
  while (at !== undefined && !typescript.isClassLike(at)) at = at.parent;
  return at as ts.ClassLikeDeclaration | undefined;
}
