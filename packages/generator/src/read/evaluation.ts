import type { Place, Report } from "../diagnostics/report.js";
import type { ModuleScope } from "./module-scope.js";
import type { Modules } from "./modules.js";
import type { StaticValue } from "./static-value.js";
import { type ts, typescript } from "./typescript.js";

/** What evaluation shares over all files. */
export interface Evaluation {
  readonly modules: Modules;
  readonly report: Report;
  /** Paths of the definition files: an entity anywhere else has no class. */
  readonly definitionFiles: ReadonlySet<string>;
  /** Values of constants, so that each is read, and reported, once; `undefined` while it is being read. */
  readonly constants: WeakMap<ts.Expression, StaticValue | undefined>;
  /** Names that do not resolve, each with its file: one mistake is reported once, however often the name is used. */
  readonly unresolved: Set<string>;
  /** Reads an expression without running it. What is not static is reported where it stands and comes back as `unread`. */
  readonly evaluate: (scope: ModuleScope, expression: ts.Expression) => StaticValue;
}

/** Without parentheses, `satisfies T` and `as const`. */
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

/** Reports an expression that cannot be read. */
export function notStatic(
  evaluation: Evaluation,
  place: Place,
  message: string,
  help = "Definitions are read, never run: write literals, arrays, objects, constants and spreads of constants.",
): StaticValue {
  evaluation.report.add("definition.not-static", place, message, help);
  return { kind: "unread", place };
}
