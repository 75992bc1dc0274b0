import type { Place, Report } from "../../diagnostics/report.js";
import type { ModuleScope } from "../project/module-scope.js";
import type { Modules } from "../project/modules.js";
import { findPlace } from "../project/text-place.js";
import { type ts, typescript } from "../project/typescript.js";
import { evaluateCall } from "./evaluate-call.js";
import { evaluateMember } from "./evaluate-member.js";
import { evaluateName } from "./evaluate-name.js";
import { evaluateObject } from "./evaluate-object.js";
import { evaluateSign, evaluateSum, evaluateTemplate } from "./evaluate-operator.js";
import { describeNode, type Evaluation, notStatic, unwrap } from "./evaluation.js";
import type { StaticLiteral, StaticValue } from "./static-value.js";

/** Creates the state for evaluating expressions of definition files, shared by all files of one generation. */
export function createEvaluation(modules: Modules, report: Report, definitionFiles: readonly string[]): Evaluation {
  const evaluation: Evaluation = {
    modules,
    report,
    definitionFiles: new Set(definitionFiles),
    constants: new WeakMap(),
    unresolved: new Set(),
    evaluate: (scope, expression) => evaluate(evaluation, scope, expression),
  };
  return evaluation;
}

function evaluate(evaluation: Evaluation, scope: ModuleScope, expression: ts.Expression): StaticValue {
  const ts = typescript;
  const node = unwrap(expression);
  const place = findPlace(scope, node);
  if (ts.isStringLiteralLike(node)) return { kind: "literal", value: node.text, place };
  if (ts.isCallExpression(node)) return evaluateCall(evaluation, scope, node);
  if (ts.isObjectLiteralExpression(node)) return evaluateObject(evaluation, scope, node);
  if (ts.isIdentifier(node)) return evaluateName(evaluation, scope, node);
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
    return evaluateMember(evaluation, scope, node);
  if (ts.isArrayLiteralExpression(node)) return evaluateArray(evaluation, scope, node);
  if (ts.isArrowFunction(node)) return { kind: "function", node, scope, place };
  if (ts.isPrefixUnaryExpression(node)) return evaluateSign(evaluation, scope, node);
  if (ts.isBinaryExpression(node)) return evaluateSum(evaluation, scope, node);
  if (ts.isTemplateExpression(node)) return evaluateTemplate(evaluation, scope, node);
  return evaluateLiteral(node, place) ?? notStatic(evaluation, place, `${describeNode(node)} cannot be read.`);
}

function evaluateArray(evaluation: Evaluation, scope: ModuleScope, node: ts.ArrayLiteralExpression): StaticValue {
  const place = findPlace(scope, node);
  const elements = node.elements.flatMap((element): readonly StaticValue[] => {
    if (!typescript.isSpreadElement(element)) return [evaluation.evaluate(scope, element)];
    const spread = evaluation.evaluate(scope, element.expression);
    if (spread.kind === "array") return spread.elements;
    if (spread.kind === "unread") return [spread];
    return [notStatic(evaluation, findPlace(scope, element), "Only an array can be spread into an array.")];
  });
  return { kind: "array", elements, place };
}

function evaluateLiteral(node: ts.Expression, place: Place): StaticLiteral | undefined {
  const ts = typescript;
  const { SyntaxKind } = ts;
  if (ts.isNumericLiteral(node)) return { kind: "literal", value: Number(node.text), place };
  if (ts.isBigIntLiteral(node)) return { kind: "literal", value: BigInt(node.text.slice(0, -1)), place };
  if (node.kind === SyntaxKind.TrueKeyword) return { kind: "literal", value: true, place };
  if (node.kind === SyntaxKind.FalseKeyword) return { kind: "literal", value: false, place };
  if (node.kind === SyntaxKind.NullKeyword) return { kind: "literal", value: null, place };
  return undefined;
}
