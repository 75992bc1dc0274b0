import { type ts, typescript } from "../project/typescript.js";

/** The kind of an expression in words, as the start of a sentence. */
export function describeNode(node: ts.Node): string {
  const ts = typescript;
  if (ts.isTemplateExpression(node)) return "A template with holes";
  if (ts.isConditionalExpression(node)) return "A conditional expression";
  if (ts.isBinaryExpression(node)) return "An operator";
  if (ts.isNewExpression(node)) return "`new`";
  if (ts.isAwaitExpression(node)) return "`await`";
  if (ts.isFunctionExpression(node)) return "A `function`";
  if (ts.isElementAccessExpression(node) || ts.isPropertyAccessExpression(node)) return "A member of an object";
  if (ts.isTaggedTemplateExpression(node)) return "A tagged template";
  if (ts.isRegularExpressionLiteral(node)) return "A regular expression";
  if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node) || ts.isNonNullExpression(node))
    return "A type assertion";
  if (ts.isPrefixUnaryExpression(node)) return "An operator";
  if (ts.isOmittedExpression(node)) return "A hole in an array";
  return "This expression";
}
