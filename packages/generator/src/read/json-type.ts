import type { JsonTypeModel, TypeImport } from "../model/property-model.js";
import type { Evaluation } from "./evaluation.js";
import type { ModuleScope } from "./module-scope.js";
import { isRelative } from "./modules.js";
import { placeOf } from "./text-place.js";
import { type ts, typescript } from "./typescript.js";

/** The type argument of `edm.json<T>()` with the imports that it needs. */
export function readJsonType(evaluation: Evaluation, scope: ModuleScope, node: ts.TypeNode | undefined): JsonTypeModel {
  if (node === undefined) return { text: "unknown", imports: [] };
  const imports = new Map<string, TypeImport>();
  for (const name of freeNames(evaluation, scope, node)) {
    const found = importOf(evaluation, scope, name);
    if (found) imports.set(found.local, found);
  }
  return {
    text: node.getText(scope.file).replaceAll("\r\n", "\n"),
    imports: [...imports.values()].sort((a, b) => (a.local < b.local ? -1 : 1)),
  };
}

/** The leftmost names of all references to types and values in a type, but for its own type parameters. */
function freeNames(evaluation: Evaluation, scope: ModuleScope, type: ts.TypeNode): ts.Identifier[] {
  const ts = typescript;
  const names: ts.Identifier[] = [];
  const own = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeParameterDeclaration(node)) own.add(node.name.text);
    if (ts.isTypeReferenceNode(node)) names.push(leftmost(node.typeName));
    if (ts.isTypeQueryNode(node) && !ts.isImportTypeNode(node.exprName)) names.push(leftmost(node.exprName));
    if (ts.isImportTypeNode(node)) {
      const message = `${node.getText(scope.file)} cannot be carried over to generated code.`;
      const help = "Import the type at the top of the file and use its name.";
      evaluation.report.add("json.type-not-importable", placeOf(scope, node), message, help);
    }
    ts.forEachChild(node, visit);
  };
  visit(type);
  return names.filter((name) => !own.has(name.text));
}

function leftmost(name: ts.EntityName): ts.Identifier {
  return typescript.isIdentifier(name) ? name : leftmost(name.left);
}

/** The import that gives a name in another file; `undefined` for a global one. */
function importOf({ modules, report }: Evaluation, scope: ModuleScope, node: ts.Identifier): TypeImport | undefined {
  const local = node.text;
  const place = placeOf(scope, node);
  const imported = scope.imports.get(local);
  if (imported) {
    const specifier = imported.specifier.text;
    if (!isRelative(specifier)) return { imported: imported.imported, local, from: { module: specifier } };
    const file = modules.path(specifier, scope);
    if (file !== undefined) return { imported: imported.imported, local, from: { file } };
    const message = `"${local}" is imported from "${specifier}", which cannot be found.`;
    report.add("definition.import-not-found", place, message, "Correct the path.");
    return undefined;
  }
  if (!scope.types.has(local) && !scope.constants.has(local)) return undefined;
  for (const [name, exported] of scope.exports) {
    if ("local" in exported && exported.local === local) return { imported: name, local, from: { file: scope.path } };
  }
  const message = `"${local}" is not exported, so generated code cannot import it.`;
  report.add("json.type-not-importable", place, message, `Write \`export\` before its declaration.`);
  return undefined;
}
