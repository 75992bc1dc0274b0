import { findImport } from "../program/find-import.js";
import type { OpenProgram } from "../program/open-program.js";
import { type ts, typescript } from "../program/typescript.js";
import { noBindings } from "../trace/origin.js";
import type { Tracer } from "../trace/tracer.js";

/** An expression that tests an error of `@azure/data-tables`, such as `error.statusCode === 404`. */
export interface ErrorCheck {
  readonly node: ts.Node;
  readonly becomes: string;
}

const notFound =
  'undefined from get, false from delete, or isTableError(error, "entity.not-found"); a missing table is "table.not-found"';
const alreadyExists = 'isTableError(error, "entity.already-exists"), of a table "table.already-exists"';
const conditionNotMet = 'isTableError(error, "entity.condition-not-met"); modify retries by itself';
const serviceError = "isServiceError(error), which has status and serviceCode";

/** Replacements of a test, by the status or the service's error code that the program compares with. */
const tests: Readonly<Record<string, string>> = {
  "404": notFound,
  "409": alreadyExists,
  "412": conditionNotMet,
  ResourceNotFound: notFound,
  EntityNotFound: notFound,
  TableNotFound: 'isTableError(error, "table.not-found")',
  EntityAlreadyExists: 'isTableError(error, "entity.already-exists")',
  TableAlreadyExists: 'isTableError(error, "table.already-exists"); createTables skips tables that exist',
  UpdateConditionNotSatisfied: conditionNotMet,
  ConditionNotMet: conditionNotMet,
  TableBeingDeleted: "none: createTables waits until the table is deleted",
};

const codes = new Set(Object.keys(tests).filter((code) => /^[A-Z]/.test(code)));

/**
 * Finds the tests of errors in files that import `@azure/data-tables` or call its clients. A test compares a code or a status, or checks
 * for the class `RestError`. The status can also come from a constant or a function of the program.
 * @param clientFiles the files with calls of a client
 */
export function findErrorChecks(
  { files }: OpenProgram,
  tracer: Tracer,
  clientFiles: ReadonlySet<ts.SourceFile>,
): readonly ErrorCheck[] {
  const found: ErrorCheck[] = [];
  const visit = (node: ts.Node): void => {
    const becomes = findTest(tracer, node);
    if (becomes !== undefined) found.push({ node, becomes });
    typescript.forEachChild(node, visit);
  };
  files.filter((file) => clientFiles.has(file) || findImport(file, "@azure/data-tables") !== undefined).forEach(visit);
  return found;
}

/** Returns the replacement of a test of an error; undefined for any other node. */
function findTest(tracer: Tracer, node: ts.Node): string | undefined {
  const ts = typescript;
  if (ts.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node;
    if (operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword)
      return /(^|\.)RestError$/.test(right.getText()) ? serviceError : undefined;
    if (!isComparison(operatorToken.kind)) return undefined;
    return compared(tracer, left, right) ?? compared(tracer, right, left);
  }
  if (ts.isCaseClause(node)) return compared(tracer, node.parent.parent.expression, node.expression);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const [value] = node.arguments;
  const list = node.expression.expression;
  if (node.expression.name.text !== "includes" || value === undefined || !ts.isArrayLiteralExpression(list))
    return undefined;
  const all = list.elements.map((element) => compared(tracer, value, element));
  return all.every((one) => one !== undefined) && all.length > 0 ? [...new Set(all)].join("; or ") : undefined;
}

function isComparison(kind: ts.SyntaxKind): boolean {
  const { SyntaxKind } = typescript;
  return kind >= SyntaxKind.LessThanToken && kind <= SyntaxKind.ExclamationEqualsEqualsToken;
}

/** Returns the replacement of a comparison of a status or a code with a constant; undefined for any other comparison. */
function compared(tracer: Tracer, value: ts.Expression, constant: ts.Expression): string | undefined {
  const ts = typescript;
  if (ts.isStringLiteralLike(constant)) return codes.has(constant.text) ? tests[constant.text] : undefined;
  if (!ts.isNumericLiteral(constant)) return undefined;
  const origins = tracer.follow({ node: value, bindings: noBindings });
  return origins.some(({ node }) => /(\.|\?\.)statusCode$/.test(node.getText()))
    ? (tests[constant.text] ?? serviceError)
    : undefined;
}
