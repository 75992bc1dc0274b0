import type { OpenProgram } from "../program/open-program.js";
import { type ts, typescript } from "../program/typescript.js";
import { findElements, findList } from "./elements.js";
import { Instances, memberNamed } from "./instances.js";
import {
  bindParameters,
  type Follower,
  findReturns,
  findSymbol,
  isChoice,
  noBindings,
  type Origin,
  unwrap,
} from "./origin.js";

/** Maximum number of steps in which a value is followed. The expression reached after the last step counts as its origin. */
const maxSteps = 24;
/** Maximum number of expressions visited while a value is followed. */
const maxPassed = 400;
const maxDepth = 4;

/** Follows values through constants, fields, functions and parameters to the expressions that create them. */
export class Tracer implements Follower {
  readonly checker: ts.TypeChecker;
  /** Assignments of the program, by the name of the variable or field that they set. */
  readonly #assigned = new Map<string, ts.BinaryExpression[]>();
  /** Values that the program stores under an index or a key, as in `clients[name] = value` and `clients.set(name, value)`, by the name of the object. */
  readonly #stored = new Map<string, Stored[]>();
  readonly #instances: Instances;
  /** Current nesting depth of calls of `#nested`, at most `maxDepth`. */
  #depth = 0;

  constructor({ checker, files }: OpenProgram) {
    this.checker = checker;
    this.#instances = new Instances(checker);
    for (const file of files) this.#index(file);
  }

  /**
   * Follows an expression to those that its value can come from: several if the program decides at run time; the expression itself if there
   * is nothing to follow.
   */
  follow(origin: Origin, steps = maxSteps): readonly Origin[] {
    return this.#walk(origin, steps, []);
  }

  /** Returns all expressions that `follow` visits, from the given one to those that the value comes from. */
  wayOf(origin: Origin): readonly Origin[] {
    const passed: Origin[] = [];
    this.#walk(origin, maxSteps, passed);
    return passed;
  }

  #walk(origin: Origin, steps: number, passed: Origin[]): readonly Origin[] {
    const here = { ...origin, node: unwrap(origin.node) };
    passed.push(here);
    const next = steps > 0 && passed.length < maxPassed ? this.#step(here) : undefined;
    if (next === undefined) return [here];
    return next.flatMap((from) => this.#walk(from, steps - 1, passed));
  }

