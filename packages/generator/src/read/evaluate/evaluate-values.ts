import type { ModuleScope } from "../project/module-scope.js";
import { resolveName } from "../project/resolve-name.js";
import { findPlace } from "../project/text-place.js";
import { type ts, typescript } from "../project/typescript.js";
import { type Evaluation, notStatic } from "./evaluation.js";
import { describeValue, type StaticObject, type StaticValue } from "./static-value.js";

/** Returns whether an expression is the global `Object.values`. */
export function isObjectValues({ modules }: Evaluation, scope: ModuleScope, callee: ts.Expression): boolean {
  return (
    typescript.isPropertyAccessExpression(callee) &&
    callee.name.text === "values" &&
    typescript.isIdentifier(callee.expression) &&
    callee.expression.text === "Object" &&
    resolveName(modules, scope, "Object").kind === "not-declared"
  );
}

/** Evaluates `Object.values(Status)` of an enum of strings or of a constant object: returns an array, in JavaScript's order. */
export function evaluateValues(evaluation: Evaluation, scope: ModuleScope, node: ts.CallExpression): StaticValue {
  const place = findPlace(scope, node);
  const [argument] = node.arguments;
  const value = argument && evaluation.evaluate(scope, argument);
  if (value?.kind === "unread") return value;
  if (value?.kind !== "object") {
    const given = value === undefined ? "nothing" : describeValue(value);
    return notStatic(
      evaluation,
      place,
      `Object.values takes an enum or a constant object, not ${given}.`,
      "Write the values in an array.",
    );
  }
  if (!value.complete) return { kind: "unread", place };
  const values: Readonly<Record<string, StaticValue>> = Object.fromEntries(
    [...value.members].map(([name, member]) => [name, member.value]),
  );
  const elements = Object.values(values);
  if (elements.some(isNumber) && value.enumName !== undefined) return reportNumbers(evaluation, value, node, scope);
  return { kind: "array", elements, place };
}

function isNumber(value: StaticValue): boolean {
  return value.kind === "literal" && typeof value.value === "number";
}

function reportNumbers(
  evaluation: Evaluation,
  { enumName }: StaticObject,
  node: ts.CallExpression,
  scope: ModuleScope,
): StaticValue {
  const message = `"${enumName}" has numbers, so Object.values(${enumName}) returns the names of its members too.`;
  const help = `Give its members strings: enum ${enumName} { Open = "open" }. For a number use edm.int32() with min and max.`;
  return notStatic(evaluation, findPlace(scope, node), message, help);
}
