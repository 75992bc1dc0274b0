import type { ModuleScope } from "../project/module-scope.js";
import { findPlace } from "../project/text-place.js";
import { type ts, typescript } from "../project/typescript.js";
import { describeNode, type Evaluation, notStatic, unwrap } from "./evaluation.js";
import { describeValue, type StaticValue } from "./static-value.js";

/** Evaluates `-x` and `+x` of a constant number. Reports any other prefix operator. */
export function evaluateSign(evaluation: Evaluation, scope: ModuleScope, node: ts.PrefixUnaryExpression): StaticValue {
  const { MinusToken, PlusToken } = typescript.SyntaxKind;
  const place = findPlace(scope, node);
  if (node.operator === MinusToken || node.operator === PlusToken) {
    const operand = evaluation.evaluate(scope, node.operand);
    if (operand.kind === "unread") return operand;
    const value = operand.kind === "literal" ? operand.value : undefined;
    if (typeof value === "number")
      return { kind: "literal", value: node.operator === MinusToken ? -value : value, place };
    if (typeof value === "bigint" && node.operator === MinusToken) return { kind: "literal", value: -value, place };
  }
  return notStatic(evaluation, place, `${describeNode(node)} cannot be read.`, "Write the value itself.");
}

/** Evaluates `a + b` of constants: the sum of two numbers, otherwise the joined text. Reports any other operator. */
export function evaluateSum(evaluation: Evaluation, scope: ModuleScope, node: ts.BinaryExpression): StaticValue {
  const place = findPlace(scope, node);
  if (node.operatorToken.kind !== typescript.SyntaxKind.PlusToken) {
    const operator = node.operatorToken.getText(scope.file);
    const message = `The operator ${operator} is not supported: definitions are read without running them, and only + works.`;
    return notStatic(evaluation, place, message, "Write the value itself.");
  }
  const [left, right] = [evaluation.evaluate(scope, node.left), evaluation.evaluate(scope, node.right)];
  if (left.kind === "unread") return left;
  if (right.kind === "unread") return right;
  const a = left.kind === "literal" ? left.value : undefined;
  const b = right.kind === "literal" ? right.value : undefined;
  if (typeof a === "number" && typeof b === "number") return { kind: "literal", value: a + b, place };
  if (typeof a === "bigint" && typeof b === "bigint") return { kind: "literal", value: a + b, place };
  if (isText(a) && isText(b) && (typeof a === "string" || typeof b === "string"))
    return { kind: "literal", value: `${a}${b}`, place };
  const message = `${describeValue(left)} + ${describeValue(right)} is neither a string nor a number.`;
  return notStatic(evaluation, place, message, "Write the value itself.");
}

/** Evaluates a template literal whose placeholders are constants. */
export function evaluateTemplate(evaluation: Evaluation, scope: ModuleScope, node: ts.TemplateExpression): StaticValue {
  let text = node.head.text;
  for (const { expression, literal } of node.templateSpans) {
    const value = evaluation.evaluate(scope, expression);
    if (value.kind === "unread") return value;
    if (value.kind !== "literal" || !isText(value.value)) {
      const written = unwrap(expression).getText(scope.file);
      const message = `A template can contain only constant strings and numbers, but "${written}" is ${describeValue(value)}.`;
      return notStatic(evaluation, findPlace(scope, expression), message, "Write the whole string.");
    }
    text += `${value.value}${literal.text}`;
  }
  return { kind: "literal", value: text, place: findPlace(scope, node) };
}

function isText(value: unknown): value is string | number | bigint | boolean {
  return value !== null && value !== undefined;
}
