import type { OpenProgram } from "../program/open-program.js";
import { type ts, typescript } from "../program/typescript.js";
import { findSymbol, noBindings, type Origin } from "../trace/origin.js";
import type { Tracer } from "../trace/tracer.js";
import { findClientClass } from "./client-calls.js";

/**
 * Clients of a program that a dependency injection container provides, by the token under which each is registered. The token is `ORDERS`
 * in `container.register(ORDERS, new TableClient(…))` and in `{ provide: ORDERS, useFactory: () => new TableClient(…) }`. Tokens are
 * compared by their source text.
 */
export class ClientWiring {
  readonly #clients = new Map<string, Origin[]>();
  readonly #checker: ts.TypeChecker;

  constructor({ checker, files }: OpenProgram) {
    this.#checker = checker;
    const visit = (node: ts.Node): void => {
      if (isCreation(checker, node)) this.#add(node as ts.Expression);
      typescript.forEachChild(node, visit);
    };
    files.forEach(visit);
  }

  /**
   * Finds the expressions that create the client `receiver`, if a container provides it: by injection into a field or a parameter, or as
   * the result of a call such as `container.get(ORDERS)`.
   */
  clientsFor(tracer: Tracer, receiver: Origin): readonly Origin[] {
    return tracer.follow(receiver).flatMap(({ node }) => {
      const tokens = typescript.isCallExpression(node) ? node.arguments : this.#decoratorArguments(node);
      return tokens.flatMap((token) => this.#clients.get(token.getText()) ?? []);
    });
  }

  #add(node: ts.Expression): void {
    const ts = typescript;
    for (let at: ts.Node = node.parent; !ts.isSourceFile(at); at = at.parent) {
      const token = ts.isObjectLiteralExpression(at)
        ? at.properties.find((member) => member.name?.getText() === "provide")
        : ts.isCallExpression(at) && !isCreation(this.#checker, at)
          ? at.arguments[0]
          : undefined;
      const value = token !== undefined && ts.isPropertyAssignment(token) ? token.initializer : token;
      if (value === undefined || value === node) continue;
      const text = value.getText();
      this.#clients.set(text, [...(this.#clients.get(text) ?? []), { node, bindings: noBindings }]);
    }
  }

  /** Returns the arguments of the decorators of a field or a parameter, such as `ORDERS` of `@Inject(ORDERS)`. */
  #decoratorArguments(node: ts.Expression): readonly ts.Expression[] {
    const ts = typescript;
    const name = ts.isPropertyAccessExpression(node) ? node.name : node;
    const declaration = findSymbol(this.#checker, name)?.valueDeclaration;
    if (declaration === undefined || !ts.canHaveDecorators(declaration)) return [];
    return (ts.getDecorators(declaration) ?? []).flatMap(({ expression }) =>
      ts.isCallExpression(expression) ? [...expression.arguments] : [],
    );
  }
}

function isCreation(checker: ts.TypeChecker, node: ts.Node): boolean {
  const ts = typescript;
  const isFactory =
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === "fromConnectionString";
  if (!isFactory && !ts.isNewExpression(node)) return false;
  return findClientClass(checker.getTypeAtLocation(node)) === "TableClient";
}
