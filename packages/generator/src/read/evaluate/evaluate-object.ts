import type { ModuleScope } from "../project/module-scope.js";
import { findPlace } from "../project/text-place.js";
import { type ts, typescript } from "../project/typescript.js";
import { evaluateName } from "./evaluate-name.js";
import { describeNode, type Evaluation, notStatic, readDocComment, unwrap } from "./evaluation.js";
import type { StaticMember, StaticValue } from "./static-value.js";

/**
 * Reads an object literal: its members by name, including those of spreads in their order. The last member of a name wins, as in
 * JavaScript.
 */
export function evaluateObject(
  evaluation: Evaluation,
  scope: ModuleScope,
  node: ts.ObjectLiteralExpression,
): StaticValue {
  const ts = typescript;
  const members = new Map<string, StaticMember>();
  const written = node.properties.some(ts.isSpreadAssignment) ? new Set<string>() : members;
  let complete = true;
  const add = (nameNode: ts.Node, name: string, value: StaticValue, doc: string | undefined) => {
    const namePlace = findPlace(scope, nameNode);
    if (written.has(name)) {
      evaluation.report.add(
        "property.duplicate",
        namePlace,
        `"${name}" is declared twice in this object.`,
        "Remove one of the two.",
      );
    }
    if (written instanceof Set) written.add(name);
    members.set(name, { name, namePlace, value, doc });
  };
  for (const member of node.properties) {
    if (ts.isPropertyAssignment(member)) {
      const name = staticName(member.name);
      const value = evaluation.evaluate(scope, member.initializer);
      if (name !== undefined) add(member.name, name, value, readDocComment(scope.file, member));
      else {
        complete = false;
        notStatic(
          evaluation,
          findPlace(scope, member.name),
          "A computed name cannot be read.",
          "Write the name itself.",
        );
      }
    } else if (ts.isShorthandPropertyAssignment(member)) {
      add(
        member.name,
        member.name.text,
        evaluateName(evaluation, scope, member.name),
        readDocComment(scope.file, member),
      );
    } else if (ts.isSpreadAssignment(member)) {
      complete = addSpread(evaluation, scope, member, members) && complete;
    } else {
      const name = staticName(member.name);
      const what = ts.isMethodDeclaration(member) ? "A method" : "An accessor";
      const help = ts.isMethodDeclaration(member)
        ? "Write an arrow function: `name: (k) => [...]`."
        : "Write the value itself.";
      const value = notStatic(evaluation, findPlace(scope, member), `${what} cannot be read.`, help);
      if (name !== undefined) add(member.name, name, value, undefined);
    }
  }
  return { kind: "object", members, complete, place: findPlace(scope, node) };
}

/**
 * Adds the members of a spread to those of the object. Returns whether all of them could be read. An existing member keeps its position, as
 * in JavaScript.
 */
function addSpread(
  evaluation: Evaluation,
  scope: ModuleScope,
  node: ts.SpreadAssignment,
  members: Map<string, StaticMember>,
): boolean {
  const spread = evaluation.evaluate(scope, node.expression);
  if (spread.kind === "object") {
    for (const [name, member] of spread.members) members.set(name, member);
    return spread.complete;
  }
  if (spread.kind !== "unread") {
    const what = describeNode(unwrap(node.expression));
    notStatic(
      evaluation,
      findPlace(scope, node),
      `${what} is spread into an object but is not an object.`,
      "Spread a constant that is an object.",
    );
  }
  return false;
}

function staticName(name: ts.PropertyName): string | undefined {
  const ts = typescript;
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  return ts.isComputedPropertyName(name) && ts.isStringLiteralLike(name.expression) ? name.expression.text : undefined;
}