  #step(origin: Origin): readonly Origin[] | undefined {
    const ts = typescript;
    const { node, bindings } = origin;
    const at = (from: ts.Expression): Origin => ({ node: from, bindings });
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return [at(node.right)];
    if (ts.isConditionalExpression(node)) return [at(node.whenTrue), at(node.whenFalse)];
    if (ts.isBinaryExpression(node) && isChoice(node.operatorToken.kind)) return [at(node.left), at(node.right)];
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) return this.#stepOfName(origin, node);
    if (node.kind === ts.SyntaxKind.ThisKeyword) return bindings.self && [bindings.self];
    if (ts.isElementAccessExpression(node)) return this.#stepOfIndex(origin, node.expression, node.argumentExpression);
    if (ts.isCallExpression(node)) return this.#stepIntoCall(origin, node) ?? this.#stepOfGet(origin, node);
    return undefined;
  }

  /** Follows `clients[name]` to the member of an object literal, or to the values that the program stores in `clients`. */
  #stepOfIndex(origin: Origin, object: ts.Expression, index: ts.Expression): readonly Origin[] | undefined {
    const name = typescript.isStringLiteralLike(index) ? index.text : undefined;
    const members = (name === undefined ? [] : this.#nested({ ...origin, node: object })).flatMap(
      ({ node, bindings }) => {
        const member = typescript.isObjectLiteralExpression(node) ? findMember(node, name ?? "") : undefined;
        return member === undefined ? [] : [{ node: member, bindings }];
      },
    );
    if (members.length > 0) return members;
    const stored = this.storedIn({ ...origin, node: object });
    return stored.length === 0 ? undefined : stored;
  }

  /** Follows `clients.get(name)` of a map to the values that the program stores in it. */
  #stepOfGet(origin: Origin, { expression, arguments: [name] }: ts.CallExpression): readonly Origin[] | undefined {
    if (name === undefined || !typescript.isPropertyAccessExpression(expression)) return undefined;
    return expression.name.text === "get" ? this.#stepOfIndex(origin, expression.expression, name) : undefined;
  }

  #stepOfName(origin: Origin, node: ts.Identifier | ts.PropertyAccessExpression): readonly Origin[] | undefined {
    const ts = typescript;
    const name = ts.isIdentifier(node) ? node : node.name;
    const symbol =
      ts.isIdentifier(node) && ts.isShorthandPropertyAssignment(node.parent)
        ? this.checker.getShorthandAssignmentValueSymbol(node.parent)
        : findSymbol(this.checker, name);
    const declaration = symbol?.valueDeclaration;
    if (symbol === undefined || declaration === undefined) return undefined;
    const bound = origin.bindings.parameters.get(declaration);
    if (bound !== undefined) return [bound];
    if (ts.isPropertyAccessExpression(node)) return this.#stepOfMember(origin, node, declaration);
    if (ts.isBindingElement(declaration)) return this.#stepOfElement(origin, declaration);
    const list = findList(declaration);
    if (list !== undefined) return this.#stepOfList({ ...origin, node: list });
    if (!ts.isVariableDeclaration(declaration)) return undefined;
    return this.#values(declaration, declaration.initializer, origin);
  }

  /** Follows a name that stands for each element of a list, such as the variable of a loop, to those elements if they are objects. */
  #stepOfList(list: Origin): readonly Origin[] | undefined {
    if (this.#depth >= maxDepth) return undefined;
    this.#depth += 1;
    const found = findElements(this, list).flatMap((element) => this.follow(element, maxSteps / 2));
    this.#depth -= 1;
    return found.some(({ node }) => typescript.isObjectLiteralExpression(node)) ? found : undefined;
  }

  /** Returns the values that the program stores in a map or under the members of an object, such as `clients` or `this.clients`. */
  storedIn({ node, bindings }: Origin): readonly Origin[] {
    const declaration = findSymbol(this.checker, memberOf(node))?.valueDeclaration;
    if (declaration === undefined) return [];
    return (this.#stored.get(memberOf(node).getText()) ?? [])
      .filter(({ object }) => findSymbol(this.checker, object)?.valueDeclaration === declaration)
      .map(({ value }) => ({ node: value, bindings }));
  }

  /** Follows a destructured name, such as `{ orderId = "1" }` of a constant or a parameter, to its values. */
  #stepOfElement(origin: Origin, element: ts.BindingElement): readonly Origin[] | undefined {
    const ts = typescript;
    const { bindings } = origin;
    const owner = element.parent.parent;
    const initializer = ts.isVariableDeclaration(owner) ? owner.initializer : undefined;
    const source = initializer === undefined ? bindings.parameters.get(owner) : { node: initializer, bindings };
    const name = (element.propertyName ?? element.name).getText();
    const found = (source === undefined ? [] : this.#nested(source)).flatMap(({ node, bindings: within }) => {
      const member = ts.isObjectLiteralExpression(node) ? findMember(node, name) : undefined;
      return member === undefined ? [] : [{ node: member, bindings: within }];
    });
    if (found.length > 0) return found;
    return element.initializer && [{ node: element.initializer, bindings, isDefault: true }];
  }

  /**
   * Follows an access to a field of an object literal or class to the values that its initializer, assignments and constructor arguments
   * give it.
   */
  #stepOfMember(
    origin: Origin,
    node: ts.PropertyAccessExpression,
    declaration: ts.Declaration,
  ): readonly Origin[] | undefined {
    const ts = typescript;
    if (ts.isGetAccessor(declaration)) {
      return findReturns(declaration)?.map((from) => ({
        node: from,
        bindings: { ...noBindings, self: this.#self(node, origin) },
      }));
    }
    const instances = this.#nested({ ...origin, node: node.expression });
    const members = instances.flatMap(({ node: object, bindings }) => {
      const member = ts.isObjectLiteralExpression(object) ? findMember(object, node.name.text) : undefined;
      return member === undefined ? [] : [{ node: member, bindings }];
    });
    if (members.length > 0) return members;
    // In a list of several objects, the compiler takes the members of one object as the declarations of the members of all.
    if (ts.isPropertyAssignment(declaration) && !ts.isArrayLiteralExpression(declaration.parent.parent))
      return [{ node: declaration.initializer, bindings: origin.bindings }];
    const found = this.#membersOf(instances, node.name.text, declaration).flatMap((member) => {
      const isField = ts.isPropertyDeclaration(member);
      if (!isField && !ts.isParameter(member)) return [];
      const owner = isField ? member.parent : member.parent.parent;
      if (!ts.isClassLike(owner)) return [];
      return this.#instances.constructions(owner, instances).flatMap((bindings) => {
        const given = isField ? undefined : bindings.parameters.get(member);
        if (given !== undefined) return [given];
        return this.#values(member, isField ? member.initializer : undefined, { node, bindings }) ?? [];
      });
    });
    return found.length > 0 ? found : undefined;
  }

  /**
   * Returns the declarations of a field in the classes of `instances`. They can differ from `declaration`, the one that the compiler finds,
   * because a subclass can declare the field again. Returns `declaration` if these classes do not declare the field.
   */
  #membersOf(instances: readonly Origin[], name: string, declaration: ts.Declaration): readonly ts.Declaration[] {
    const own = instances.flatMap((instance) => {
      const type = this.#instances.classOf(instance);
      return (type && memberNamed(type, name)) ?? [];
    });
    return own.length > 0 ? [...new Set(own)] : [declaration];
  }

  /**
   * Finds the objects whose member is read: the possible values of the expression before the member's name. Such a search can start another
   * one, so their nesting is limited.
   */
  #nested(origin: Origin): readonly Origin[] {
    if (this.#depth >= maxDepth) return [origin];
    this.#depth += 1;
    const found = this.follow(origin, maxSteps / 2);
    this.#depth -= 1;
    return found;
  }

  #stepIntoCall(origin: Origin, node: ts.CallExpression): readonly Origin[] | undefined {
    const declaration = this.checker.getResolvedSignature(node)?.declaration;
    const returns = findReturns(declaration);
    if (returns === undefined || returns.length === 0 || declaration === undefined) return undefined;
    const parameters = "parameters" in declaration ? declaration.parameters : [];
    const self = typescript.isPropertyAccessExpression(node.expression)
      ? this.#self(node.expression, origin)
      : undefined;
    const bindings = bindParameters(
      parameters as readonly ts.ParameterDeclaration[],
      node.arguments,
      origin.bindings,
      self,
    );
    const call = { node, declaration, outer: origin.bindings.call };
    return returns.map((from) => ({ node: from, bindings: { ...bindings, call } }));
  }

  #self(access: ts.PropertyAccessExpression, { bindings }: Origin): Origin {
    return access.expression.kind === typescript.SyntaxKind.ThisKeyword && bindings.self !== undefined
      ? bindings.self
      : { node: access.expression, bindings };
  }

  #values(
    declaration: ts.Declaration,
    initializer: ts.Expression | undefined,
    origin: Origin,
  ): readonly Origin[] | undefined {
    const all = [...(initializer === undefined ? [] : [initializer]), ...this.#assignmentsOf(declaration)];
    return all.length === 0 ? undefined : all.map((from) => ({ node: from, bindings: origin.bindings }));
  }

  /**
   * Returns the values that later assignments give to a variable or field. Compares declarations, because each instantiation of a generic
   * class has its own symbols, but they share one declaration.
   */
  #assignmentsOf(declaration: ts.Declaration): readonly ts.Expression[] {
    const name = typescript.getNameOfDeclaration(declaration)?.getText() ?? "";
    return (this.#assigned.get(name) ?? [])
      .filter((assignment) => findSymbol(this.checker, assignedName(assignment))?.valueDeclaration === declaration)
      .map(({ right }) => right);
  }

  #index(node: ts.Node): void {
    const ts = typescript;
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) {
      const name = assignedName(node);
      if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) push(this.#assigned, name.text, node);
    }
    const stored = findStored(node);
    if (stored !== undefined) push(this.#stored, stored.object.getText(), stored);
    this.#instances.add(node);
    ts.forEachChild(node, (child) => this.#index(child));
  }
}

