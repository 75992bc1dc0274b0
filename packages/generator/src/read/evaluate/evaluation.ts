import type { Place, Report } from "../../diagnostics/report.js";
import type { ModuleScope } from "../project/module-scope.js";
import type { Modules } from "../project/modules.js";
import { type ts, typescript } from "../project/typescript.js";
import type { StaticValue } from "./static-value.js";

/** State for evaluating expressions of definition files without running them, shared by all files. */
export interface Evaluation {
  readonly modules: Modules;
  readonly report: Report;
  /** Paths of the definition files. No class is generated for an entity in any other file. */
  readonly definitionFiles: ReadonlySet<string>;
  /** Values of constants by their expressions, so that each is read and reported once; `undefined` while a constant is being read. */
  readonly constants: WeakMap<ts.Expression, StaticValue | undefined>;
  /** Names whose declarations were not found, each with its file, so that an error is reported once however often the name is used. */
  readonly unresolved: Set<string>;
  /** Evaluates an expression without running it. Reports a part that cannot be read at its location, and returns `unread` for it. */
  readonly evaluate: (scope: ModuleScope, expression: ts.Expression) => StaticValue;
}

/** Returns an expression without parentheses, `satisfies T` and `as const` around it. */
export function unwrap(expression: ts.Expression): ts.Expression {
  const ts = typescript;
  let node = expression;
  while (
    ts.isParenthesizedExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ((ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && ts.isConstTypeReference(node.type))
  )
    node = node.expression;
  return node;
}

/** Reports an expression that cannot be read without running it. Returns the value `unread`. */
export function notStatic(
  evaluation: Evaluation,
  place: Place,
  message: string,
  help = "Definitions are read without running them: use literals, arrays, objects, constants, enums and spreads of constants.",
): StaticValue {
  evaluation.report.add("definition.not-static", place, message, help);
  return { kind: "unread", place };
}

/** Describes an expression in words, such as "A regular expression", as the start of a sentence. */
export function describeNode(node: ts.Node): string {
  const ts = typescript;
  if (ts.isConditionalExpression(node)) return "A conditional expression";
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

/** Returns the text of the JSDoc comment right before a node, without comment marks; `undefined` if there is none or it is empty. */
export function readDocComment(file: ts.SourceFile, node: ts.Node): string | undefined {
  const ranges = typescript.getLeadingCommentRanges(file.text, node.pos);
  const last = ranges?.findLast(({ pos, end }) => file.text.startsWith("/**", pos) && end - pos > "/**/".length);
  if (last === undefined) return undefined;
  const lines = file.text
    .slice(last.pos + "/**".length, last.end - "*/".length)
    .split(/\r?\n/)
    .map((line, index) => (index === 0 ? line.trim() : line.replace(/^\s*\*? ?/, "").trimEnd()));
  return lines.join("\n").trim() || undefined;
}
