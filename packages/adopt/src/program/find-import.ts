import { type ts, typescript } from "./typescript.js";

/** Returns the statement or call with which a file imports a package, by `import` or `require`; undefined if there is none. */
export function findImport(file: ts.SourceFile, name: string): ts.Node | undefined {
  const ts = typescript;
  const isOf = (node: ts.Node | undefined) => node !== undefined && ts.isStringLiteralLike(node) && node.text === name;
  const imported = file.statements.find((one) => ts.isImportDeclaration(one) && isOf(one.moduleSpecifier));
  if (imported !== undefined || !file.text.includes(name)) return imported;
  const visit = (node: ts.Node): ts.Node | undefined =>
    ts.isCallExpression(node) && node.expression.getText() === "require" && isOf(node.arguments[0])
      ? node
      : ts.forEachChild(node, visit);
  return visit(file);
}