/** A value that a program stores in an object under an index or a key. */
interface Stored {
  readonly object: ts.Node;
  readonly value: ts.Expression;
}

function findStored(node: ts.Node): Stored | undefined {
  const ts = typescript;
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind))
    return ts.isElementAccessExpression(node.left)
      ? { object: memberOf(node.left.expression), value: node.right }
      : undefined;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const [, value] = node.arguments;
  return node.expression.name.text === "set" && value !== undefined
    ? { object: memberOf(node.expression.expression), value }
    : undefined;
}

/** Returns the last name of an expression, such as `clients` of `this.clients`. */
function memberOf(node: ts.Expression): ts.Node {
  return typescript.isPropertyAccessExpression(node) ? node.name : node;
}

function assignedName({ left }: ts.BinaryExpression): ts.Node {
  return typescript.isPropertyAccessExpression(left) ? left.name : left;
}

function findMember(node: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const member = node.properties.find((one) => one.name?.getText() === name);
  if (member === undefined) return undefined;
  if (typescript.isPropertyAssignment(member)) return member.initializer;
  return typescript.isShorthandPropertyAssignment(member) ? member.name : undefined;
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  const { SyntaxKind } = typescript;
  return kind === SyntaxKind.EqualsToken || kind === SyntaxKind.QuestionQuestionEqualsToken;
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
