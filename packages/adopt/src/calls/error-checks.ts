import type { OpenProgram } from "../program/open-program.js";
import { type ts, typescript } from "../program/typescript.js";

/** A comparison with an HTTP status, such as `error.statusCode === 404`, in a file that imports `@azure/data-tables`. */
export interface ErrorCheck {
  readonly node: ts.BinaryExpression;
  readonly becomes: string;
}

const tests: Readonly<Record<string, string>> = {
  "404":
    'undefined from get, false from delete, or isTableError(error, "entity.not-found"); a missing table is "table.not-found"',
  "409": 'isTableError(error, "entity.already-exists"), of a table "table.already-exists"',
  "412": 'isTableError(error, "entity.condition-not-met"); modify retries by itself',
};

export function findErrorChecks({ files }: OpenProgram): readonly ErrorCheck[] {
  const found: ErrorCheck[] = [];
  const visit = (node: ts.Node): void => {
    if (typescript.isBinaryExpression(node) && /\.statusCode$/.test(node.left.getText())) {
      const becomes = tests[node.right.getText()] ?? "isServiceError(error), which has status and serviceCode";
      found.push({ node, becomes });
    }
    typescript.forEachChild(node, visit);
  };
  files.filter(importsClient).forEach(visit);
  return found;
}

function importsClient({ statements }: ts.SourceFile): boolean {
  return statements.some((statement) => {
    const from = typescript.isImportDeclaration(statement) ? statement.moduleSpecifier : undefined;
    return from !== undefined && typescript.isStringLiteral(from) && from.text === "@azure/data-tables";
  });
}
